"""What a live game needs for itself, measured object by object at the end of games.

An object that several games reach is shared: geometry, ruleset, constants. What only one of them
reaches is that game's own. What Python keeps only once, such as small numbers, is left out.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from msgspec import Struct

from bench.recorded import fold_ledger, record
from bench.report import Bar, Row
from bench.rounds import Effort, Figure

KIB = 1024
KEPT_ONCE = range(-5, 257)
"""The whole numbers that CPython makes only once."""


def measure(effort: Effort) -> list[Row]:
    """The largest of several games, with the game's own island and without."""
    games = effort.size(24, 4)
    ledgers = record(games)
    states: list[Any] = [fold_ledger(ledgers[i]) for i in effort.counted("memory", games)]
    without = own_sizes(states, [[state.board] for state in states])
    whole = own_sizes(states, [[] for _ in states])
    return [
        Row(
            what="memory of a live game, largest",
            ours=Figure(max(without), min(without), max(without), "KiB"),
            bar=Bar(most=25.0),
            details={"games": games},
        ),
        Row(
            what="… with its own board",
            ours=Figure(max(whole), min(whole), max(whole), "KiB"),
            details={"games": games},
        ),
    ]


def own_sizes(roots: list[Any], left_out: list[list[Any]]) -> list[float]:
    """In KiB, for each root, what no other root reaches."""
    found = [reached(root, out) for root, out in zip(roots, left_out, strict=True)]
    holders = Counter(id_ for objects in found for id_ in objects)
    return [
        sum(sys.getsizeof(value) for id_, value in objects.items() if holders[id_] == 1) / KIB
        for objects in found
    ]


def reached(root: Any, left_out: Iterable[Any]) -> dict[int, Any]:
    """All objects that hang on this one, by identity, but for what is left out."""
    out = {id(value) for value in left_out}
    found: dict[int, Any] = {}
    todo = [root]
    while todo:
        value = todo.pop()
        if id(value) not in out and id(value) not in found and not _is_kept_once(value):
            found[id(value)] = value
            todo += _parts(value)
    return found


def _is_kept_once(value: Any) -> bool:
    if isinstance(value, int):
        return isinstance(value, bool) or value in KEPT_ONCE
    return value is None or isinstance(value, type | FunctionType)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if isinstance(value, Struct):
        return [getattr(value, name) for name in value.__struct_fields__]
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    parts = [getattr(value, name) for name in names if hasattr(value, name)]
    return [*parts, vars(value)] if hasattr(value, "__dict__") else parts
