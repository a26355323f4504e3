"""What no seating can go below, number by number.

Every bound leaves out all but one reason for the cost, so it may be too low and is never too high:

- Forbidden pairs: a player with fewer allowed opponents than the smallest table has other places
  lacks some; each such pair is lacked by two players at most. Pairs fixed at one table count.
- Repeated opponents: the same with opponents they have not met. Or, pigeons and holes: the cost is
  the sum over earlier rounds of the pairs who met there and meet again. Players of a new table come
  from the old tables of that round; if there are fewer of those than players, some come from the
  same one, and fewest pairs do if they come evenly. Likewise old tables go apart to the new ones.
- Back to back: pigeons and holes for the last round alone.
- Standing: tables that take players in order of level are the best there are: of two tables, give
  one the lowest and the other the highest, and neither difference grows, or one is cut into two
  parts, whose squares add up to less. The best order of full and small tables is found by dynamic
  programming.
- Seats: of any set of seats, there may be more players who have had no other seat less often than
  there are such seats in the round; the rest pay at least one each.
- Small tables and byes: those who had fewest take all of them.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from domain.tournament.seating.cost import cost_in_numbers
from domain.tournament.seating.model import Model, model_of
from domain.tournament.seating.problem import Cost, PlayedRound, SeatingProblem
from domain.tournament.seating.runs import best_runs


def lower_bound(problem: SeatingProblem) -> Cost:
    """Six numbers; each is at most what the cheapest seating in that number alone costs."""
    return bound_in_numbers(model_of(problem))


def bound_in_numbers(model: Model) -> Cost:
    """The same, of a problem in numbers."""
    fixed = _cost_of_fixed(model)
    history = model.problem.history
    again = [_meetings_again(model, earlier) for earlier in history]
    return Cost(
        forbidden_pairs=max(fixed.forbidden_pairs, _forbidden(model)),
        repeated_opponents=max(fixed.repeated_opponents, sum(again), _lacking_new(model)),
        back_to_back=max(fixed.back_to_back, *again[-1:], 0),
        standing_difference=max(fixed.standing_difference, _standing(model)),
        unequal_seats=max(_fixed_seats(model), _crowded_seats(model)),
        repeated_small_tables=sum(sorted(model.small_excess)[: model.small_places])
        + sum(sorted(model.bye_excess)[: model.byes]),
    )


def _cost_of_fixed(model: Model) -> Cost:
    """What is sure because of players whom an organizer has put at the same table."""
    tables: dict[int, list[int]] = {}
    for player, table in model.fixed_table.items():
        tables.setdefault(table, []).append(player)
    return cost_in_numbers(model, list(tables.values()))


def _fixed_seats(model: Model) -> int:
    return sum(model.seat_excess[player][seat] for player, seat in model.fixed_seat.items())


def _others(model: Model) -> int:
    """How many opponents a player has at least."""
    return min(model.sizes) - 1


def _halved(shares: Iterable[int], sitting_out: int) -> int:
    """Pairs, if each is in the shares of two players at most, some of whom may sit out."""
    kept = sorted(shares)
    return -(-sum(kept[: len(kept) - sitting_out]) // 2)


def _forbidden(model: Model) -> int:
    others, all_others = _others(model), model.players - 1
    lacking = (max(0, others - (all_others - len(pairs))) for pairs in model.forbidden)
    return _halved(lacking, model.byes)


def _lacking_new(model: Model) -> int:
    others, all_others = _others(model), model.players - 1
    lacking = (
        sum(sorted(met.values())[: max(0, others - (all_others - len(met)))]) for met in model.met
    )
    return _halved(lacking, model.byes)


def _pairs_if_even(items: int, holes: int) -> int:
    """The fewest pairs of items in the same hole."""
    each, left = divmod(items, holes)
    return left * (each + 1) * each // 2 + (holes - left) * each * (each - 1) // 2


def _meetings_again(model: Model, earlier: PlayedRound) -> int:
    """The fewest pairs of a round's tables who meet again."""
    groups = [sum(player in model.number for player in table) for table in earlier.tables]
    groups = [size for size in groups if size]
    origins = len(groups) + model.players - sum(groups)
    come_together = sum(_pairs_if_even(size, origins) for size in model.sizes)
    tables = len(model.sizes)
    # Who sits out meets nobody: that spares most where a group is largest.
    spared = sorted(
        ((k - 1) // tables for size in groups for k in range(1, size + 1)), reverse=True
    )
    go_apart = sum(_pairs_if_even(size, tables) for size in groups) - sum(spared[: model.byes])
    return max(come_together, go_apart)


def _standing(model: Model) -> int:
    levels = sorted(model.levels)
    return best_runs(levels, model.sizes, model.byes)[0] if levels[0] != levels[-1] else 0


def _crowded_seats(model: Model) -> int:
    """By how much players who all need the same few seats outnumber those seats."""
    seats = range(max(model.sizes))
    places = [sum(size > seat for size in model.sizes) for seat in seats]
    needed = Counter(
        frozenset(seat for seat in seats if not excess[seat]) for excess in model.seat_excess
    )
    crowded = 0
    for count in seats:
        for chosen in combinations(seats, count + 1):
            held = sum(players for needs, players in needed.items() if needs <= set(chosen))
            crowded = max(crowded, held - model.byes - sum(places[seat] for seat in chosen))
    return crowded
