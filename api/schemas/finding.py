"""Schemas of queries that find a game: in the lobby, among games to watch, and closed ones."""

from typing import Any

from marshmallow import fields, validate

from api.schemas.common import (
    MOST_PLAYERS,
    ComponentField,
    PageQuerySchema,
    ResponseSchema,
    WholeNumber,
    description,
)
from api.schemas.game_lists import LISTED_OPTIONS, names_field, next_field
from domain.registry import RULESETS

LAST_TIME = 10**15 - 1
MOST_TURNS = 1_000_000
MOST_RATING = 1_000
LONGEST_ID = 64


def _ruleset() -> fields.String:
    return fields.String(
        validate=validate.OneOf(list(RULESETS)),
        metadata=description("Only games of this ruleset", example="base"),
    )


def _scenario() -> WholeNumber:
    return WholeNumber(
        validate=validate.Range(1, 9),
        metadata=description("Only games of this scenario of Seafarers", example=3),
    )


def _player(text: str) -> fields.String:
    return fields.String(
        validate=validate.Length(1, LONGEST_ID),
        metadata=description(text, example="u-0123456789abcdef0123"),
    )


def _rating(text: str) -> fields.Float:
    return fields.Float(
        validate=validate.Range(-MOST_RATING, MOST_RATING), metadata=description(text, example=10)
    )


def _turns(text: str) -> WholeNumber:
    return WholeNumber(
        validate=validate.Range(0, MOST_TURNS), metadata=description(text, example=40)
    )


def _time(name: str, text: str) -> WholeNumber:
    return WholeNumber(
        data_key=name,
        validate=validate.Range(0, LAST_TIME),
        metadata=description(
            f"Only games that were closed {text}: milliseconds since 1970, UTC",
            example=1_790_000_000_000,
        ),
    )


class GameQuerySchema(PageQuerySchema):
    """Which games are listed, and in which order."""

    status = fields.String(
        load_default="lobby",
        validate=validate.OneOf(["lobby", "playing"]),
        metadata=description("Games that wait for players, or games in progress to watch"),
    )
    ruleset = _ruleset()
    scenario = _scenario()
    players = WholeNumber(
        validate=validate.Range(1, MOST_PLAYERS),
        metadata=description("Only games with this number of seats", example=4),
    )
    rated = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        metadata=description("Only games whose result may count for ratings, or only others"),
    )
    clock = fields.String(
        load_default="any",
        validate=validate.OneOf(["any", "none", "live", "correspondence"]),
        metadata=description(
            "Only games with such a clock: none, a quick one, or one with an hour or more a turn"
        ),
    )
    free_seats = WholeNumber(
        validate=validate.Range(0, MOST_PLAYERS),
        metadata=description("Only games with at least so many free seats", example=1),
    )
    host = _player("Only games that this player has opened")
    min_rating = _rating("Only games whose `rating` is at least this")
    max_rating = _rating("Only games whose `rating` is at most this")
    order = fields.String(
        load_default="newest",
        validate=validate.OneOf(["newest", "rating"]),
        metadata=description("The newest first, or of games to watch those with the best players"),
    )


class ClosedSearchSchema(PageQuerySchema):
    """Which closed games are searched for. What is left out is not asked for."""

    player = _player("Only games in which this player had a seat")
    opponent = _player("Only games in which this player had a seat, too")
    ruleset = _ruleset()
    scenario = _scenario()
    outcome = fields.String(
        validate=validate.OneOf(["won", "void", "abandoned"]),
        metadata=description("Only games that ended like this"),
    )
    result = fields.String(
        validate=validate.OneOf(["won", "lost"]),
        metadata=description("Only games that `player` has won, or that others have won"),
    )
    closed_from = _time("from", "at this time or later")
    closed_to = _time("to", "before this time")
    min_turns = _turns("Only games with at least so many turns")
    max_turns = _turns("Only games with at most so many turns")
    order = fields.String(
        load_default="newest",
        validate=validate.OneOf(["newest", "oldest"]),
        metadata=description("Those closed last come first, or those closed first"),
    )


def _by_seat(item: fields.Field[Any], text: str) -> fields.List[Any]:
    return fields.List(item, required=True, metadata=description(f"By seat: {text}"))


class FoundGameSchema(ResponseSchema):
    """A closed game with its result."""

    game_id = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules = fields.Integer(required=True, metadata=description("The version of its rules"))
    options = ComponentField(LISTED_OPTIONS, required=True)
    rated = fields.Boolean(
        required=True, metadata=description("Whether it was opened as a rated game")
    )
    challenge = fields.String(
        required=True,
        allow_none=True,
        metadata=description(
            "The challenge that it was an attempt at, as daily:DATE; null if none"
        ),
    )
    seats = _by_seat(
        fields.String(allow_none=True), "a player's or bot's id; null where a seat stayed free"
    )
    outcome = fields.String(required=True, metadata={"enum": ["won", "void", "abandoned"]})
    winners = fields.List(
        fields.Integer(), required=True, metadata=description("Seats that have won")
    )
    ranks = _by_seat(fields.Integer(allow_none=True), "the rank; null without one")
    points = _by_seat(fields.Integer(), "the points at the end")
    resigned = _by_seat(fields.Boolean(), "whether the player has resigned")
    turns = fields.Integer(required=True, metadata=description("How many turns were played"))
    version = fields.Integer(required=True, metadata=description("How many commits it has"))
    opened_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    started_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("Milliseconds since 1970, UTC; null if it never started"),
    )
    closed_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    duration_ms = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("Milliseconds from its start to its end; null if it never started"),
    )
    trusted = fields.Boolean(
        required=True,
        metadata=description(
            "Whether it ended on this server, or is signed by a key that this server trusts"
        ),
    )
    export = fields.String(required=True, metadata=description("The address of the ledger file"))


class FoundPageSchema(ResponseSchema):
    """A page of closed games.

    A page may have fewer games than asked for, or none, although others follow: read on until
    `next` is null.
    """

    games = fields.List(fields.Nested(FoundGameSchema), required=True)
    names = names_field()
    next = next_field()
