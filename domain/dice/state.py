"""The state of a dice game: a sheet for every seat, and the dice of the turn."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from domain.dice.options import Options
from domain.dice.sheet import CITIES, CROSS, KNIGHTS, ROAD_POINTS, SETTLEMENTS, START_ROAD, Face
from domain.ids import Seat
from domain.table.state import FIRST_SEAT, Table

READY: Final = "ready"
ROLLED: Final = "rolled"
BUILDING: Final = "building"
"""Phases of a turn: before the first roll, between rolls, and once the dice are final."""

Use: TypeAlias = Literal["free", "spent", "void"]


@dataclass(slots=True)
class Die:
    """What a die shows, and whether it can still be used this turn."""

    face: Face
    use: Use = "free"


@dataclass(slots=True)
class Sheet:
    """What a seat has marked on its sheet."""

    roads: int = START_ROAD
    """A set of road numbers."""
    settlements: int = 0
    cities: int = 0
    knights: int = 0
    """How many of each are built, always the least valuable ones."""
    jokers_used: int = 0
    """A set of knights, numbered from 0."""
    track: list[int] = field(default_factory=list)
    """A number for every turn played; an X counts below zero."""

    @property
    def roads_built(self) -> int:
        return self.roads & ~START_ROAD

    @property
    def crosses(self) -> int:
        return self.track.count(CROSS)

    def points(self) -> dict[str, int]:
        """By where they come from. What is built counts at once, an X once it is entered."""
        return {
            "roads": ROAD_POINTS * self.roads_built.bit_count(),
            "settlements": sum(SETTLEMENTS[: self.settlements]),
            "cities": sum(CITIES[: self.cities]),
            "knights": sum(KNIGHTS[: self.knights]),
            "crosses": CROSS * self.crosses,
        }


@dataclass(slots=True, kw_only=True, eq=False)
class Game(Table):
    """Everything that is true in a dice game."""

    options: Options = None  # type: ignore[assignment]  # set by the first event
    first_seat: Seat = FIRST_SEAT
    """Who began."""
    sheets: list[Sheet] = field(default_factory=list)
    """One a seat, from the start on."""
    rolls: int = 0
    """How often the dice of this turn were rolled."""
    dice: list[Die] = field(default_factory=list)
    """None before the first roll of a turn."""
    built: int = 0
    """How many objects were built this turn."""
    points: int = 0
    """What they are worth together."""
