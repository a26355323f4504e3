"""Schemas of webhooks and of deliveries to any receiver of notices."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from api.schemas.common import ResponseSchema, description
from api.schemas.patterns import Pattern
from projections.notices.addresses import LONGEST_URL
from projections.notices.kinds import KINDS, TEST, USUAL_KINDS

SHORTEST_SECRET, LONGEST_SECRET = 24, 200
MILLISECONDS = "Milliseconds since 1970, UTC"


def _require_once(kinds: list[str]) -> None:
    if len(set(kinds)) < len(kinds):
        raise ValidationError("Name each kind once.")


def kinds_field(**options: Any) -> fields.List[str]:
    """The kinds of notices that a receiver wants."""
    return fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        validate=[validate.Length(1, len(KINDS)), _require_once],
        metadata=description(
            "The kinds of notices that you want; all but `talk` if left out",
            example=["turn", "trade_offer"],
            uniqueItems=True,
        ),
        **options,
    )


def usual_kinds() -> list[str]:
    return list(USUAL_KINDS)


def _url_field(**options: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(1, LONGEST_URL),
        metadata=description(
            "An http or https address on the public internet; port 80, 443, or from 1024 on",
            example="https://example.org/turns?of=ada",
        ),
        **options,
    )


class NewSecretSchema(Schema):
    """The secret that a webhook gets."""

    secret = fields.String(
        validate=Pattern(f"^[!-~]{{{SHORTEST_SECRET},{LONGEST_SECRET}}}$"),
        load_default=None,
        metadata=description(
            "The key that signs deliveries; the server makes one if left out",
            writeOnly=True,
            example="a-secret-of-my-own-choosing",
            minLength=SHORTEST_SECRET,
            maxLength=LONGEST_SECRET,
        ),
    )


class NewWebhookSchema(NewSecretSchema):
    """The address that the server calls, and for which kinds of notices."""

    url = _url_field(required=True)
    kinds = kinds_field(load_default=usual_kinds)


class WebhookChangeSchema(Schema):
    """What is to be different about a webhook: its address, its kinds, or both."""

    url = _url_field()
    kinds = kinds_field()

    @validates_schema
    def require_change(self, data: dict[str, Any], **_: Any) -> None:
        if not data:
            raise ValidationError("Give a url, kinds, or both.", "url")


class WebhookSchema(ResponseSchema):
    """One of your webhooks."""

    url = fields.String(required=True, metadata=description("Where the server sends deliveries to"))
    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        required=True,
        metadata=description("The kinds of notices that are sent to it"),
    )
    created_at = fields.Integer(required=True, metadata=description(MILLISECONDS))


class WebhookWithSecretSchema(WebhookSchema):
    """A webhook with its secret, which is shown only in this response."""

    secret = fields.String(required=True, metadata=description("The key to check signatures with"))


class NamedWebhookSchema(WebhookSchema):
    """One of your webhooks, with its id."""

    id = fields.String(
        required=True,
        metadata=description(
            "`default`, or an id that the server made", example="w-0123456789abcdef"
        ),
    )


class NamedWebhookWithSecretSchema(NamedWebhookSchema):
    """A webhook with its id, and with its secret, which is shown only in this response."""

    secret = fields.String(required=True, metadata=description("The key to check signatures with"))


class WebhooksSchema(ResponseSchema):
    """Your webhooks, the oldest first."""

    webhooks = fields.List(fields.Nested(NamedWebhookSchema), required=True)
    most = fields.Integer(
        required=True, metadata=description("How many you may have at once", example=10)
    )


class DeliverySchema(ResponseSchema):
    """A notice that the server has sent to a receiver, or is going to send."""

    id = fields.String(
        required=True,
        metadata=description(
            "The id of the notice: the value of `Hexledger-Delivery`, the same on every try",
            example="d-5a0d3c6f0b9e4c1d8a7f6e5d4c3b2a19",
        ),
    )
    kind = fields.String(
        required=True,
        validate=validate.OneOf([*KINDS, TEST]),
        metadata=description("The kind of the notice", example="turn"),
    )
    game_id = fields.String(
        required=True,
        attribute="game",
        allow_none=True,
        metadata=description("The game that it is about; null if there is none"),
    )
    version = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("The version of the game that led to it; null if there is none"),
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(["pending", "delivered", "given_up"]),
        metadata=description("Whether it is still tried, has arrived, or was given up"),
    )
    attempts = fields.Integer(required=True, metadata=description("How often it was tried"))
    created_at = fields.Integer(required=True, metadata=description(MILLISECONDS))
    attempted_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("When it was tried last; null if it was not tried yet"),
    )
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
