"""Schemas of quick games and rematches: what players look for, and what has become of it."""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate

from api.schemas.commands import StrictBoolean
from api.schemas.common import (
    MOST_PLAYERS,
    ComponentField,
    ResponseSchema,
    WholeNumber,
    description,
)
from api.schemas.game_lists import LISTED_OPTIONS, names_field
from api.schemas.json_schema import REF
from api.schemas.patterns import Pattern
from commands.seeks.seek import SeekStatus
from domain.table.lobby import NONCE_DIGITS
from eventlog.due_work import GameStatus

LONGEST_WAIT_SECONDS = 60
MOST_SECONDS_TO_BOTS = 3_600
WIDEST_BAND = 1_000
CLOCKS = ("live", "correspondence")


class ClockField(fields.Raw):
    """The name of a clock, or a clock of one's own in numbers."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> Any:
        if value not in CLOCKS and not isinstance(value, dict):
            raise ValidationError(f"Choose one of {', '.join(CLOCKS)}, or give numbers.")
        return value


def _band(text: str) -> fields.Float:
    return fields.Float(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, WIDEST_BAND),
        metadata=description(text, example=5),
    )


class RatingBandSchema(Schema):
    """How much the ordinals of the others may differ from yours in this ruleset."""

    below = _band("How much weaker the others may be; null for any strength")
    above = _band("How much stronger the others may be; null for any strength")


class NewSeekSchema(Schema):
    """A game that you look for. Players who look for the same are brought together."""

    ruleset = fields.String(required=True, metadata=description("See /v1/rulesets", example="duel"))
    players = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(2, MOST_PLAYERS),
        metadata=description(
            "How many seats the table has; if left out, as many as the ruleset allows", example=2
        ),
    )
    options = fields.Dict(
        fields.String(),
        load_default=dict,
        metadata=description("Options apart from the clock; those left out get their defaults"),
    )
    clock = ClockField(
        load_default="live",
        metadata=description(
            "A clock by its name, or with numbers of your own, as in the options of a game",
            anyOf=[{"type": "string", "enum": list(CLOCKS)}, {"$ref": REF + "NewClock"}],
            example="live",
        ),
    )
    rated = StrictBoolean(
        load_default=False, metadata=description("Whether the result is to count for ratings")
    )
    rating_band = fields.Nested(
        RatingBandSchema,
        load_default=lambda: {"below": None, "above": None},
        metadata=description(
            "Only others within this band, within whose bands you are, too. A player who has not"
            " played a rated game has the ordinal 0"
        ),
    )
    bots_after_seconds = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, MOST_SECONDS_TO_BOTS),
        metadata=description(
            "After so many seconds bots take the free seats, if all people at the table allow"
            " that; null for never. Not for rated games",
            example=60,
        ),
    )
    nonce = fields.String(
        load_default=None,
        allow_none=True,
        validate=[
            validate.Length(equal=NONCE_DIGITS),
            Pattern("^[0-9a-f]{32}$"),
        ],
        metadata=description(
            "Your own part of the chance: 32 random hexadecimal digits, added to the game for you",
            pattern="^[0-9a-f]{32}$",
            example="00112233445566778899aabbccddeeff",
        ),
    )


class SeekQuerySchema(Schema):
    """How long the answer may wait."""

    wait = WholeNumber(
        load_default=0,
        validate=validate.Range(0, LONGEST_WAIT_SECONDS),
        metadata=description(
            "Seconds that the answer waits for a change while the seek is waiting", example=25
        ),
    )


class SeekSchema(ResponseSchema):
    """A seek and what has become of it."""

    seek_id = fields.String(
        required=True,
        metadata=description(
            "The id of the seek", pattern="^s-[0-9a-f]{32}$", example="s-" + "0123456789abcdef" * 2
        ),
    )
    status = fields.String(
        required=True,
        metadata=description(
            "`waiting`; `matched`, with a game that has started; `left` by you; `expired` without a"
            " sign of life; `failed` if the game could not be opened",
            enum=list(get_args(SeekStatus)),
        ),
    )
    game_id = fields.String(
        required=True,
        allow_none=True,
        metadata=description("The game that you play; null as long as there is none"),
    )
    waiting = fields.Integer(
        required=True,
        metadata=description("How many others wait for the same and fit you", minimum=0),
    )
    expires_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description(
            "When the seek expires without another sign of life: milliseconds since 1970, UTC;"
            " null if it does not wait"
        ),
    )
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata=description("The code of the refusal, if the seek has failed; else null"),
    )
    ruleset = fields.String(required=True)
    players = fields.Integer(required=True, metadata=description("How many seats the table has"))
    options = ComponentField(LISTED_OPTIONS, required=True)
    rated = fields.Boolean(required=True)
    posted_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))


class SeeksSchema(ResponseSchema):
    """Your seeks, the newest first: the one that waits and those that ended within a day."""

    seeks = fields.List(fields.Nested(SeekSchema), required=True)


class RematchSchema(ResponseSchema):
    """The table of a rematch."""

    game_id = fields.String(
        required=True,
        metadata=description("The new game", pattern="^p[0-9]{2}-[0-9a-f]{32}$"),
    )
    version = fields.Integer(
        required=True, metadata=description("How many commits the new game has", minimum=1)
    )
    status = fields.String(
        required=True,
        metadata=description(
            "`lobby` until everybody has come, then `playing`", enum=list(get_args(GameStatus))
        ),
    )
    seat = fields.Integer(
        required=True, allow_none=True, metadata=description("Your seat", minimum=0)
    )
    players = fields.List(
        fields.String(),
        required=True,
        metadata=description("The people at the table, in the order of their seats"),
    )
    missing = fields.List(
        fields.String(), required=True, metadata=description("Those who have not come yet")
    )
    names = names_field()
