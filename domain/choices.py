"""Open choices: legal commands that are too many to list."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, final

from msgspec import Struct

from domain.messages import Command
from domain.table.state import S_contra

Below: TypeAlias = Callable[[int], int]
"""The chooser's own randomness: a number from 0 to n-1."""


@final
class Choice(Struct, frozen=True, gc=False):
    """A command whose fields its author fills in, within bounds."""

    command: type[Command]
    author: Any
    """The seat or player who may choose."""


@dataclass(frozen=True, slots=True)
class ChoiceKind(Generic[S_contra]):
    """How one kind of open choice is bounded and sampled, for the author who may choose."""

    bounds: Callable[[S_contra, Any], dict[str, Any]]
    sample: Callable[[S_contra, Any, Below], Command]
    between_players: bool = False
    """Whether it is a wish to trade with another player."""


class SpelledOut(Struct, frozen=True):
    """An open choice in full: the fixed part, what each field may hold, and one legal example."""

    template: dict[str, Any]
    bounds: dict[str, Any]
    example: Command
