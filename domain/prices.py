"""What things cost in a game, as far as that is the same all game long."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.messages import Command


class Price(Struct, frozen=True):
    """What a piece or card costs, and the command that pays for it."""

    piece: str
    command: type[Command]
    cost: Mapping[Any, int]
    """How many of which resource, or of which face of a die."""
