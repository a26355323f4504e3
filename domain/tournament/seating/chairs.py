"""The second part of the search: seats and small tables, with nothing given up for them."""

from collections.abc import Sequence
from itertools import permutations

from domain.ids import Seat
from domain.tournament.seating.model import Model
from domain.tournament.seating.position import Bag, Position
from domain.tournament.seating.problem import Cost
from domain.tournament.seating.words import Words

_IMPOSSIBLE = 1 << 40


class Chairs:
    """What seats cost, and the best order of a table."""

    def __init__(self, model: Model) -> None:
        self._costs = [
            _with_fixed_seat(row, model.fixed_seat.get(player))
            for player, row in enumerate(model.seat_excess)
        ]
        self._orders = {size: tuple(permutations(range(size))) for size in set(model.sizes)}

    def best_order(self, table: Sequence[int]) -> tuple[int, list[int]]:
        """The cheapest order of a table's players by seat: the first one there is, as it comes."""
        rows = [self._costs[player] for player in table]
        least, best = _IMPOSSIBLE * len(rows), tuple(range(len(rows)))
        for order in self._orders[len(rows)]:
            cost = 0
            for seat, place in enumerate(order):
                cost += rows[place][seat]
            if cost < least:
                least, best = cost, order
                if not cost:
                    break
        return least, [table[place] for place in best]


def order_seats(position: Position) -> None:
    """Seat every table as its players have sat least, without moving anybody to another table."""
    chairs = Chairs(position.model)
    position.put([chairs.best_order(table)[1] for table in position.tables])


def find_chairs(position: Position, bound: Cost, words: Words, steps: int) -> int:
    """Exchange players whose seats or tables are unequal; how many steps that took.

    What counts more, who meets whom, never gets worse.
    """
    order_seats(position)
    model, weights, movable, below = position.model, position.weights, position.movable, words.below
    tables, table_of, chairs = position.tables, position.table_of, Chairs(position.model)
    excess = model.small_excess
    seats = [sum(model.seat_excess[one][at] for at, one in enumerate(table)) for table in tables]
    small = [
        sum(excess[player] for player in table) if model.is_small(len(table)) else 0
        for table in tables
    ]
    bad = Bag(number for number in range(len(tables)) if seats[number] or small[number])
    least = (bound.unequal_seats, bound.repeated_small_tables)
    cost = (sum(seats), sum(small) + sum(model.bye_excess[player] for player in position.byes))
    can_move = set(movable)
    step = 0
    while step < steps and bad.items and cost > least:
        step += 1
        first = bad.items[below(len(bad.items))]
        here = tables[first]
        a, b = here[below(len(here))], movable[below(len(movable))]
        second = table_of[b]
        if a not in can_move or first == second:
            continue
        there = tables[second]
        company = weights.meetings_after(here, a, b) + weights.meetings_after(there, b, a)
        if weights.has_levels:
            company += weights.difference_after(here, a, b) - weights.difference(here)
            company += weights.difference_after(there, b, a) - weights.difference(there)
        if company > 0:
            continue
        seats_here, order_here = chairs.best_order([b if one == a else one for one in here])
        seats_there, order_there = chairs.best_order([a if one == b else one for one in there])
        more_seats = seats_here + seats_there - seats[first] - seats[second]
        more_here = excess[b] - excess[a] if model.is_small(len(here)) else 0
        more_there = excess[a] - excess[b] if model.is_small(len(there)) else 0
        if (company, more_seats, more_here + more_there) <= (0, 0, 0):
            cost = (cost[0] + more_seats, cost[1] + more_here + more_there)
            table_of[a], table_of[b] = second, first
            tables[first], tables[second] = order_here, order_there
            seats[first], seats[second] = seats_here, seats_there
            small[first] += more_here
            small[second] += more_there
            for number in (first, second):
                bad.keep(number, bool(seats[number] or small[number]))
    return step


def _with_fixed_seat(costs: tuple[int, ...], seat: Seat | None) -> tuple[int, ...]:
    """The costs of a player's seats, if they must have this one."""
    if seat is None:
        return costs
    return tuple(cost if at == seat else _IMPOSSIBLE for at, cost in enumerate(costs))
