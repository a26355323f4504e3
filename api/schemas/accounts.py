"""Schemas of tokens and device codes."""

from marshmallow import Schema, ValidationError, fields, missing, validate

from api.schemas.common import LONGEST_NAME, PlayerNameSchema, ResponseSchema, description
from commands.accounts import SCOPES
from commands.player_names import flaw_of_text

TOKEN_ID = "^t-[0-9a-z]{12}$"
SHORTEST_CODE, LONGEST_CODE = 10, 20


def _require_a_label(name: str) -> None:
    if flaw := flaw_of_text(name):
        raise ValidationError(flaw)


def _require_once(scopes: list[str]) -> None:
    if len(set(scopes)) < len(scopes):
        raise ValidationError("Name each scope once.")


def device_name(*, required: bool) -> fields.String:
    """The name of a device in a request."""
    return fields.String(
        required=required,
        load_default=missing if required else None,
        validate=[validate.Length(1, LONGEST_NAME), _require_a_label],
        metadata=description("What you call the device; only you see it", example="Ada's phone"),
    )


def _scopes_wanted(text: str) -> fields.List:  # type: ignore[type-arg]  # marshmallow says less
    return fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        load_default=None,
        validate=[validate.Length(1, len(SCOPES)), _require_once],
        metadata=description(text, example=["read", "play"], uniqueItems=True),
    )


class NewPlayerSchema(PlayerNameSchema):
    """A player to be created, and the device on which they are."""

    device = device_name(required=False)


class NewDeviceSchema(Schema):
    """A token to be made for another device."""

    name = device_name(required=True)
    scopes = _scopes_wanted("What it may do; left out, all that your own token may do")


class DeviceNameSchema(Schema):
    """Another name for a device."""

    name = device_name(required=True)


class NewDeviceCodeSchema(Schema):
    """What a device that is added by a code may do, and what it is called."""

    name = device_name(required=False)
    scopes = _scopes_wanted("What it may do; left out, all that your own token may do")


class DeviceCodeSchema(ResponseSchema):
    """A code to type on the other device. It is good for one token."""

    code = fields.String(
        required=True,
        metadata=description(
            "Two groups of five letters; case and dashes do not matter",
            example="BCDFG-HJKLM",
            pattern="^[B-DF-HJ-NP-TV-XZ]{5}-[B-DF-HJ-NP-TV-XZ]{5}$",
        ),
    )
    expires_in = fields.Integer(required=True, metadata=description("Seconds", example=300))


class RedeemedCodeSchema(Schema):
    """The code that your other device shows, and what this device is called."""

    code = fields.String(
        required=True,
        validate=validate.Length(SHORTEST_CODE, LONGEST_CODE),
        metadata=description("As shown; case and dashes do not matter", example="BCDFG-HJKLM"),
    )
    name = device_name(required=False)


class TokenSchema(ResponseSchema):
    """A token without its secret, which nobody can read again."""

    token_id = fields.String(required=True, metadata=description("Its id", pattern=TOKEN_ID))
    name = fields.String(
        required=True, allow_none=True, metadata=description("The device; null if it has no name")
    )
    scopes = fields.List(
        fields.String(metadata={"enum": list(SCOPES)}),
        required=True,
        metadata=description("What it may do"),
    )
    created_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    last_used_at = fields.Integer(
        required=True,
        metadata=description(
            "About when it was used last, up to a minute ago: milliseconds since 1970, UTC"
        ),
    )
    is_current = fields.Boolean(
        required=True, metadata=description("Whether this request came with it")
    )


class TokensSchema(ResponseSchema):
    """Your tokens, the oldest first."""

    tokens = fields.List(fields.Nested(TokenSchema), required=True)
