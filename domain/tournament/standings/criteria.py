"""What decides who stands higher, one criterion after the other, by name.

A scoring is a list of criteria; tie-breakers are criteria that the organizer adds. A new one is
one more function in the table.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from domain.ids import PlayerId
from domain.tournament.standings.contest import Contest

Valued: TypeAlias = Callable[[Contest, PlayerId, Collection[PlayerId]], Fraction]
"""The value of a player among those who are equal so far."""


@dataclass(frozen=True)
class Criterion:
    """One number by which players are compared."""

    value: Valued
    meaning: str
    is_less_better: bool = False
    is_among_equals: bool = False
    """Whether it is counted only among players who are equal so far."""


@dataclass(frozen=True)
class Scoring:
    """What decides, in this order, before any tie-breaker."""

    criteria: tuple[str, ...]
    meaning: str
    place_points: tuple[int, ...] = ()
    """The points of first, second, … place; at a small table the last of them are not given."""


def _opponents(contest: Contest, player: PlayerId) -> list[PlayerId]:
    return [one for game in contest.records[player].games for one in game.opponents]


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _opponents_points(contest: Contest, player: PlayerId, equals: Collection[PlayerId]) -> Fraction:
    return _mean([contest.points_a_game[one] for one in _opponents(contest, player)])


def _opponents_wins(contest: Contest, player: PlayerId, equals: Collection[PlayerId]) -> Fraction:
    return _mean([contest.wins_a_game[one] for one in _opponents(contest, player)])


def _head_to_head(contest: Contest, player: PlayerId, equals: Collection[PlayerId]) -> Fraction:
    """How often they were placed before another of the equals at a table, less how often behind."""
    balance = 0
    for other in equals:
        theirs = {(game.round, game.table): game for game in contest.records[other].games}
        for game in contest.records[player].games:
            against = theirs.get((game.round, game.table))
            if against is not None:
                balance += (game.first_place < against.first_place) - (
                    game.first_place > against.first_place
                )
    return Fraction(balance)


def _seat_adjusted(contest: Contest, player: PlayerId, equals: Collection[PlayerId]) -> Fraction:
    return sum(
        (game.points - contest.seat_averages[game.seat] for game in contest.games(player)),
        Fraction(0),
    )


CRITERIA: Mapping[str, Criterion] = {
    "wins": Criterion(lambda contest, player, _: contest.sums[player].wins, "games won"),
    "points": Criterion(
        lambda contest, player, _: contest.sums[player].points, "points of all games"
    ),
    "share": Criterion(
        lambda contest, player, _: contest.sums[player].share,
        "own points divided by all points at the table, summed over games",
    ),
    "place_points": Criterion(
        lambda contest, player, _: contest.sums[player].place_points,
        "points by place; equals at a table share those of their places",
    ),
    "opponents_points": Criterion(
        _opponents_points, "points for a game of all opponents met, on average"
    ),
    "opponents_wins": Criterion(
        _opponents_wins, "wins for a game of all opponents met, on average"
    ),
    "head_to_head": Criterion(
        _head_to_head,
        "at tables with others who are equal: how often before them, less how often behind",
        is_among_equals=True,
    ),
    "best_share": Criterion(
        lambda contest, player, _: max(
            (game.share for game in contest.games(player)), default=Fraction(0)
        ),
        "the highest share of a table's points in one game",
    ),
    "second_places": Criterion(
        lambda contest, player, _: Fraction(
            sum(game.first_place == 2 for game in contest.games(player))
        ),
        "second places, shared ones included",
    ),
    "small_tables": Criterion(
        lambda contest, player, _: Fraction(
            sum(game.is_small for game in contest.records[player].games)
        ),
        "games at small tables; fewer are better",
        is_less_better=True,
    ),
    "seat_adjusted": Criterion(
        _seat_adjusted, "points above the average of everybody who had the same seat, summed"
    ),
    "lot": Criterion(
        lambda contest, player, _: Fraction(contest.lot(player)), "a lot from verifiable chance"
    ),
}

SCORINGS: Mapping[str, Scoring] = {
    "official": Scoring(
        ("wins", "points", "share"), "wins, then points, then share of the tables' points"
    ),
    "100-50-20-10": Scoring(
        ("place_points", "wins", "points", "share"),
        "100, 50, 20 and 10 points by place, then as in the official scoring",
        (100, 50, 20, 10),
    ),
    "5-3-2-1": Scoring(
        ("place_points", "wins", "points", "share"),
        "5, 3, 2 and 1 points by place, then as in the official scoring",
        (5, 3, 2, 1),
    ),
}

TIE_BREAKERS = (
    "opponents_points",
    "opponents_wins",
    "head_to_head",
    "best_share",
    "second_places",
    "small_tables",
    "seat_adjusted",
    "lot",
)
"""What an organizer may choose, in any order."""
