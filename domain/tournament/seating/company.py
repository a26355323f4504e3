"""The first part of the search: who meets whom.

Two players of different tables change places if that is no worse than it is now, or than it was
some steps ago (late acceptance), which leads out of dead ends. A step is one exchange that is
looked at.
"""

from domain.tournament.seating.position import Bag, Position
from domain.tournament.seating.problem import Cost
from domain.tournament.seating.words import Words

LATE = 40
"""With the cost of so many steps ago a new one is compared."""
NEAR, WIDEST, FAR_ONCE_IN = 4, 9, 64
"""Where levels count, partners for an exchange are up to 2⁴ places apart, sometimes 2⁹."""


def find_company(position: Position, bound: Cost, words: Words, steps: int) -> int:
    """Improve who meets whom until it costs what it must; how many steps that took."""
    weights, movable, below = position.weights, position.movable, words.below
    tables, table_of = position.tables, position.table_of
    meetings = [weights.meetings(table) for table in tables]
    differences = [weights.difference(table) for table in tables]
    bad = Bag(number for number, cost in enumerate(meetings) if cost)
    cost = sum(meetings) + sum(differences)
    least = weights.total(bound)
    best, best_tables = cost, [table[:] for table in tables]
    late = [cost] * LATE
    place_of = {player: place for place, player in enumerate(movable)}
    step = 0
    while step < steps and best > least and len(movable) > 1:
        step += 1
        # Meetings count most. Where levels count, too, any table may be better than it is.
        if bad.items and not (weights.has_levels and step % 2):
            table = tables[bad.items[below(len(bad.items))]]
            a = table[below(len(table))]
        else:
            a = movable[below(len(movable))]
        if a not in place_of:
            continue
        if weights.has_levels:
            width = 2 << below(NEAR if below(FAR_ONCE_IN) else WIDEST)
            place = place_of[a] - width + below(2 * width + 1)
            b = movable[min(max(place, 0), len(movable) - 1)]
        else:
            b = movable[below(len(movable))]
        first, second = table_of[a], table_of[b]
        if first == second:
            continue
        here, there = tables[first], tables[second]
        more_here = weights.meetings_after(here, a, b)
        more_there = weights.meetings_after(there, b, a)
        new_cost = cost + more_here + more_there
        if weights.has_levels:
            difference_here = weights.difference_after(here, a, b)
            difference_there = weights.difference_after(there, b, a)
            new_cost += difference_here + difference_there
            new_cost -= differences[first] + differences[second]
        if new_cost <= cost or new_cost <= late[step % LATE]:
            position.exchange(a, b)
            if weights.has_levels:
                differences[first], differences[second] = difference_here, difference_there
            for number, more in ((first, more_here), (second, more_there)):
                if more:
                    meetings[number] += more
                    bad.keep(number, meetings[number] > 0)
            if weights.has_levels and more_here + more_there < 0:
                # Against the cost of a meeting any difference in level would pass.
                late = [new_cost] * LATE
            cost = new_cost
            if cost < best:
                best, best_tables = cost, [table[:] for table in tables]
        late[step % LATE] = cost
    position.put(best_tables)
    return step
