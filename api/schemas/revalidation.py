"""Schemas of the outcome of judging all closed games again."""

from typing import get_args

from marshmallow import fields

from api.schemas.common import ResponseSchema, description
from eventlog.revalidation import Outcome

_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


class JudgedLedgerSchema(ResponseSchema):
    """A ledger that is not sound, or cannot be judged."""

    name = fields.String(
        required=True,
        metadata=description("The id of the game", example="p07-0123456789abcdef0123456789abcdef"),
    )
    outcome = fields.String(
        required=True,
        metadata=description("What was found", enum=list(get_args(Outcome)), example="unsound"),
    )
    message = fields.String(
        required=True,
        metadata={"example": "commit 39: the hash does not fit the stored bytes"},
    )
    ruleset = fields.String(required=True, allow_none=True, metadata={"example": "base"})
    rules = fields.Integer(required=True, allow_none=True, metadata={"example": 2})
    head = fields.String(required=True, allow_none=True, metadata={"example": _HASH})


class RulesTallySchema(ResponseSchema):
    """The outcome for all games that were opened by one version of some rules."""

    ruleset = fields.String(required=True, allow_none=True, metadata={"example": "base"})
    rules = fields.Integer(required=True, allow_none=True, metadata={"example": 2})
    ledgers = fields.Integer(required=True, metadata={"example": 1_208})
    sound = fields.Integer(required=True, metadata={"example": 1_207})
    unsound = fields.Integer(required=True, metadata={"example": 1})
    rules_missing = fields.Integer(required=True)


class RevalidationSchema(ResponseSchema):
    """How all closed games were judged again."""

    at = fields.Integer(
        required=True,
        metadata=description(
            "When it was finished: milliseconds since 1970, UTC", example=1_767_225_600_000
        ),
    )
    build = fields.String(
        required=True,
        metadata=description("The version of Hexledger that has judged", example="0.1.0"),
    )
    known_rules = fields.Dict(
        fields.String(),
        fields.List(fields.Integer()),
        required=True,
        metadata=description(
            "The versions of rules that it has, by name", example={"base": [1, 2], "dice": [1]}
        ),
    )
    ledgers = fields.Integer(required=True, metadata={"example": 1_208})
    sound = fields.Integer(required=True, metadata={"example": 1_207})
    unsound = fields.Integer(required=True, metadata={"example": 1})
    rules_missing = fields.Integer(
        required=True, metadata=description("How many are of rules that it lacks")
    )
    tallies = fields.List(fields.Nested(RulesTallySchema), required=True)
    problems = fields.List(
        fields.Nested(JudgedLedgerSchema),
        required=True,
        metadata=description("Those that are not sound, or cannot be judged; at most a thousand"),
    )
    digest = fields.String(
        required=True,
        metadata=description(
            "SHA-256 over a line for each game in the order of ids: id, head, outcome",
            example=_HASH,
        ),
    )


class PublishedRevalidationSchema(ResponseSchema):
    """The outcome that was published last."""

    revalidation = fields.Nested(
        RevalidationSchema,
        required=True,
        allow_none=True,
        metadata=description("Null if nothing has been published"),
    )
