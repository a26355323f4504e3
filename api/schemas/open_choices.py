"""The schemas of open choices, bounds and forms, derived from the structs that are encoded."""

from api.schemas.json_schema import REF, JsonSchema
from api.schemas.structs import StructSchemas
from domain.choices import BankRate, Bound
from domain.touches import Touch
from presentation.actions.forms import FormField

TOUCH = Touch.__name__
FORM_FIELD = FormField.__name__
BOUNDS = "Bounds"
TEMPLATE = "Template"
# It is always null, for which most languages have no type.
ALL = {"type": ["integer", "null"], "description": "The value that means all these seats: null"}


def choice_components() -> dict[str, JsonSchema]:
    """JSON schemas by component name: templates, bounds, forms, and each struct within them."""
    schemas = StructSchemas([Bound, BankRate, Touch, FormField])
    bound = schemas.merged([Bound])
    field = schemas.merged([FormField])
    return {
        TEMPLATE: {
            "description": "A command whose other fields are null and have to be filled in.",
            "type": "object",
            # `type` is no property of its own: the generator for Kotlin could not write that.
            "required": ["type"],
            "additionalProperties": {"type": ["string", "null"]},
            "example": {"type": "discard", "cards": None},
        },
        BOUNDS: {
            "description": "What each field of a template may hold, by the name of the field. "
            "`apart` names fields that may have nothing in common.",
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    {"$ref": REF + Bound.__name__},
                    {"type": "array", "items": {"$ref": REF + BankRate.__name__}},
                    {"type": "array", "items": {"type": "string"}},
                ]
            },
        },
        Bound.__name__: {**bound, "properties": {**bound["properties"], "all": ALL}},
        BankRate.__name__: schemas.merged([BankRate]),
        TOUCH: schemas.merged([Touch]),
        FORM_FIELD: field,
        **schemas.components,
    }
