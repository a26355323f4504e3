"""The components of the API description that depend on rulesets: messages, views, new games."""

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow.common import make_schema_key
from marshmallow import Schema

from api.openapi.converter import Plugin
from api.schemas.commands import AnyCommandSchema, command_schema, postable, tag_of
from api.schemas.common import NewGameSchema
from api.schemas.components import Components
from api.schemas.events import event_schemas
from api.schemas.game_lists import LISTED_OPTIONS
from api.schemas.json_schema import JsonSchema, merged_objects, one_of, pascal_case
from api.schemas.open_choices import choice_components
from api.schemas.options import add_new_games, listed_options
from api.schemas.ruleset_views import add_geometries, add_views, by_ruleset
from api.schemas.tournaments import (
    NewTournamentSchema,
    RoundSchema,
    TournamentCommandSchema,
    TournamentSchema,
    tournament_components,
)
from api.schemas.views import GeometrySchema, RulesetViewSchema
from domain.registry import RULESETS

COMMAND, EVENT, GEOMETRY = "Command", "Event", "Geometry"
A_COMMAND = {"type": "build_road", "edge": 12}
AN_EVENT = {"type": "road_built", "seat": 0, "edge": 12}
A_NEW_GAME = {"ruleset": "base", "players": 4, "options": {"target_points": 10}}


def add_components(spec: APISpec, plugin: Plugin) -> None:
    """Add components for the commands, events, options and views of every ruleset."""
    for name, schema in _ruleset_components(plugin).items():
        spec.components.schema(name, schema)
    for kind in _subclasses(RulesetViewSchema):
        _refer(plugin, kind, kind.part)
    _refer(plugin, GeometrySchema, GEOMETRY)
    _refer(plugin, AnyCommandSchema, COMMAND)
    _refer(plugin, NewGameSchema, "NewGame")
    _refer(plugin, NewTournamentSchema, "NewTournament")
    _refer(plugin, TournamentCommandSchema, "TournamentCommand")
    _refer(plugin, TournamentSchema, "TournamentView")
    _refer(plugin, RoundSchema, "TournamentRound")


def _ruleset_components(plugin: Plugin) -> dict[str, JsonSchema]:
    components = Components()
    events = event_schemas(components)
    for ruleset in RULESETS.values():
        add_views(ruleset, components)
    geometry = add_geometries(components)
    new_games = add_new_games(plugin.json_schema(NewGameSchema), components)
    commands = _command_schemas(plugin)
    tournament = tournament_components(components, plugin.json_schema)
    return {
        **tournament,
        **dict(sorted(components.schemas.items())),
        COMMAND: _union(commands, A_COMMAND, "A command. `type` says which."),
        **_by_name(commands),
        EVENT: _union(events, AN_EVENT, "An event of a game. `type` says which."),
        **_by_name(events),
        **choice_components(),
        **{kind.part: _view_union(kind) for kind in _subclasses(RulesetViewSchema)},
        "NewGame": {
            **one_of(new_games, "ruleset", _text_of(NewGameSchema)),
            "examples": [A_NEW_GAME],
        },
        GEOMETRY: geometry,
        LISTED_OPTIONS: listed_options(),
    }


def _command_schemas(plugin: Plugin) -> dict[str, JsonSchema]:
    """The schema of each command by its `type`."""
    by_type: dict[str, dict[str, JsonSchema]] = {}
    for name, ruleset in RULESETS.items():
        for command in postable(ruleset):
            schema = plugin.json_schema(command_schema(ruleset, command))
            by_type.setdefault(tag_of(command), {})[name] = schema
    return {tag: merged_objects(schemas) for tag, schemas in sorted(by_type.items())}


def _union(messages: dict[str, JsonSchema], example: Any, description: str) -> JsonSchema:
    names = {tag: pascal_case(tag) for tag in messages}
    return {**one_of(names, "type", description), "examples": [example]}


def _by_name(messages: dict[str, JsonSchema]) -> dict[str, JsonSchema]:
    return {pascal_case(tag): schema for tag, schema in messages.items()}


def _view_union(kind: type[RulesetViewSchema]) -> JsonSchema:
    return by_ruleset(kind.part, _text_of(kind))


def _refer(plugin: Plugin, kind: type[Schema], component: str) -> None:
    """Let calls that use a schema refer to a component that is there already."""
    assert plugin.converter is not None
    plugin.converter.refs[make_schema_key(kind())] = component


def _subclasses(parent: type[RulesetViewSchema]) -> list[type[RulesetViewSchema]]:
    return sorted(parent.__subclasses__(), key=lambda kind: kind.part)


def _text_of(kind: type[Schema]) -> str:
    return " ".join((kind.__doc__ or "").split())
