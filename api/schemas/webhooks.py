"""The forms of webhooks and their deliveries."""

from marshmallow import Schema, ValidationError, fields, validate

from api.schemas.common import Answer
from projections.webhooks.addresses import LONGEST_URL
from projections.webhooks.notices import KINDS, TEST

SHORTEST_SECRET, LONGEST_SECRET = 24, 200


def _require_once(kinds: list[str]) -> None:
    if len(set(kinds)) < len(kinds):
        raise ValidationError("Each kind once.")


class NewWebhookSchema(Schema):
    """Where to call you, and of what."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata={
            "description": "http or https, on the public internet; port 80, 443, or from 1024 on",
            "example": "https://example.org/turns?of=ada",
        },
    )
    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        load_default=lambda: list(KINDS),
        validate=[validate.Length(1), _require_once],
        metadata={"description": "What you want to be told of; everything, if it is left out"},
    )
    secret = fields.String(
        validate=validate.Regexp(f"[!-~]{{{SHORTEST_SECRET},{LONGEST_SECRET}}}\\Z"),
        load_default=None,
        metadata={
            "description": "What deliveries are signed with; a new one is made if it is left out",
            "writeOnly": True,
        },
    )


class WebhookSchema(Answer):
    """Your webhook."""

    url = fields.String(required=True)
    kinds = fields.List(fields.String(validate=validate.OneOf(KINDS)), required=True)
    created_at = fields.Integer(
        required=True, metadata={"description": "Milliseconds since 1970, UTC"}
    )


class WebhookWithSecretSchema(WebhookSchema):
    """Your webhook with its secret, which is told only here."""

    secret = fields.String(required=True, metadata={"description": "To check signatures with"})


class DeliverySchema(Answer):
    """Something that you were told, or are yet to be."""

    id = fields.String(
        required=True, metadata={"description": "The same in `Hexledger-Delivery` on every try"}
    )
    kind = fields.String(required=True, validate=validate.OneOf([*KINDS, TEST]))
    game_id = fields.String(required=True, attribute="game", allow_none=True)
    version = fields.Integer(required=True, allow_none=True)
    status = fields.String(
        required=True, validate=validate.OneOf(["pending", "delivered", "given_up"])
    )
    attempts = fields.Integer(required=True)
    created_at = fields.Integer(required=True)
    attempted_at = fields.Integer(required=True, allow_none=True)
    next_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "When it is tried again, if it is still pending"},
    )
    answer = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The HTTP status it met last"}
    )
    error = fields.String(
        required=True, allow_none=True, metadata={"description": "Why the last try failed"}
    )


class DeliveriesSchema(Answer):
    """What is pending and what was done lately, the newest first."""

    deliveries = fields.List(fields.Nested(DeliverySchema), required=True)
    dropped = fields.Integer(
        required=True, metadata={"description": "How many were not kept, as too many were pending"}
    )
