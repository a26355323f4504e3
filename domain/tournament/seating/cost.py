"""What a seating costs, counted anew: for checking, and for tables that were changed by hand."""

from collections.abc import Sequence
from itertools import combinations

from domain.ids import PlayerId
from domain.tournament.seating.model import Model, model_of
from domain.tournament.seating.problem import Cost, SeatingProblem, TablePlayers


def cost_of(
    problem: SeatingProblem, tables: Sequence[TablePlayers], byes: Sequence[PlayerId] = ()
) -> Cost:
    """The cost of any seating of these players. Raises `seating/bad_tables` if it is none.

    Fixed places are not looked at: who moves a player by hand may move a fixed one, too.
    """
    model = model_of(problem)
    numbers = model.numbers(tables, byes)
    return cost_in_numbers(model, numbers, [model.number[player] for player in byes])


def cost_in_numbers(
    model: Model, tables: Sequence[Sequence[int]], byes: Sequence[int] = ()
) -> Cost:
    """The same, of a seating that is known to be one."""
    forbidden = repeated = back_to_back = difference = seats = small = 0
    for table in tables:
        for a, b in combinations(table, 2):
            forbidden += b in model.forbidden[a]
            repeated += model.met[a].get(b, 0)
            back_to_back += b in model.met_last[a]
        levels = [model.levels[player] for player in table]
        difference += (max(levels) - min(levels)) ** 2
        seats += sum(model.seat_excess[player][seat] for seat, player in enumerate(table))
        if model.is_small(len(table)):
            small += sum(model.small_excess[player] for player in table)
    small += sum(model.bye_excess[player] for player in byes)
    return Cost(forbidden, repeated, back_to_back, difference, seats, small)
