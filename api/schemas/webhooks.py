"""Schemas of webhooks and their deliveries."""

from marshmallow import Schema, ValidationError, fields, validate

from api.schemas.common import ResponseSchema, description
from projections.webhooks.addresses import LONGEST_URL
from projections.webhooks.notices import KINDS, TEST

SHORTEST_SECRET, LONGEST_SECRET = 24, 200


def _require_once(kinds: list[str]) -> None:
    if len(set(kinds)) < len(kinds):
        raise ValidationError("Name each kind once.")


class NewWebhookSchema(Schema):
    """The address that the server calls, and for which kinds of news."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata=description(
            "An http or https address on the public internet; port 80, 443, or from 1024 on",
            example="https://example.org/turns?of=ada",
        ),
    )
    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        load_default=lambda: list(KINDS),
        validate=[validate.Length(1), _require_once],
        metadata=description("The kinds of news that you want; all of them if left out"),
    )
    secret = fields.String(
        validate=validate.Regexp(f"[!-~]{{{SHORTEST_SECRET},{LONGEST_SECRET}}}\\Z"),
        load_default=None,
        metadata=description(
            "The key that signs deliveries; the server makes one if left out", writeOnly=True
        ),
    )


class WebhookSchema(ResponseSchema):
    """Your webhook."""

    url = fields.String(required=True)
    kinds = fields.List(fields.String(validate=validate.OneOf(KINDS)), required=True)
    created_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))


class WebhookWithSecretSchema(WebhookSchema):
    """Your webhook with its secret, which is shown only in this response."""

    secret = fields.String(required=True, metadata=description("The key to check signatures with"))


class DeliverySchema(ResponseSchema):
    """A request that the server has sent to your webhook, or is going to send."""

    id = fields.String(
        required=True,
        metadata=description("The value of `Hexledger-Delivery`, the same on every try"),
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
        metadata=description("When it is tried again; null if it is no longer pending"),
    )
    answer = fields.Integer(
        required=True, allow_none=True, metadata=description("The HTTP status of the last response")
    )
    error = fields.String(
        required=True, allow_none=True, metadata=description("Why the last try failed")
    )


class DeliveriesSchema(ResponseSchema):
    """Pending and recent deliveries, the newest first."""

    deliveries = fields.List(fields.Nested(DeliverySchema), required=True)
    dropped = fields.Integer(
        required=True, metadata=description("How many were dropped because too many were pending")
    )
