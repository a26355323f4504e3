"""Schemas of legal commands: as they are posted, and in words."""

from marshmallow import fields, validate

from api.schemas.common import (
    ComponentField,
    ReadQuerySchema,
    ResponseSchema,
    description,
    version_field,
)
from api.schemas.open_choices import BOUNDS, FORM_FIELD, TEMPLATE, TOUCH
from presentation.registry import LANGUAGES

ONLY_WITH_WORDS = "Only with `words`"


class ActionsQuerySchema(ReadQuerySchema):
    """Which actions are read, and whether they are put into words."""

    words = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata=description("Put the actions into words of this language as well", example="en"),
    )


class ActionSchema(ResponseSchema):
    """A legal command, or an open choice: a template, its bounds, and a legal example."""

    command = ComponentField("Command", metadata=description("Legal as it is"))
    template = ComponentField(TEMPLATE)
    bounds = ComponentField(BOUNDS)
    example = ComponentField(
        "Command", metadata=description("One legal way to fill in the template")
    )
    label = fields.String(
        metadata=description(
            f"What it does, in the imperative. {ONLY_WITH_WORDS}, as are the next fields",
            example="Build a road on the north-east coast of forest 8",
        )
    )
    group = fields.String(
        metadata=description(
            "What kind of action it is; the same for all that one button can stand for",
            example="build_road",
        )
    )
    group_label = fields.String(metadata=description("The button", example="Build a road"))
    touches = fields.List(
        ComponentField(TOUCH),
        metadata=description(
            "What the command names on the table, in the order in which a person chooses it"
        ),
    )
    form = fields.List(
        ComponentField(FORM_FIELD),
        metadata=description("How to ask for each field of the template of an open choice"),
    )


class PriceSchema(ResponseSchema):
    """What a piece or card costs."""

    piece = fields.String(required=True, metadata={"example": "road"})
    group = fields.String(
        required=True, metadata=description("The type of the command that pays for it")
    )
    label = fields.String(required=True, metadata={"example": "Road"})
    cost = fields.Dict(
        fields.String(),
        fields.Integer(),
        required=True,
        metadata=description("How many of what", example={"brick": 1, "lumber": 1}),
    )
    cost_label = fields.String(required=True, metadata={"example": "1 brick and 1 lumber"})


class ActionsSchema(ResponseSchema):
    """Every command that you may give now, ready to post."""

    version = version_field()
    prompt = fields.String(
        metadata=description(
            f"Whom the game waits for and what they have to do, in one sentence. {ONLY_WITH_WORDS}",
            example="You have to move the robber.",
        )
    )
    seat = fields.Integer(required=True, allow_none=True)
    actions = fields.List(fields.Nested(ActionSchema), required=True)
    prices = fields.List(
        fields.Nested(PriceSchema), metadata=description(f"The price list. {ONLY_WITH_WORDS}")
    )
