"""A seating on its way to a better one, and what the search counts with."""

from collections.abc import Iterable, Sequence

from domain.tournament.seating.cost import cost_in_numbers
from domain.tournament.seating.model import Model
from domain.tournament.seating.problem import Cost


class Position:
    """Tables of players, and where everybody sits."""

    def __init__(self, model: Model, tables: list[list[int]], byes: list[int]) -> None:
        self.model = model
        self.byes = byes
        self.weights = Weights(model)
        self.put(tables)
        by_level = sorted(range(model.players), key=lambda one: (model.levels[one], one))
        self.movable = [
            player
            for player in by_level
            if self.table_of[player] >= 0 and player not in model.fixed_table
        ]
        """Whom the search may move, in order of level."""

    def put(self, tables: list[list[int]]) -> None:
        self.tables = tables
        self.table_of = [-1] * self.model.players
        for number, table in enumerate(tables):
            for player in table:
                self.table_of[player] = number

    def exchange(self, a: int, b: int) -> None:
        """Two players of different tables change places."""
        first, second = self.table_of[a], self.table_of[b]
        here, there = self.tables[first], self.tables[second]
        here[here.index(a)], there[there.index(b)] = b, a
        self.table_of[a], self.table_of[b] = second, first

    @property
    def cost(self) -> Cost:
        return cost_in_numbers(self.model, self.tables, self.byes)


class Weights:
    """The first four numbers of a cost in one, in which each outweighs all that follow.

    Meetings are by pair, and only pairs that cost something are here.
    """

    def __init__(self, model: Model) -> None:
        self._levels = model.levels
        self.has_levels = len(set(model.levels)) > 1
        pairs = sum(size * (size - 1) // 2 for size in model.sizes)
        self._back_to_back = len(model.sizes) * (max(model.levels) - min(model.levels)) ** 2 + 1
        self._repeated = self._back_to_back * (pairs + 1)
        self._forbidden = self._repeated * (pairs * len(model.problem.history) + 1)
        self.of: list[dict[int, int]] = []
        """By player: what meeting another one costs."""
        for player in range(model.players):
            row = {other: met * self._repeated for other, met in model.met[player].items()}
            for other in model.met_last[player]:
                row[other] += self._back_to_back
            for other in model.forbidden[player]:
                row[other] = row.get(other, 0) + self._forbidden
            self.of.append(row)

    def total(self, cost: Cost) -> int:
        """A cost as one number, seats and small tables left out."""
        return (
            cost.forbidden_pairs * self._forbidden
            + cost.repeated_opponents * self._repeated
            + cost.back_to_back * self._back_to_back
            + cost.standing_difference
        )

    def meetings(self, table: Sequence[int]) -> int:
        """What the meetings at a table cost."""
        return sum(self.of[a].get(b, 0) for at, a in enumerate(table) for b in table[:at])

    def difference(self, table: Sequence[int]) -> int:
        """What the levels at a table cost."""
        levels = [self._levels[player] for player in table]
        return (max(levels) - min(levels)) ** 2

    def meetings_after(self, table: Sequence[int], leaves: int, comes: int) -> int:
        """How much more the meetings at a table cost if one player takes another's place."""
        gone, new = self.of[leaves], self.of[comes]
        more = 0
        for player in table:
            if player != leaves:
                more += new.get(player, 0) - gone.get(player, 0)
        return more

    def difference_after(self, table: Sequence[int], leaves: int, comes: int) -> int:
        """What the levels at a table cost if one player takes another's place."""
        return self.difference([comes if player == leaves else player for player in table])


class Bag:
    """Numbers, each at most once, from which one can be drawn by its place."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.items = list(numbers)
        self._place = {number: place for place, number in enumerate(self.items)}

    def keep(self, number: int, is_in: bool) -> None:
        """Put a number in, or take it out."""
        if is_in == (number in self._place):
            return
        if is_in:
            self._place[number] = len(self.items)
            self.items.append(number)
        else:
            place, last = self._place.pop(number), self.items.pop()
            if last != number:
                self.items[place] = last
                self._place[last] = place
