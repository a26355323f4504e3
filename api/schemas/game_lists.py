"""Schemas of lists of games: the lobby, and a player's own games."""

from typing import Any, get_args

from marshmallow import fields

from api.schemas.common import ComponentField, ResponseSchema, description
from domain.table.state import Outcome
from eventlog.due_work import GameStatus

LISTED_OPTIONS = "ListedOptions"


def _seats(text: str) -> fields.List[Any]:
    return fields.List(fields.Integer(), required=True, metadata=description(text))


def _time(text: str) -> fields.Integer:
    return fields.Integer(
        required=True, metadata=description(f"{text}: milliseconds since 1970, UTC")
    )


def names_field() -> fields.Dict:
    """The names of all people on a page."""
    text = "The name of every player on this page by their id; null once a player is erased"
    names = fields.String(allow_none=True)
    example = {"u-0123456789abcdef0123": "Ada"}
    return fields.Dict(
        fields.String(), names, required=True, metadata=description(text, example=example)
    )


def next_field() -> fields.String:
    """The cursor of the next page."""
    text = "The cursor of the next page; null if there is none"
    return fields.String(
        required=True, allow_none=True, metadata=description(text, example="MDAwMTc5MDAw")
    )


class GameSummarySchema(ResponseSchema):
    """A game as a list shows it."""

    game_id = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules = fields.Integer(required=True, metadata=description("The version of its rules"))
    rules_missing = fields.Boolean(
        metadata=description(
            "Whether this server lacks that version: the game is kept, but cannot be played here"
        )
    )
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
    invited_only = fields.Boolean(
        required=True,
        metadata=description("Whether only players with an invitation or a reserved seat sit down"),
    )
    rated = fields.Boolean(
        required=True, metadata=description("Whether its result may count for ratings")
    )
    options = ComponentField(LISTED_OPTIONS, required=True)
    version = fields.Integer(required=True, metadata=description("How many commits it has"))
    opened_at = _time("When it was opened")
    started_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description(
            "When it started: milliseconds since 1970, UTC; null before that",
            example=1_790_000_000_000,
        ),
    )
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


class OpenGameSchema(GameSummarySchema):
    """A game in the lobby, or one that may be watched.

    A game that may be watched is shown as it was when it started: `turn`, `to_act`, `version` and
    `updated_at` do not follow it move by move. Its view and its feed do.
    """

    rating = fields.Float(
        required=True,
        allow_none=True,
        metadata=description(
            "The mean ordinal of the people at the table, 0 for a new player; null without people."
            " In a game that may be watched it stays as it was when the game came into the list",
            example=12.5,
        ),
    )


class GamePageSchema(ResponseSchema):
    """A page of games.

    `next` is the cursor of the next page, or null if there is none. A page may have fewer games
    than asked for, or none, although others follow: read on until `next` is null.
    """

    games = fields.List(fields.Nested(OpenGameSchema), required=True)
    names = names_field()
    next = next_field()


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


class OwnGamePageSchema(ResponseSchema):
    """Your games, the newest first. `next` is the cursor of the next page, or null."""

    games = fields.List(fields.Nested(OwnGameSchema), required=True)
    names = names_field()
    next = next_field()
