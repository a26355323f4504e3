"""Schemas of copies of games."""

from marshmallow import Schema, fields, validate

from api.schemas.common import MOST_PLAYERS, description


class NewCopySchema(Schema):
    """A position of a closed game, from which a new one goes on."""

    version = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(1),
        metadata=description("The commit after which the game is copied", example=120),
    )
    seat = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(0, MOST_PLAYERS - 1),
        metadata=description("The seat that you play, counted from 0", example=0),
    )
    bot = fields.String(
        validate=validate.Length(1, 64),
        metadata=description(
            "Which bot plays the other seats; if it is left out, the first of the ruleset",
            example="planner",
        ),
    )
