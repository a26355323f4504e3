"""A client that keeps a view current by what `docs/following.md` says, and knows no rules."""

from copy import deepcopy
from typing import Any


def patched(value: Any, patch: list[dict[str, Any]]) -> Any:
    """A value after the steps of a JSON Patch with add, remove and replace."""
    value = deepcopy(value)
    for step in patch:
        names = [_unescaped(part) for part in step["path"].split("/")[1:]]
        if not names:
            value = deepcopy(step["value"])
            continue
        *way, last = names
        place = value
        for name in way:
            place = place[int(name)] if isinstance(place, list) else place[name]
        _change(place, last, step)
    return value


def _change(place: Any, name: str, step: dict[str, Any]) -> None:
    key: Any = int(name) if isinstance(place, list) else name
    if step["op"] == "remove":
        del place[key]
    elif step["op"] == "add" and isinstance(place, list):
        assert key <= len(place)
        place.insert(key, deepcopy(step["value"]))
    else:
        assert step["op"] == "add" or isinstance(place, list) or key in place
        place[key] = deepcopy(step["value"])


def _unescaped(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")
