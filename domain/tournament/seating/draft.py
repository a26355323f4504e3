"""The way in: seat a round.

Steps are counted and time is not, so that anybody who repeats the search finds the same.
"""

from collections.abc import Iterable

from domain.tournament.seating.bound import bound_in_numbers
from domain.tournament.seating.chairs import find_chairs, order_seats
from domain.tournament.seating.company import find_company
from domain.tournament.seating.model import Model, model_of
from domain.tournament.seating.plans import proposals
from domain.tournament.seating.position import Position
from domain.tournament.seating.problem import Cost, Seating, SeatingProblem
from domain.tournament.seating.runs import best_runs
from domain.tournament.seating.words import Words

MOST_STARTS = 8
PLAYERS_FOR_ONE_START = 200


def seat_round(problem: SeatingProblem) -> Seating:
    """The best seating that the seeded search finds; the same for the same problem, everywhere.

    Raises a `RuleViolation` (`seating/…`) if the players cannot be seated at all.
    """
    model = model_of(problem)
    bound = bound_in_numbers(model)
    if problem.manner == "seeded":
        position = _seeded(model)
    else:
        position = _planned(model, bound) or _searched(model, bound)
    if problem.manner == "by_standing":
        _best_tables_first(position)
    return Seating(
        tables=tuple(map(model.names, position.tables)),
        byes=model.names(sorted(position.byes)),
        cost=position.cost,
        bound=bound,
        seed=problem.seed,
    )


def _planned(model: Model, bound: Cost) -> Position | None:
    """The next round of a plan, if it costs no more than any must in whom players meet.

    Nobody is moved to another table then, or later rounds could not follow the plan.
    """
    best: Position | None = None
    for tables, byes in proposals(model):
        position = Position(model, tables, byes)
        if position.weights.total(position.cost) > position.weights.total(bound):
            continue
        order_seats(position)
        if best is None or position.cost < best.cost:
            best = position
        if best.cost <= bound:
            break
    return best


def _searched(model: Model, bound: Cost) -> Position:
    """The best of several starts, which share the steps; what a start leaves the next may use."""
    words = Words(model.problem.seed)
    left = model.problem.steps
    best: Position | None = None
    for more_starts in reversed(range(_starts(model.players))):
        position = _dealt(model, words)
        share = left // (more_starts + 1)
        for_company = share * 3 // 4
        taken = find_company(position, bound, words, for_company)
        taken += find_chairs(position, bound, words, min(share - taken, share // 2))
        left -= taken
        if best is None or position.cost < best.cost:
            best = position
        if best.cost <= bound:
            break
    assert best is not None
    return best


def _starts(players: int) -> int:
    return max(1, min(MOST_STARTS, PLAYERS_FOR_ONE_START // players))


def _dealt(model: Model, words: Words) -> Position:
    """A start: players at random, or in order of level with equals at random."""
    order = list(range(model.players))
    words.shuffle(order)
    byes = _sitting_out(model, order)
    order.sort(key=lambda player: model.levels[player])
    waiting = [one for one in order if one not in byes and one not in model.fixed_table]
    if model.fixed_table:
        sizes = list(range(len(model.sizes)))
    else:
        sizes = _tables_in_order_of_level(model, waiting)
    return Position(model, _filled(model, waiting, sizes), byes)


def _sitting_out(model: Model, drawn: Iterable[int]) -> list[int]:
    """Who sits out: those who did so least often, the last in order if standing counts."""
    if model.problem.manner == "by_standing":
        drawn = reversed(range(model.players))
    free = (one for one in drawn if one not in model.fixed_byes and one not in model.fixed_table)
    most_entitled = sorted(free, key=lambda player: model.bye_excess[player])
    return [*sorted(model.fixed_byes), *most_entitled[: model.byes - len(model.fixed_byes)]]


def _tables_in_order_of_level(model: Model, players: list[int]) -> list[int]:
    """Tables in the order in which they take the next players."""
    _, runs = best_runs([model.levels[player] for player in players], model.sizes, 0)
    numbers = {
        size: iter([number for number, one in enumerate(model.sizes) if one == size])
        for size in set(model.sizes)
    }
    return [next(numbers[size]) for size in runs]


def _filled(model: Model, waiting: Iterable[int], order: Iterable[int]) -> list[list[int]]:
    """The tables, each filled with who waits, after those who have a fixed place there.

    Where levels count, who would meet somebody again lets others go first: that costs less
    than to part them later.
    """
    tables: list[list[int]] = [[] for _ in model.sizes]
    for player, number in model.fixed_table.items():
        tables[number].append(player)
    is_choosy = model.problem.manner == "by_standing"
    coming = list(waiting)[::-1]
    for number in order:
        table, passed = tables[number], []
        while len(table) < model.sizes[number] and coming:
            player = coming.pop()
            if is_choosy and any(one in model.met[player] for one in table):
                passed.append(player)
            else:
                table.append(player)
        while len(table) < model.sizes[number]:
            table.append(passed.pop(0))
        coming.extend(reversed(passed))
    return tables


def _seeded(model: Model) -> Position:
    """The best go to tables one after the other, the next best back the same way, and so on."""
    byes = _sitting_out(model, reversed(range(model.players)))
    tables: list[list[int]] = [[] for _ in model.sizes]
    for player, table in model.fixed_table.items():
        tables[table].append(player)
    waiting = [
        one for one in range(model.players) if one not in byes and one not in model.fixed_table
    ]
    way = list(range(len(tables)))
    while waiting:
        for number in way:
            if waiting and len(tables[number]) < model.sizes[number]:
                tables[number].append(waiting.pop(0))
        way.reverse()
    return Position(model, [sorted(table) for table in tables], byes)


def _best_tables_first(position: Position) -> None:
    """Number tables of the same size by their best player, if no place is fixed."""
    if not position.model.fixed_table:
        position.put(sorted(position.tables, key=lambda table: (-len(table), min(table))))
