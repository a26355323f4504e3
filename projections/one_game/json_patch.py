"""The difference of two JSON values as a JSON Patch (RFC 6902): add, remove and replace only."""

from typing import Any, TypeAlias

import msgspec

Operation: TypeAlias = dict[str, Any]
Patch: TypeAlias = list[Operation]


def difference(old: Any, new: Any, path: str = "") -> Patch:
    """The operations that make `new` of `old`, in order.

    A list or an object is replaced as a whole where that is shorter. Values in the same place
    have the same type: true and 1 count as equal, as everywhere in Python.
    """
    if old == new:
        return []
    whole: Patch = [{"op": "replace", "path": path, "value": new}]
    if isinstance(old, dict) and isinstance(new, dict):
        steps = _object_difference(old, new, path)
    elif isinstance(old, list) and isinstance(new, list):
        steps = _list_difference(old, new, path)
    else:
        return whole
    return steps if _size(steps) <= _size(whole) else whole


def _object_difference(old: dict[str, Any], new: dict[str, Any], path: str) -> Patch:
    steps: Patch = [
        {"op": "remove", "path": f"{path}/{_escaped(name)}"} for name in old if name not in new
    ]
    for name, value in new.items():
        inner = f"{path}/{_escaped(name)}"
        if name in old:
            steps += difference(old[name], value, inner)
        else:
            steps.append({"op": "add", "path": inner, "value": value})
    return steps


def _list_difference(old: list[Any], new: list[Any], path: str) -> Patch:
    """What is equal at both ends stays; in between element by element, then the rest."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    steps: Patch = []
    for i, (one, other) in enumerate(zip(before, after, strict=False), start):
        steps += difference(one, other, f"{path}/{i}")
    both = start + min(len(before), len(after))
    for i in reversed(range(both, start + len(before))):
        steps.append({"op": "remove", "path": f"{path}/{i}"})
    for i in range(both, start + len(after)):
        steps.append({"op": "add", "path": f"{path}/{i}", "value": new[i]})
    return steps


def _escaped(name: str) -> str:
    """A name as part of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _size(patch: Patch) -> int:
    return len(msgspec.json.encode(patch))
