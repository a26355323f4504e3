"""Schemas of invitations."""

from typing import Any

from marshmallow import Schema, fields, validate

from api.schemas.common import MOST_PLAYERS, ReceiptSchema, ResponseSchema, description
from api.schemas.game_lists import GameSummarySchema
from domain.table.invitations import MOST_USES

SHORTEST_SECONDS, LONGEST_SECONDS = 60, 30 * 24 * 3_600
_DEFAULT_SECONDS = 7 * 24 * 3_600
_CODE = {
    "pattern": "^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$",
    "example": "K7QF-2MXA-9TRC-HV4D",
}


def _expires_at() -> fields.Integer:
    text = "Until when it can be accepted: milliseconds since 1970, UTC"
    return fields.Integer(required=True, metadata=description(text, minimum=0))


def _seat(text: str) -> fields.Integer:
    return fields.Integer(required=True, allow_none=True, metadata=description(text, minimum=0))


def _number(text: str, **more: Any) -> fields.Integer:
    return fields.Integer(required=True, metadata=description(text, **more))


class NewInvitationSchema(Schema):
    """An invitation to be made."""

    seat = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, MOST_PLAYERS - 1),
        metadata=description("The only seat that it is for; null for any free one", example=1),
    )
    uses = fields.Integer(
        strict=True,
        load_default=1,
        validate=validate.Range(1, MOST_USES),
        metadata=description("How many players may sit down with it"),
    )
    expires_in = fields.Integer(
        strict=True,
        load_default=_DEFAULT_SECONDS,
        validate=validate.Range(SHORTEST_SECONDS, LONGEST_SECONDS),
        metadata=description("How many seconds it can be accepted"),
    )


class MadeInvitationSchema(ResponseSchema):
    """An invitation that was made. The code is shown only in this response."""

    invitation_id = _number("Its number in the game", minimum=1, example=1)
    code = fields.String(required=True, metadata=description("Hand it to your guest", **_CODE))
    link = fields.String(
        required=True,
        metadata=description(
            "The same as a path of this service", example="/join/K7QF-2MXA-9TRC-HV4D"
        ),
    )
    seat = _seat("The only seat that it is for")
    uses = _number("How many players may sit down with it", minimum=1)
    expires_at = _expires_at()
    version = _number("The version of the game that it was made with", minimum=1)


class ListedInvitationSchema(ResponseSchema):
    """An invitation as its host sees it, without its code."""

    invitation_id = _number("Its number in the game", minimum=1, example=1)
    seat = _seat("The only seat that it is for")
    uses = _number("How many players may sit down with it", minimum=1)
    uses_left = _number("How many more players may", minimum=0)
    used_by = fields.List(
        fields.String(), required=True, metadata=description("The ids of players who have")
    )
    expires_at = _expires_at()
    revoked = fields.Boolean(required=True, metadata=description("Whether you took it back"))


class InvitationsSchema(ResponseSchema):
    """All invitations of a game, the first one first."""

    invitations = fields.List(fields.Nested(ListedInvitationSchema), required=True)
    names = fields.Dict(
        fields.String(),
        fields.String(allow_none=True),
        required=True,
        metadata=description("The names of these players by id; null for one who is erased"),
    )


class FoundInvitationSchema(ResponseSchema):
    """An invitation as a guest sees it before they accept."""

    game = fields.Nested(GameSummarySchema, required=True)
    seat = _seat("The seat that you would get; null if you may choose")
    uses_left = _number("How many players may still accept it", minimum=1)
    expires_at = _expires_at()
    free_seats = fields.List(
        fields.Integer(), required=True, metadata=description("The seats at which nobody sits")
    )
    free_colours = fields.List(
        fields.String(), required=True, metadata=description("The colours that nobody has")
    )
    names = fields.Dict(
        fields.String(),
        fields.String(allow_none=True),
        required=True,
        metadata=description("The names of the host and of the players by id; null if erased"),
    )


class AcceptanceSchema(Schema):
    """How a guest wants to sit. Everything may be left out."""

    seat = fields.Integer(
        strict=True,
        validate=validate.Range(0, MOST_PLAYERS - 1),
        metadata=description("A free seat", example=1),
    )
    colour = fields.String(
        validate=validate.Length(1, 20), metadata=description("A free colour", example="blue")
    )


class AcceptedSchema(ReceiptSchema):
    """The receipt of a guest who has sat down."""

    game_id = fields.String(required=True)
