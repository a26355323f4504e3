"""The shapes of views, ruleset by ruleset, as components of the API description."""

from collections.abc import Iterable

from api.schemas.structs import REF, JsonSchema, Kind, StructSchemas
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset

VERSION: JsonSchema = {
    "type": "integer",
    "minimum": 1,
    "description": "The version of the game that is shown: how many commits it has",
}
SERVER_TIME: JsonSchema = {
    "type": "integer",
    "description": "The time of the server in milliseconds since 1970, if the game has clocks",
}


def view_components(ruleset: AnyRuleset) -> dict[str, JsonSchema]:
    """JSON schemas by component name: each view of a ruleset, and each struct within one."""
    types = ruleset.views.types
    parts: dict[str, tuple[tuple[Kind, ...], str]] = {
        "GameView": (types.views, "All that a viewer may know"),
        "Board": (types.boards, "The board and the pieces on it"),
        "Hand": (types.hands, "What a seat holds"),
        "Stats": ((ruleset.statistics.shown,), "The statistics"),
    }
    roots = [kind for kinds, _ in parts.values() for kind in kinds]
    schemas = StructSchemas(roots, f"{ruleset.name}.view.")
    found = {
        _name(ruleset.name, part): _versioned(
            schemas, kinds, f"{text} in a game of `{ruleset.name}`."
        )
        for part, (kinds, text) in parts.items()
    }
    game = found[_name(ruleset.name, "GameView")]["properties"]
    game["ruleset"] = {"const": ruleset.name}
    game["server_time"] = SERVER_TIME
    return {**found, **dict(sorted(schemas.components.items()))}


def by_ruleset(part: str) -> JsonSchema:
    """The schema of a view of any ruleset; that of the whole game says which ruleset it is of."""
    refs = {name: REF + _name(name, part) for name in RULESETS}
    if part != "GameView":
        return {"anyOf": [{"$ref": ref} for ref in refs.values()]}
    return {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "ruleset", "mapping": refs},
    }


def _versioned(schemas: StructSchemas, kinds: Iterable[Kind], description: str) -> JsonSchema:
    """A view as it is sent: with its version first."""
    merged = schemas.merged(kinds)
    return {
        **merged,
        "description": description,
        "properties": {"version": VERSION, **merged["properties"]},
        "required": ["version", *merged["required"]],
    }


def _name(ruleset: str, part: str) -> str:
    return f"{ruleset}.{part}"
