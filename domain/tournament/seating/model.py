"""A seating problem in numbers: players as 0 … n-1, and what each of them brings along."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.ids import PlayerId, Seat
from domain.tournament.seating.problem import (
    BadFixedPlace,
    BadSeating,
    PlayedRound,
    SeatingProblem,
    TablePlayers,
)
from domain.tournament.seating.sizes import table_sizes


@dataclass(slots=True, frozen=True, eq=False)
class Model:
    """What search, cost and bound count with. Lists go by the player's number."""

    problem: SeatingProblem
    number: dict[PlayerId, int]
    sizes: tuple[int, ...]
    """Of the tables, in their order."""
    byes: int
    """How many sit out, those included whom an organizer lets sit out."""
    levels: tuple[int, ...]
    """All 0 where standing does not count."""
    met: list[dict[int, int]]
    """How often they have met whom, if they have."""
    met_last: list[set[int]]
    forbidden: list[set[int]]
    seat_excess: list[tuple[int, ...]]
    """By seat: how often they had it more than the seat they had least."""
    small_excess: list[int]
    """How many more small tables they had than who had fewest."""
    bye_excess: list[int]
    fixed_table: dict[int, int]
    fixed_seat: dict[int, Seat]
    fixed_byes: frozenset[int]

    @property
    def players(self) -> int:
        return len(self.number)

    @property
    def small_places(self) -> int:
        """How many players sit at small tables."""
        return sum(size for size in self.sizes if self.is_small(size))

    def is_small(self, size: int) -> bool:
        return size < self.problem.sizes.most

    def names(self, numbers: Iterable[int]) -> tuple[PlayerId, ...]:
        return tuple(self.problem.players[number] for number in numbers)

    def numbers(self, tables: Sequence[TablePlayers], byes: Sequence[PlayerId]) -> list[list[int]]:
        """The tables of a seating in numbers. Raises if it is not one of these players."""
        named = Counter(player for table in (*tables, byes) for player in table)
        sizes = sorted(map(len, tables))
        if (
            named != Counter(self.problem.players)
            or sizes != sorted(self.sizes)
            or len(byes) != self.byes
        ):
            raise BadSeating(
                "a seating has every player once, at tables of the sizes that the round has",
                sizes=list(self.sizes),
                byes=self.byes,
            )
        return [[self.number[player] for player in table] for table in tables]


def model_of(problem: SeatingProblem) -> Model:
    """The problem in numbers. Raises if these players cannot be seated."""
    number = {player: place for place, player in enumerate(problem.players)}
    if len(number) != len(problem.players):
        raise BadSeating("a player is named twice")
    if problem.levels and len(problem.levels) != len(number):
        raise BadSeating("every player has a level, or none has")
    _check_fixed(problem, number)
    fixed_byes = frozenset(number[one.player] for one in problem.fixed if one.table is None)
    sizes, byes = table_sizes(len(number) - len(fixed_byes), problem.sizes)
    if problem.manner == "seeded":
        sizes = sizes[::-1]  # The best seeds sit at the small tables.
    model = Model(
        problem=problem,
        number=number,
        sizes=sizes,
        byes=byes + len(fixed_byes),
        levels=_levels(problem),
        met=_met(problem.history, number),
        met_last=[set(others) for others in _met(problem.history[-1:], number)],
        forbidden=_forbidden(problem, number),
        seat_excess=_seat_excess(problem, number, max(sizes)),
        small_excess=_excess(
            (
                player
                for one in problem.history
                for table in one.tables
                if len(table) < problem.sizes.most
                for player in table
            ),
            number,
        ),
        bye_excess=_excess((player for one in problem.history for player in one.byes), number),
        fixed_table={
            number[one.player]: one.table for one in problem.fixed if one.table is not None
        },
        fixed_seat={number[one.player]: one.seat for one in problem.fixed if one.seat is not None},
        fixed_byes=fixed_byes,
    )
    _check_fixed_places(model)
    return model


def _levels(problem: SeatingProblem) -> tuple[int, ...]:
    if problem.manner != "by_standing":
        return (0,) * len(problem.players)
    return problem.levels or tuple(range(len(problem.players)))


def _met(history: Sequence[PlayedRound], number: dict[PlayerId, int]) -> list[dict[int, int]]:
    met: list[dict[int, int]] = [{} for _ in number]
    for one in history:
        for table in one.tables:
            present = [number[player] for player in table if player in number]
            for a in present:
                for b in present:
                    if a != b:
                        met[a][b] = met[a].get(b, 0) + 1
    return met


def _forbidden(problem: SeatingProblem, number: dict[PlayerId, int]) -> list[set[int]]:
    forbidden: list[set[int]] = [set() for _ in number]
    for first, second in problem.forbidden:
        if first in number and second in number and first != second:
            a, b = number[first], number[second]
            forbidden[a].add(b)
            forbidden[b].add(a)
    return forbidden


def _seat_excess(
    problem: SeatingProblem, number: dict[PlayerId, int], seats: int
) -> list[tuple[int, ...]]:
    """Of the seats that the round has."""
    counts = [[0] * seats for _ in number]
    for one in problem.history:
        for table in one.tables:
            for seat, player in enumerate(table[:seats]):
                if player in number:
                    counts[number[player]][seat] += 1
    return [tuple(count - min(row) for count in row) for row in counts]


def _excess(players: Iterable[PlayerId], number: dict[PlayerId, int]) -> list[int]:
    counted = Counter(players)
    counts = [counted[player] for player in number]
    return [count - min(counts) for count in counts] if counts else []


def _check_fixed(problem: SeatingProblem, number: dict[PlayerId, int]) -> None:
    fixed = [one.player for one in problem.fixed]
    if len(set(fixed)) != len(fixed) or not set(fixed) <= set(number):
        raise BadFixedPlace("a fixed place is for a player of the round, and each has one at most")


def _check_fixed_places(model: Model) -> None:
    """Raise if a fixed place does not exist, or two players have the same, or a table overflows."""
    sizes, seats = model.sizes, set()
    at_table = Counter(model.fixed_table.values())
    for table, count in at_table.items():
        if not 0 <= table < len(sizes) or count > sizes[table]:
            raise BadFixedPlace("there is no such table, or not so many places at it", table=table)
    for player, seat in model.fixed_seat.items():
        place = (model.fixed_table.get(player), seat)
        if place[0] is None or not 0 <= seat < sizes[place[0]] or place in seats:
            raise BadFixedPlace("there is no such seat, or it is taken", seat=seat)
        seats.add(place)
