"""Short forms: commands that leave out what can only be one thing."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def the_only(options: Sequence[T], named: T | None) -> T | None:
    """What was named; if nothing was, the only option, if there is just one."""
    return options[0] if named is None and len(options) == 1 else named
