"""Whole schedules in which nobody meets twice, for numbers of players that have one.

A search finds round by round what a plan has for all rounds at once: of 16 players, five rounds
without a repeated opponent exist only as an affine plane of order 4, and a third round that looks
as good as another may make the fifth impossible. A plan gives places to players, by the seed of
the first round; later rounds find the same places again. Who is late takes a free place.

What a plan says is a proposal: the search takes it, improves it or leaves it, by its cost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.ids import PlayerId
from domain.tournament.seating.fields import is_field_order, line
from domain.tournament.seating.model import Model
from domain.tournament.seating.problem import PlayedRound, SeatingProblem, TableSizes
from domain.tournament.seating.sizes import table_sizes
from domain.tournament.seating.words import Words

Places: TypeAlias = list[list[int]]
"""The places of a plan that sit together, table by table, in seat order."""
Proposal: TypeAlias = tuple[list[list[int]], list[int]]
"""Tables of players by number, and who sits out."""

TRIED = 12
"""How many of a plan's rounds are looked at beyond those that were played."""
ROWS = -1
"""The number of one more round: the rows, if they are as long as a table. It comes last, since the
rounds before lead everybody round the seats."""


def proposals(model: Model) -> Iterator[Proposal]:
    """Rounds of the plan that fit who plays now, those first that the seed chooses."""
    problem = model.problem
    if problem.manner != "drawn" or problem.fixed or not _first_field(problem):
        return
    plan = _plan(len(_first_field(problem)), problem.sizes)
    held = _places_held(problem, plan.tables * plan.most)
    rounds = list(range(plan.rounds))
    Words(f"{problem.seed}:plan").shuffle(rounds)
    played = len(problem.history)
    if played >= plan.rounds and plan.tables == plan.most:
        rounds = [ROWS]
    for number in rounds[: played + TRIED]:
        proposal = _filled(model, _tables(plan, number, played), held)
        if proposal is not None:
            yield proposal


@dataclass(frozen=True)
class _Plan:
    tables: int
    most: int
    """How many sit at a full table."""
    rounds: int
    """How many there are without a pair who meet twice; 0 if we know no plan."""


def _plan(players: int, sizes: TableSizes) -> _Plan:
    """The plan for a tournament that begins with so many players."""
    of_tables, _ = table_sizes(players, sizes)
    tables, most = len(of_tables), max(of_tables)
    if most == 2:
        pairs = -(-players // 2)
        return _Plan(pairs, most, 2 * pairs - 1)
    if 2 < most <= tables and is_field_order(tables):
        return _Plan(tables, most, tables)
    if (tables, most) == (len(_SIX_TABLES), 4):
        return _Plan(tables, most, _RING)
    return _Plan(tables, most, 0)


_RING = 7
_SIX_TABLES = (
    (21, 6, 11, 18),
    (22, 0, 13, 15),
    (23, 2, 10, 16),
    (17, 19, 20, 9),
    (3, 4, 14, 1),
    (12, 7, 5, 8),
)
"""A round for 24 places. The first 21 are three rings of seven; if all rings are turned by one, two
and so on up to six places, nobody meets anybody twice in the seven rounds. The last three places
stand still and never meet, so any of them may be free. Found by a search of our own."""


def _tables(plan: _Plan, number: int, played: int) -> Places:
    if plan.most == 2:
        return _circle(2 * plan.tables, number)
    if not is_field_order(plan.tables):
        return [[_turned(place, number) for place in table] for table in _SIX_TABLES]
    if number == ROWS:
        rows = range(plan.most)
        return [[row * plan.tables + column for column in rows] for row in rows]
    return _lines(plan, number, played)


def _turned(place: int, turns: int) -> int:
    ring, at = divmod(place, _RING)
    return place if ring == 3 else ring * _RING + (at + turns) % _RING


def _lines(plan: _Plan, slope: int, played: int) -> Places:
    """Places are points in rows; a table is a line, with one point of each row.

    Two lines of different slopes have at most one point in common. The rows go round the seats.
    """
    points = (
        [row * plan.tables + at for row, at in enumerate(start[: plan.most])]
        for start in line(plan.tables, slope)
    )
    turned = -played % plan.most
    return [table[turned:] + table[:turned] for table in points]


def _circle(places: int, number: int) -> Places:
    """Pairs: one place stands still and the others go round it."""
    ring = places - 1
    pairs = [[ring, number]] + [
        [(number + step) % ring, (number - step) % ring] for step in range(1, places // 2)
    ]
    return [pair if (number + at) % 2 else pair[::-1] for at, pair in enumerate(pairs)]


def _first_field(problem: SeatingProblem) -> list[PlayerId]:
    return sorted(_field(problem.history[0]) if problem.history else problem.players)


def _field(played: PlayedRound) -> set[PlayerId]:
    return {player for table in (*played.tables, played.byes) for player in table}


def _places_held(problem: SeatingProblem, places: int) -> dict[int, PlayerId]:
    """Who has which place: dealt before the first round, and kept by those who stay."""
    first = _first_field(problem)
    Words(f"{problem.history[0].seed if problem.history else problem.seed}:places").shuffle(first)
    held = dict(zip(range(places), first, strict=False))
    for field in (*map(_field, problem.history[1:]), set(problem.players)):
        free = [place for place in range(places) if held.get(place) not in field]
        new = sorted(field - set(held.values()))
        held.update(zip(free, new, strict=False))
    return held


def _filled(model: Model, tables: Places, held: dict[int, PlayerId]) -> Proposal | None:
    """The plan's round with who is there now, if that makes the tables that the round has."""
    number = model.number
    groups = [
        [number[held[place]] for place in table if held.get(place) in number] for table in tables
    ]
    fewest = model.problem.sizes.fewest
    byes = [player for group in groups if len(group) < fewest for player in group]
    seated = sorted((group for group in groups if len(group) >= fewest), key=len, reverse=True)
    if _sizes(seated) != model.sizes or len(byes) != model.byes:
        return None
    if sum(model.bye_excess[player] for player in byes) > sum(
        sorted(model.bye_excess)[: len(byes)]
    ):
        return None
    return seated, byes


def _sizes(tables: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(len, tables))
