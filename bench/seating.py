"""Seating 1,000 players at 250 tables in three rounds, against a plain random deal.

The reference shuffles all players a hundred times, counts the cost of each deal and keeps the best:
what somebody would do who has the cost and no search. Both sides seat the same round, the one that
takes the search longest.
"""

from collections.abc import Callable
from random import Random
from time import process_time

from bench.report import Bar, Row
from bench.rounds import Amounts, Effort, Figure, alternate, ratios
from domain.ids import PlayerId
from domain.tournament.seating.cost import cost_of
from domain.tournament.seating.draft import seat_round
from domain.tournament.seating.problem import (
    Cost,
    Manner,
    PlayedRound,
    Seating,
    SeatingProblem,
    TablePlayers,
)

PLAYERS, TABLE = 1000, 4
ROUNDS = 3
DEALS = 100
MOST_SECONDS = 5.0
MOST_PERCENT = 1.0
"""Of a round's pairs that have met before, above the lower bound."""


def measure(effort: Effort) -> list[Row]:
    """The slowest of the rounds and what it found, drawn and by standing."""
    players = effort.size(PLAYERS, 100)
    return [
        *_measure(effort, "drawn", "", players),
        *_measure(effort, "by_standing", "wins", players),
        *_measure(effort, "by_standing", "ranks", players),
    ]


def _measure(effort: Effort, manner: Manner, levels: str, players: int) -> list[Row]:
    rounds = _tournament(manner, levels, players)
    problem, seating, _ = max(rounds, key=lambda one: one[2])
    title = f"{players} players {f'by {levels}' if levels else 'drawn'}"
    deals = effort.size(DEALS, 2)
    timings = alternate(
        f"seating {title}",
        effort,
        turns=1,
        ours=_repeated(lambda: seat_round(problem)),
        reference=_repeated(lambda: _best_deal(problem, deals)),
    )
    seconds = {name: side.costs("rounds") for name, side in timings.items()}
    above_bound = [_repeated_above_bound(one) for _, one, _ in rounds]
    details = {
        "reference": f"the best of {deals} random deals",
        "cost": _numbers(seating.cost),
        "bound": _numbers(seating.bound),
        "cost_of_best_deal": _numbers(_best_deal(problem, deals)),
    }
    return [
        Row(
            what=f"{title}: against dealing",
            ours=Figure.over(seconds["ours"], "s"),
            reference=Figure.over(seconds["reference"], "s"),
            ratio=ratios(seconds["ours"], seconds["reference"]),
            bar=Bar(most=1.0),
            details=details,
        ),
        Row(
            what=f"{title}: slowest of {ROUNDS} rounds",
            ours=Figure.over(seconds["ours"], "s"),
            bar=Bar(most=MOST_SECONDS),
        ),
        Row(
            what=f"{title}: repeated pairs above the bound, worst of {ROUNDS} rounds",
            ours=Figure(max(above_bound), min(above_bound), max(above_bound), "%"),
            bar=Bar(most=MOST_PERCENT),
        ),
    ]


def _tournament(
    manner: Manner, levels: str, count: int
) -> list[tuple[SeatingProblem, Seating, float]]:
    """Three rounds, with winners by lot and the CPU seconds that each took."""
    random = Random(7)
    players = [PlayerId(f"p{number:04}") for number in range(count)]
    wins = dict.fromkeys(players, 0)
    rounds: list[tuple[SeatingProblem, Seating, float]] = []
    for number in range(ROUNDS):
        players.sort(key=lambda player: -wins[player])
        problem = SeatingProblem(
            players=tuple(players),
            seed=f"bench {number}",
            manner=manner,
            levels=tuple(wins[player] for player in players) if levels == "wins" else (),
            history=tuple(_played(seating) for _, seating, _ in rounds),
        )
        began = process_time()
        seating = seat_round(problem)
        rounds.append((problem, seating, process_time() - began))
        for table in seating.tables:
            wins[random.choice(table)] += 1
    return rounds


def _played(seating: Seating) -> PlayedRound:
    return PlayedRound(tables=seating.tables, byes=seating.byes, seed=seating.seed)


def _repeated(work: Callable[[], object]) -> Callable[[int], Amounts]:
    def side(turn: int) -> Amounts:
        work()
        return {"rounds": 1}

    return side


def _best_deal(problem: SeatingProblem, deals: int) -> Cost:
    random = Random(7)
    return min(cost_of(problem, _dealt(problem, random)) for _ in range(deals))


def _dealt(problem: SeatingProblem, random: Random) -> tuple[TablePlayers, ...]:
    players = list(problem.players)
    random.shuffle(players)
    return tuple(tuple(players[at : at + TABLE]) for at in range(0, len(players), TABLE))


def _repeated_above_bound(seating: Seating) -> float:
    pairs = sum(len(table) * (len(table) - 1) // 2 for table in seating.tables)
    return 100 * (seating.cost.repeated_opponents - seating.bound.repeated_opponents) / pairs


def _numbers(cost: Cost) -> dict[str, int]:
    return {name: getattr(cost, name) for name in cost.__struct_fields__}
