"""Schemas of lists of games: the lobby, and a player's own games."""

from typing import Any, get_args

import msgspec
from marshmallow import fields

from api.schemas.common import ComponentField, ResponseSchema, description
from api.schemas.events import REF, is_superfluous
from domain.ruleset import AnyRuleset
from domain.table.state import Outcome
from eventlog.due_work import GameStatus

LISTED_OPTIONS = "ListedOptions"
A_MAP = {
    "description": "A map that the host has made, by its title. The game's view shows all of it.",
    "type": "object",
    "properties": {"title": {"type": "string", "description": "Empty if it has none"}},
    "required": ["title"],
}


def _seats(text: str) -> fields.List[Any]:
    return fields.List(fields.Integer(), required=True, metadata=description(text))


def _time(text: str) -> fields.Integer:
    return fields.Integer(
        required=True, metadata=description(f"{text}: milliseconds since 1970, UTC")
    )


class GameSummarySchema(ResponseSchema):
    """A game as a list shows it."""

    game_id = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules = fields.Integer(required=True, metadata=description("The version of its rules"))
    players = fields.Integer(required=True, metadata=description("How many seats it has"))
    seats = fields.List(
        fields.String(allow_none=True),
        required=True,
        metadata=description("Who sits where: a player's or bot's id; null where a seat is free"),
    )
    status = fields.String(
        required=True,
        metadata=description(
            "How far the game has come; the same words for every ruleset",
            enum=list(get_args(GameStatus)),
        ),
    )
    phase = fields.String(
        required=True, metadata=description("The phase of the game, as its ruleset names it")
    )
    turn = fields.Integer(required=True, metadata=description("0 before the first turn"))
    to_act = _seats("Seats that the game waits for")
    host = fields.String(required=True, metadata=description("The id of the player who opened it"))
    listed = fields.Boolean(required=True, metadata=description("Whether the lobby may show it"))
    options = ComponentField(LISTED_OPTIONS, required=True)
    version = fields.Integer(required=True, metadata=description("How many commits it has"))
    opened_at = _time("When it was opened")
    updated_at = _time("When its last commit was made")
    outcome = fields.String(
        required=True,
        allow_none=True,
        metadata=description(
            "How it ended; null while it goes on", enum=[*get_args(Outcome), None]
        ),
    )
    winners = _seats("Seats that have won")
    quarantined = fields.Boolean(
        required=True,
        metadata=description("Whether its ledger is damaged, so that it takes no commands"),
    )
    challenge = fields.String(
        required=True,
        allow_none=True,
        metadata=description("The challenge that it is an attempt at, as daily:DATE; null if none"),
    )


class GamePageSchema(ResponseSchema):
    """Games, the newest first. `next` is the cursor of the next page, or null."""

    games = fields.List(fields.Nested(GameSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class OwnGameSchema(GameSummarySchema):
    """A game as the list of one of its players shows it."""

    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("Your seat; null if you only opened the game"),
    )
    is_to_act = fields.Boolean(
        required=True, metadata=description("Whether the game waits for you")
    )


class OwnGamePageSchema(GamePageSchema):
    """Your games, the newest first. `next` is the cursor of the next page, or null."""

    games = fields.List(fields.Nested(OwnGameSchema), required=True)


def listed_options(ruleset: AnyRuleset) -> dict[str, Any]:
    """The JSON schema of options as lists show them: complete, but with only the title of a map."""
    _, components = msgspec.json.schema_components(
        [ruleset.opening.options], ref_template=REF + "{name}"
    )
    options = components[ruleset.opening.options.__name__]
    for kind in options["properties"].get("board", {}).get("anyOf", ()):
        if "$ref" in kind:
            components[kind["$ref"].removeprefix(REF)] = A_MAP
    described: dict[str, Any] = _inlined(options, components)
    return described


def _inlined(schema: Any, components: dict[str, Any]) -> Any:
    """A schema in which every reference is replaced by what it refers to."""
    if isinstance(schema, list):
        return [_inlined(inner, components) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(components[schema["$ref"].removeprefix(REF)], components)
    return {k: _inlined(v, components) for k, v in schema.items() if not is_superfluous(k, v)}
