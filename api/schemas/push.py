"""Schemas of Web Push: the server's key and a player's subscriptions."""

from marshmallow import EXCLUDE, Schema, fields, validate

from api.schemas.common import ResponseSchema, description
from api.schemas.patterns import Pattern
from api.schemas.webhooks import MILLISECONDS, kinds_field, usual_kinds
from projections.notices.addresses import LONGEST_URL
from projections.notices.kinds import KINDS
from projections.notices.receivers import LANGUAGES

BASE64URL = "^[A-Za-z0-9_-]+={0,2}$"


class PushKeySchema(ResponseSchema):
    """The key by which push services know this server."""

    public_key = fields.String(
        required=True,
        validate=Pattern(BASE64URL),
        metadata=description(
            "A point of P-256, uncompressed, in base64url; pass it to the browser's"
            " `pushManager.subscribe` as `applicationServerKey`",
            example="BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        ),
    )


class PushKeysSchema(Schema):
    """The keys of a subscription, as the browser gives them."""

    class Meta:
        unknown = EXCLUDE

    p256dh = fields.String(
        required=True,
        validate=[validate.Length(87, 88), Pattern(BASE64URL)],
        metadata=description(
            "The public key of the subscriber",
            example="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        ),
    )
    auth = fields.String(
        required=True,
        validate=[validate.Length(22, 24), Pattern(BASE64URL)],
        metadata=description("The secret of the subscriber", example="BTBZMqHH6r4Tts7J_aSIgg"),
    )


class NewPushSubscriptionSchema(Schema):
    """A subscription as the browser gives it, with the kinds and the language that you want."""

    endpoint = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata=description(
            "The address at the push service", example="https://push.example.net/v1/abc123"
        ),
    )
    keys = fields.Nested(PushKeysSchema, required=True)
    expirationTime = fields.Integer(  # noqa: N815  # the browser's name
        allow_none=True,
        load_default=None,
        metadata=description("When the subscription ends, as the browser says; not used"),
    )
    kinds = kinds_field(load_default=usual_kinds)
    lang = fields.String(
        load_default=LANGUAGES[0],
        validate=validate.OneOf(LANGUAGES),
        metadata=description("The language of the sentence in a message", example="pl"),
    )


class PushSubscriptionSchema(ResponseSchema):
    """One of your push subscriptions, without its keys."""

    id = fields.String(
        required=True, metadata=description("Made by the server", example="s-0123456789abcdef")
    )
    endpoint = fields.String(required=True, metadata=description("The address at the push service"))
    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        required=True,
        metadata=description("The kinds of notices that are sent to it"),
    )
    lang = fields.String(required=True, validate=validate.OneOf(LANGUAGES))
    is_this_device = fields.Boolean(
        required=True,
        metadata=description("Whether it was made with the token that you send now"),
    )
    created_at = fields.Integer(required=True, metadata=description(MILLISECONDS))


class PushSubscriptionsSchema(ResponseSchema):
    """Your push subscriptions, the oldest first."""

    subscriptions = fields.List(fields.Nested(PushSubscriptionSchema), required=True)
    most = fields.Integer(
        required=True, metadata=description("How many you may have at once", example=20)
    )
