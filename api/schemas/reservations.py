"""Schemas of what a host decides about guests."""

from marshmallow import Schema, fields, validate

from api.schemas.common import MOST_PLAYERS, description
from api.schemas.patterns import Pattern


def _seat(text: str) -> fields.Integer:
    return fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(0, MOST_PLAYERS - 1),
        metadata=description(text, example=1),
    )


class NewReservationSchema(Schema):
    """A seat to be kept for a player."""

    seat = _seat("A free seat, counted from 0")
    player_id = fields.String(
        required=True,
        validate=[validate.Length(1, 64), Pattern(r"^[A-Za-z0-9_-]{1,64}$")],
        metadata=description("The player it is kept for", example="u-0123456789abcdef0123"),
    )


class TurnedAwaySchema(Schema):
    """A guest to be sent away."""

    seat = _seat("The seat of the guest, counted from 0")
