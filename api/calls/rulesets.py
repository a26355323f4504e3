"""Rulesets as clients see them: how many players, which commands, bots and options."""

from typing import Any

import msgspec

from api.schemas.commands import postable, tag_of
from domain.ruleset import AnyRuleset
from presentation.registry import presentation_of

JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"


def ruleset_description(ruleset: AnyRuleset) -> dict[str, Any]:
    """Everything that a client needs to open a game of this ruleset."""
    presentation = presentation_of(ruleset.name)
    return {
        "name": ruleset.name,
        "rules": ruleset.rules,
        "schema": ruleset.schema,
        "players": {"min": ruleset.seats[0], "max": ruleset.seats[-1]},
        "options": {
            "schema": options_schema(ruleset),
            "presets": presets(ruleset),
            "titles": {preset: dict(names) for preset, names in presentation.titles.items()},
        },
        "commands": sorted(tag_of(kind) for kind in postable(ruleset)),
        "bots": list(ruleset.bots),
        "languages": list(presentation.languages),
    }


def presets(ruleset: AnyRuleset) -> dict[str, dict[str, Any]]:
    """Complete sets of options by name, the usual set first."""
    most, opening = ruleset.seats[-1], ruleset.opening
    return {name: _as_json(opening.read_options(o, most)) for name, o in opening.presets.items()}


def options_schema(ruleset: AnyRuleset) -> dict[str, Any]:
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


def _as_json(value: Any) -> Any:
    """A value as a client reads it from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
