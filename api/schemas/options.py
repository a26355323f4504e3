"""Options of games: as a client sends them when it opens a game, and as lists show them."""

from typing import Any

import msgspec

from api.schemas.components import Components
from api.schemas.json_schema import (
    REF,
    JsonSchema,
    inlined,
    merged_objects,
    pascal_case,
    tidied,
)
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset

JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS = "#/$defs/"
A_MAP = {
    "description": "A map that the host has made, by its title. The game's view shows all of it.",
    "type": "object",
    "properties": {"title": {"type": "string", "description": "Empty if it has none"}},
    "required": ["title"],
}


def presets(ruleset: AnyRuleset) -> dict[str, dict[str, Any]]:
    """Complete sets of options by name, the usual set first."""
    most, opening = ruleset.seats[-1], ruleset.opening
    return {name: _as_json(opening.read_options(o, most)) for name, o in opening.presets.items()}


def options_schema(ruleset: AnyRuleset) -> JsonSchema:
    """The JSON schema of options as a client sends them: each of them may be left out."""
    schema = _as_json(msgspec.json.schema(ruleset.opening.options))
    definitions: dict[str, Any] = schema["$defs"]
    whole = definitions.pop(ruleset.opening.options.__name__)
    usual = next(iter(presets(ruleset).values()))
    for name in whole["properties"].keys() & usual.keys():
        whole["properties"][name]["default"] = usual[name]
    return {
        "$schema": JSON_SCHEMA,
        "type": "object",
        "properties": whole["properties"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def add_new_games(new_game: JsonSchema, components: Components) -> dict[str, str]:
    """Add the schema of a new game of each ruleset. Returns their names by ruleset."""
    return {
        name: _add_new_game(ruleset, new_game, components) for name, ruleset in RULESETS.items()
    }


def _add_new_game(ruleset: AnyRuleset, new_game: JsonSchema, components: Components) -> str:
    name = f"New{pascal_case(ruleset.name)}Game"
    options = tidied(options_schema(ruleset), keep_defaults=True)
    # What a client sends may leave more out than what it is sent.
    parts = {f"New{part}": schema for part, schema in options["$defs"].items()}
    parts[f"{name}Options"] = {
        "description": f"Options of a game of `{ruleset.name}`; those left out get their defaults.",
        "type": "object",
        "properties": options["properties"],
        "additionalProperties": False,
    }
    properties = new_game["properties"] | {
        "ruleset": {"type": "string", "const": ruleset.name},
        "players": new_game["properties"]["players"]
        | {"minimum": ruleset.seats[0], "maximum": ruleset.seats[-1], "example": ruleset.seats[-1]},
        "options": {"$ref": f"{REF}{name}Options"},
    }
    parts[name] = new_game | {
        "description": f"A game of `{ruleset.name}` to be opened.",
        "properties": properties,
    }
    found = {part: _with_references(schema) for part, schema in parts.items()}
    return components.add(ruleset.name, found)[name]


def _with_references(schema: Any) -> Any:
    """A schema that refers to components in place of definitions of its own."""
    if isinstance(schema, list):
        return [_with_references(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str):
        ref = schema["$ref"]
        if ref.startswith(DEFINITIONS):
            ref = f"{REF}New{ref.removeprefix(DEFINITIONS)}"
        return {**schema, "$ref": ref}
    return {key: _with_references(inner) for key, inner in schema.items()}


def listed_options() -> JsonSchema:
    """The schema of options as lists show them: complete, but with only the title of a map."""
    merged = merged_objects({name: _listed_options(one) for name, one in RULESETS.items()})
    return {
        **merged,
        "description": "All options of a game. Which there are depends on its ruleset.",
    }


def _listed_options(ruleset: AnyRuleset) -> JsonSchema:
    kind = ruleset.opening.options
    _, components = msgspec.json.schema_components([kind], ref_template=REF + "{name}")
    options = components[kind.__name__]
    for choice in options["properties"].get("board", {}).get("anyOf", ()):
        if "$ref" in choice:
            components[choice["$ref"].removeprefix(REF)] = A_MAP
    described: JsonSchema = tidied(inlined(options, components))
    return described


def _as_json(value: Any) -> Any:
    """A value as a client reads it from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
