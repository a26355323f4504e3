"""A client that knows no rules: it fills in forms by what `/actions?words=` says of them."""

import re
from random import Random
from typing import Any


def filled_in(action: dict[str, Any], random: Random) -> dict[str, Any]:
    """A command made from the form of an open choice."""
    body = {name: value for name, value in action["template"].items() if value is not None}
    narrowed: dict[str, Any] = {}
    for field in action["form"]:
        if field["name"] in body or "set_by" in field:
            continue
        if not field["required"] and random.random() < 0.5:
            continue
        taken = {one for name in field.get("apart_from", ()) for one in _values_in(body.get(name))}
        limits = narrowed.get(field["name"], {})
        left_out = taken | set(limits.get("without", ()))
        values = [one for one in field.get("values", ()) if one["value"] not in left_out]
        value, chosen = _value(field, values, limits, random, others=_wanted_apart(action, field))
        body[field["name"]] = value
        if chosen is not None:
            body |= chosen.get("sets", {})
            narrowed |= chosen.get("narrows", {})
    return body


def _wanted_apart(action: dict[str, Any], field: dict[str, Any]) -> int:
    """How many values of this field have to be left for fields that come later."""
    return 1 if field.get("apart_from") and field["kind"] == "cards" else 0


def _values_in(value: Any) -> list[Any]:
    return list(value) if isinstance(value, dict | list) else [] if value is None else [value]


def _value(
    field: dict[str, Any],
    values: list[dict[str, Any]],
    limits: dict[str, Any],
    random: Random,
    others: int,
) -> tuple[Any, dict[str, Any] | None]:
    match field["kind"]:
        case "cards":
            kinds = random.sample(values, max(1, len(values) - others)) if others else values
            return _cards(field, kinds, limits, random), None
        case "choice":
            chosen = random.choice(values)
            return chosen["value"], chosen
        case "choices":
            count = random.randint(field["least"], min(field["greatest"], len(values)))
            return [one["value"] for one in random.sample(values, count)], None
        case "number":
            spans = field.get("spans") or [[field["least"], field["greatest"]]]
            return random.randint(*random.choice(spans)), None
        case "numbers":
            return [random.randint(field["least"], field["greatest"]) for _ in values], None
        case "random":
            return "".join(random.choices(field["alphabet"], k=field["greatest_length"])), None
        case "text":
            suggested = [one["value"] for one in field.get("values", ())]
            text = random.choice(suggested) if suggested else "It has to be"
            assert re.fullmatch(field.get("pattern", ".+"), text)
            return text, None
        case kind:
            raise AssertionError(f"no client knows fields of the kind {kind}")


def _cards(
    field: dict[str, Any], values: list[dict[str, Any]], limits: dict[str, Any], random: Random
) -> dict[str, int]:
    pile = [one["value"] for one in values for _ in range(one["most"])]
    if "total" in field:
        count = field["total"]
    else:
        most = min(limits.get("greatest_total", field["greatest_total"]), len(pile), 6)
        count = random.randint(field["least_total"], most)
    drawn = random.sample(pile, count)
    return {one: drawn.count(one) for one in drawn}
