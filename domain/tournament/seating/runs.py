"""The best split of players in order of level into tables, if nothing but level counted."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

State: TypeAlias = tuple[int, int, int]
"""How many tables of the larger and of the smaller size are full, and how many sit out."""


def best_runs(levels: Sequence[int], sizes: Sequence[int], byes: int) -> tuple[int, list[int]]:
    """The least sum of squared differences, and the runs in order: a table's size, or 0 for a bye.

    `levels` are sorted; sizes are of two kinds at most. A table takes neighbours, since a player
    who sits out between them would not lower its difference.
    """
    counts = Counter(sizes)
    larger, smaller = max(counts), min(counts)
    limits: State = (counts[larger], counts[smaller] if smaller != larger else 0, byes)
    best: dict[State, tuple[int, State | None, int]] = {(0, 0, 0): (0, None, 0)}
    for state in product(range(limits[0] + 1), range(limits[1] + 1), range(limits[2] + 1)):
        end = state[0] * larger + state[1] * smaller + state[2]
        for kind, size in enumerate((larger, smaller, 0)):
            if state[kind]:
                before = (
                    state[0] - (kind == 0),
                    state[1] - (kind == 1),
                    state[2] - (kind == 2),
                )
                difference = levels[end - 1] - levels[end - size] if size else 0
                cost = best[before][0] + difference**2
                if state not in best or cost < best[state][0]:
                    best[state] = (cost, before, size)
    return best[limits][0], _path(best, limits)


def _path(best: dict[State, tuple[int, State | None, int]], end: State) -> list[int]:
    runs = []
    _, before, size = best[end]
    while before is not None:
        runs.append(size)
        _, before, size = best[before]
    return runs[::-1]
