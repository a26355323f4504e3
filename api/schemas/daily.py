"""Schemas of the daily challenge."""

from marshmallow import fields

from api.schemas.common import OpenedSchema, PlayerSchema, ResponseSchema, description

NEW_ACCOUNT = "daily/new_account"
"""Why an attempt is not ranked."""


class AttemptOpenedSchema(OpenedSchema):
    """Your attempt at the challenge of today."""

    ranked = fields.Boolean(
        required=True,
        metadata=description(
            "Whether it is played with the dice of the day and can be in the table; otherwise it "
            "is practice, with dice of its own"
        ),
    )
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata=description(
            "Why it is not ranked: `daily/new_account` if your account is of today, UTC",
            enum=[NEW_ACCOUNT, None],
        ),
    )


class AttemptSchema(PlayerSchema):
    """A finished attempt."""

    rank = fields.Integer(
        required=True, metadata=description("Players with equal points share a rank")
    )
    points = fields.Integer(required=True)
    game_id = fields.String(
        required=True, allow_none=True, metadata=description("Null while the challenge is on")
    )
    export = fields.String(
        required=True,
        allow_none=True,
        metadata=description("The address of the ledger file; null while the challenge is on"),
    )


class DailySchema(ResponseSchema):
    """The challenge of a day and its table, the best first. `next` is the next page's cursor."""

    date = fields.String(required=True, metadata=description("The day in UTC, such as 2026-11-17"))
    ruleset = fields.String(required=True)
    opens_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    closes_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    is_closed = fields.Boolean(required=True)
    commitment = fields.String(
        required=True, metadata=description("SHA-256 of the seed of the day")
    )
    seed = fields.String(
        required=True, allow_none=True, metadata=description("Null while the challenge is on")
    )
    game_id = fields.String(
        required=True, allow_none=True, metadata=description("Your attempt; null if you have none")
    )
    players = fields.List(fields.Nested(AttemptSchema), required=True)
    next = fields.String(required=True, allow_none=True)
