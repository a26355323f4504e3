"""What a player can build on a sheet with six dice, and its value now and for later turns."""

from collections.abc import Iterator
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from domain.dice.building import open_city, open_knight, open_roads, open_settlement
from domain.dice.commands import BuildCity, BuildKnight, BuildRoad, BuildSettlement
from domain.dice.sheet import (
    CITIES,
    CITY_ROADS,
    COSTS,
    CROSS,
    DICE,
    FACES,
    KNIGHTS,
    ROAD_NEIGHBOURS,
    ROAD_POINTS,
    ROADS,
    SETTLEMENT_ROADS,
    SETTLEMENTS,
    Piece,
)
from domain.dice.state import Sheet
from domain.ids import Seat
from domain.messages import Command
from workers.bots.dice.odds import Counts

NOTHING: Final[Counts] = (0,) * len(FACES)
COST: Final[dict[Piece, Counts]] = {
    piece: tuple(cost.get(face, 0) for face in FACES) for piece, cost in COSTS.items()
}
DICE_FOR: Final = {piece: sum(cost) for piece, cost in COST.items()}
HOPE: Final = 1.2
"""How much of its value a piece counts before it is built, if no dice were missing."""
REACH: Final = 0.6
"""How many dice per turn help towards later pieces."""
JOKER_WORTH: Final = 1.5
"""The value of an unused joker while many turns are left."""
TURNS_OF_USE: Final = 5
"""With fewer turns left than this a joker is worth less."""


class Marks(NamedTuple):
    """The pieces that are built on a sheet."""

    roads: int
    settlements: int
    cities: int
    knights: int


class Step(NamedTuple):
    """One piece to build: a road by its number, any other piece by its value."""

    piece: Piece
    value: int

    def command(self, seat: Seat) -> Command:
        return _COMMANDS[self.piece](seat, self.value)


class Plan(NamedTuple):
    """Pieces to build in this order, their cost together, and their value."""

    steps: tuple[Step, ...]
    cost: Counts
    worth: float


_COMMANDS: Final[dict[Piece, type[BuildRoad | BuildSettlement | BuildCity | BuildKnight]]] = {
    "road": BuildRoad,
    "settlement": BuildSettlement,
    "city": BuildCity,
    "knight": BuildKnight,
}


@lru_cache(maxsize=1 << 12)
def plans(marks: Marks, turns_left: int, built: bool) -> tuple[Plan, ...]:
    """Return the best plan for every cost; `built` says whether this turn has built anything."""
    before = _hopes(marks, turns_left)
    best: dict[Counts, Plan] = {}
    for steps, cost, points, after in _sequences(marks, (), NOTHING, 0, DICE):
        worth = points + _hopes(after, turns_left) - before
        if not steps and not built:
            worth += CROSS
        if cost not in best or worth > best[cost].worth:
            best[cost] = Plan(steps, cost, worth)
    return tuple(best.values())


def joker_worth(turns_left: int) -> float:
    return JOKER_WORTH * min(1.0, turns_left / TURNS_OF_USE)


def _sequences(
    marks: Marks, steps: tuple[Step, ...], cost: Counts, points: int, dice: int
) -> Iterator[tuple[tuple[Step, ...], Counts, int, Marks]]:
    """Yield everything that can be built in sequence with so many dice."""
    yield steps, cost, points, marks
    for step, worth, after in _next_steps(marks):
        if DICE_FOR[step.piece] <= dice:
            paid = tuple(map(sum, zip(cost, COST[step.piece], strict=True)))
            left = dice - DICE_FOR[step.piece]
            yield from _sequences(after, (*steps, step), paid, points + worth, left)


def _next_steps(marks: Marks) -> Iterator[tuple[Step, int, Marks]]:
    sheet = Sheet(*marks)
    for road in open_roads(sheet):
        after = marks._replace(roads=marks.roads | 1 << road)
        yield Step("road", road), ROAD_POINTS, after
    settlement, city, knight = open_settlement(sheet), open_city(sheet), open_knight(sheet)
    if settlement is not None:
        after = marks._replace(settlements=marks.settlements + 1)
        yield Step("settlement", settlement), settlement, after
    if city is not None:
        yield Step("city", city), city, marks._replace(cities=marks.cities + 1)
    if knight is not None:
        yield Step("knight", knight), knight, marks._replace(knights=marks.knights + 1)


@lru_cache(maxsize=1 << 14)
def _hopes(marks: Marks, turns_left: int) -> float:
    """The value of pieces that are not built yet; a piece that needs more dice counts less."""
    if not turns_left:
        return 0.0
    kinds: tuple[tuple[Piece, tuple[int, ...], int, tuple[int, ...] | None], ...] = (
        ("settlement", SETTLEMENTS, marks.settlements, SETTLEMENT_ROADS),
        ("city", CITIES, marks.cities, CITY_ROADS),
        ("knight", KNIGHTS, marks.knights, None),
    )
    hopes = 0.0
    for piece, values, built, roads in kinds:
        for i in range(built, len(values)):
            dice = DICE_FOR[piece] * (i - built + 1)
            if roads is not None:
                dice += DICE_FOR["road"] * _roads_to(marks.roads, roads[i])
            hopes += values[i] * exp(-dice / (REACH * turns_left))
    return HOPE * hopes


@lru_cache(maxsize=1 << 14)
def _roads_to(built: int, wanted: int) -> int:
    """How many roads are missing until one of the wanted roads is built."""
    steps, reached = 0, built
    while not reached & wanted:
        steps += 1
        for road in range(ROADS):
            if built & ROAD_NEIGHBOURS[road]:
                reached |= 1 << road
        built = reached
    return steps
