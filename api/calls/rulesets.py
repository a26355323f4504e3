"""Rulesets as clients see them: for whom they are, what they offer, and their options."""

from typing import Any

import msgspec

from api.schemas.commands import postable, tag_of
from domain.ruleset import AnyRuleset
from presentation.registry import presentation_of

JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"


def describe(ruleset: AnyRuleset) -> dict[str, Any]:
    """All that a client needs to offer a game of this ruleset."""
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
    """Complete options by the name of what sets them, the usual ones first."""
    most, opening = ruleset.seats[-1], ruleset.opening
    return {name: _plain(opening.read_options(o, most)) for name, o in opening.presets.items()}


def options_schema(ruleset: AnyRuleset) -> dict[str, Any]:
    """The JSON schema of options as a client gives them: every one may be left out."""
    schema = _plain(msgspec.json.schema(ruleset.opening.options))
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


def _plain(value: Any) -> Any:
    """Just as it will be read from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
