"""Examples of requests and responses: recorded ones, or made from the examples of fields."""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from api.schemas.json_schema import REF, JsonSchema

A_TIME = 1_767_225_600_000
A_GAME = "p07-0123456789abcdef0123456789abcdef"
A_PLAYER = "u-0123456789abcdef0123"
A_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
BY_NAME: dict[str, Any] = {
    "actor": A_PLAYER,
    "as": "organizer",
    "at": A_TIME,
    "call": "/v1/games/<game_id>/talk",
    "date": "2026-01-01",
    "export": f"/v1/games/{A_GAME}/export",
    "game_id": A_GAME,
    "hash": A_HASH,
    "head": A_HASH,
    "host": A_PLAYER,
    "method": "swaps-1",
    "name": "Ada",
    "other_id": "u-9876543210fedcba9876",
    "phase": "main",
    "player": A_PLAYER,
    "player_id": A_PLAYER,
    "ruleset": "base",
    "reason": "It is rude.",
    "reporter_id": "u-9876543210fedcba9876",
    "report_id": "r-0123456789abcdef01234567",
    "role": "player",
    "seed": A_HASH,
    "seek_id": "s-0123456789abcdef0123456789abcdef",
    "token": "hx_0123456789abcdef",
    "text": "We do not agree about a trade.",
    "title": "Spring Cup",
    "tournament_id": "tour-0123456789abcdef0123456789abcdef",
    "token_id": "t-0123456789ab",
    "url": "https://example.org/turns?of=ada",
}
"""Values of properties and parameters that have no example of their own, by name."""
_ANSWERS = "answers.json"
_SIMPLE = {"boolean": False, "integer": 0, "number": 0.0, "string": "", "null": None}


def recorded_answers() -> dict[str, Any]:
    """What a real service answered, by the id of the operation; long lists are cut."""
    file = resources.files(__package__) / _ANSWERS
    answers: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return answers


class Examples:
    """Makes values that fit schemas, which refer to these components."""

    def __init__(self, components: Mapping[str, JsonSchema]) -> None:
        self._components = components

    def example(self, schema: JsonSchema, name: str = "") -> Any:
        """A value that fits a schema; `name` is that of the property that has it."""
        found, value = _given(schema)
        if found:
            return value
        if "$ref" in schema:
            return self.example(self._components[schema["$ref"].removeprefix(REF)], name)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.example(schema[key][0], name)
        kind = schema.get("type")
        if isinstance(kind, list):
            # What may be null is no value that every reader expects.
            kind = kind[0] if name in BY_NAME else "null"
        if kind == "object":
            return self._object(schema)
        if kind == "array":
            # The name of a list is that of its items in the plural.
            item = self.example(schema["items"], name.removesuffix("s"))
            return [] if item == "" else [item] * max(1, schema.get("minItems", 1))
        if name in BY_NAME and kind == _kind_of(BY_NAME[name]):
            return BY_NAME[name]
        if kind == "integer" and name.endswith("_at"):
            return A_TIME
        if kind in ("integer", "number") and "minimum" in schema:
            return schema["minimum"]
        return _SIMPLE.get(str(kind))

    def _object(self, schema: JsonSchema) -> dict[str, Any]:
        required = schema.get("required", ())
        made = {
            name: self.example(inner, name)
            for name, inner in schema.get("properties", {}).items()
            if name in required or "example" in inner
        }
        values = schema.get("additionalProperties")
        if not made and isinstance(values, dict):
            keys = schema.get("propertyNames", {}).get("enum", ["name"])
            made[keys[0]] = self.example(values)
        return made


def _given(schema: JsonSchema) -> tuple[bool, Any]:
    """Whether a schema says itself which value may stand for all, and that value."""
    for key in ("example", "const"):
        if key in schema:
            return True, schema[key]
    for key in ("examples", "enum"):
        if schema.get(key):
            return True, schema[key][0]
    return False, None


def _kind_of(value: Any) -> str:
    return {str: "string", int: "integer"}[type(value)]
