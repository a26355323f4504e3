"""What the bounds of an open choice say: whether a command is inside them."""

import re
from collections.abc import Mapping
from typing import Any

from domain.messages import Command


def is_inside(command: Command, bounds: Mapping[str, Any]) -> bool:
    """Whether every field of a command keeps to its bounds."""
    one, *other = bounds.get("apart", (None,))
    if other and not _are_apart(getattr(command, one), getattr(command, other[0])):
        return False
    if isinstance(bounds.get("give"), list):
        return _is_bank_trade(command, bounds)
    return all(
        _keeps_to(getattr(command, name), bound)
        for name, bound in bounds.items()
        if name != "apart"
    )


def _are_apart(one: Any, other: Any) -> bool:
    return not one.keys() & other.keys() if isinstance(one, dict) else bool(one != other)


def _is_bank_trade(command: Any, bounds: Mapping[str, Any]) -> bool:
    """One card a lot, none of the resource given."""
    total = sum(command.take.values())
    return (
        any(
            (way["resource"], way["rate"]) == (command.give, command.rate)
            and 1 <= total <= way["most_lots"]
            for way in bounds["give"]
        )
        and command.give not in command.take
        and _are_among(command.take, bounds["take"]["most"])
    )


def _keeps_to(value: Any, bound: Mapping[str, Any]) -> bool:
    if value in bound.get("none_of", ()):
        return False
    if "spans" in bound:
        return any(first <= value <= last for first, last in bound["spans"])
    if "pattern" in bound:
        return re.fullmatch(bound["pattern"], value) is not None
    if "one_of" in bound:
        return value in bound["one_of"]
    if "each_of" in bound:
        chosen = set(value)
        return chosen <= set(bound["each_of"]) and bound["least"] <= len(chosen) == len(value)
    if "seats" in bound:
        if value is None:
            return "all" in bound
        return 0 < len(set(value)) == len(value) and set(value) <= set(bound["seats"])
    total = sum(value.values())
    in_all = total == bound["total"] if "total" in bound else total >= bound["least_total"]
    return in_all and _are_among(value, bound["most"])


def _are_among(cards: Mapping[str, int], most: Mapping[str, int]) -> bool:
    return all(0 < count <= most.get(resource, 0) for resource, count in cards.items())
