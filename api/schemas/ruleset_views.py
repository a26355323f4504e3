"""The shapes of views, ruleset by ruleset, as components of the API description."""

from collections.abc import Iterable, Mapping
from typing import Any

from api.schemas.components import Components
from api.schemas.json_schema import JsonSchema, one_of, pascal_case, renamed
from api.schemas.structs import Kind, StructSchemas
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from domain.table.geometry import GeometryApart

VERSION: JsonSchema = {
    "type": "integer",
    "format": "int64",
    "minimum": 1,
    "description": "The version of the game that is shown: how many commits it has",
}
NAMES: JsonSchema = {
    "type": "object",
    "additionalProperties": {"type": ["string", "null"]},
    "description": "The names of the players and the host by id; null for one who is erased",
}
SERVER_TIME: JsonSchema = {
    "type": "integer",
    "format": "int64",
    "description": "The time of the server in milliseconds since 1970, if the game has clocks",
}


def add_views(ruleset: AnyRuleset, components: Components) -> None:
    """Add each view of a ruleset, and each struct within one."""
    types = ruleset.views.types
    _add_parts(
        ruleset,
        components,
        {
            "GameView": (types.views, "All that a viewer may know"),
            "Board": (types.boards, "The board and the pieces on it"),
            "Hand": (types.hands, "What a seat holds"),
        },
        ruleset.views.geometry,
    )
    statistics = {"Stats": ((ruleset.statistics.shown,), "Statistics")}
    _add_parts(ruleset, components, statistics)
    game = components.schemas[view_name(ruleset.name, "GameView")]
    game["properties"] |= {"server_time": SERVER_TIME, "names": NAMES}
    game["required"].append("names")


def add_geometries(components: Components) -> JsonSchema:
    """Add each kind of geometry. Returns the schema of any; `kind` says which one it is."""
    kinds = (ruleset.views.geometry.kind for ruleset in RULESETS.values())
    by_tag: dict[str, Kind] = {str(kind.__struct_config__.tag): kind for kind in kinds}
    structs = StructSchemas(by_tag.values())
    found = {pascal_case(tag) + "Geometry": structs.merged([kind]) for tag, kind in by_tag.items()}
    names = components.add("geometry", structs.components)
    components.add("geometry", {name: renamed(schema, names) for name, schema in found.items()})
    names_by_tag = {tag: pascal_case(tag) + "Geometry" for tag in by_tag}
    return one_of(names_by_tag, "kind", "What never changes on a board. `kind` says which it is.")


def by_ruleset(part: str, description: str) -> JsonSchema:
    """The schema of a view of any ruleset; the field `ruleset` says of which."""
    return one_of({name: view_name(name, part) for name in RULESETS}, "ruleset", description)


def view_name(ruleset: str, part: str) -> str:
    """The name of the component for a view of a ruleset, such as `BaseBoard`."""
    return pascal_case(ruleset) + part


def _add_parts(
    ruleset: AnyRuleset,
    components: Components,
    parts: Mapping[str, tuple[tuple[Kind, ...], str]],
    geometry: GeometryApart[Any] | None = None,
) -> None:
    structs = StructSchemas((kind for kinds, _ in parts.values() for kind in kinds), geometry)
    found = {
        view_name(ruleset.name, part): _versioned(
            structs, kinds, ruleset.name, f"{text} in a game of `{ruleset.name}`."
        )
        for part, (kinds, text) in parts.items()
    }
    names = components.add(ruleset.name, structs.components)
    components.add(ruleset.name, {name: renamed(schema, names) for name, schema in found.items()})


def _versioned(
    structs: StructSchemas, kinds: Iterable[Kind], ruleset: str, description: str
) -> JsonSchema:
    """A view as it is sent: with its version and its ruleset."""
    merged = structs.merged(kinds)
    sent: JsonSchema = {"version": VERSION, "ruleset": {"type": "string", "const": ruleset}}
    return {
        **merged,
        "description": description,
        "properties": {**sent, **{k: v for k, v in merged["properties"].items() if k not in sent}},
        "required": [*sent, *(name for name in merged["required"] if name not in sent)],
    }
