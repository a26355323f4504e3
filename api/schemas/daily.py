"""The forms of the daily challenge."""

from marshmallow import fields

from api.schemas.common import Answer, PlayerSchema


def _told(text: str) -> dict[str, str]:
    return {"description": text}


class AttemptSchema(PlayerSchema):
    """A finished attempt."""

    rank = fields.Integer(required=True, metadata=_told("Equals share one"))
    points = fields.Integer(required=True)
    game_id = fields.String(
        required=True, allow_none=True, metadata=_told("Null while the challenge is on")
    )
    export = fields.String(
        required=True, allow_none=True, metadata=_told("The address of the ledger file, likewise")
    )


class DailySchema(Answer):
    """The challenge of a day and its table, the best first. `next` is the next page's cursor."""

    date = fields.String(required=True, metadata=_told("By UTC, as in 2026-11-17"))
    ruleset = fields.String(required=True)
    opens_at = fields.Integer(required=True, metadata=_told("Milliseconds since 1970, UTC"))
    closes_at = fields.Integer(required=True, metadata=_told("Milliseconds since 1970, UTC"))
    is_closed = fields.Boolean(required=True)
    commitment = fields.String(required=True, metadata=_told("SHA-256 of the seed of the day"))
    seed = fields.String(
        required=True, allow_none=True, metadata=_told("Null while the challenge is on")
    )
    game_id = fields.String(
        required=True, allow_none=True, metadata=_told("Your attempt; null if you have none")
    )
    players = fields.List(fields.Nested(AttemptSchema), required=True)
    next = fields.String(required=True, allow_none=True)
