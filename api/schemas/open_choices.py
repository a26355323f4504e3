"""The schema of the bounds of an open choice, derived from the structs that are encoded."""

from api.schemas.structs import REF, JsonSchema, StructSchemas
from domain.choices import BankRate, Bound

BOUNDS = "Bounds"
TEMPLATE = "Template"


def choice_components() -> dict[str, JsonSchema]:
    """JSON schemas by component name: templates, bounds, and each struct within bounds."""
    schemas = StructSchemas([Bound, BankRate], "")
    return {
        TEMPLATE: {
            "description": "A command whose other fields are null and have to be filled in.",
            "type": "object",
            "properties": {"type": {"type": "string", "examples": ["discard"]}},
            "required": ["type"],
            "additionalProperties": {"type": "null"},
        },
        BOUNDS: {
            "description": "What each field of a template may hold, by the name of the field.",
            "type": "object",
            "properties": {
                "apart": {
                    "description": "Names of fields that may have nothing in common",
                    "type": "array",
                    "items": {"type": "string"},
                }
            },
            "additionalProperties": {
                "anyOf": [
                    {"$ref": REF + Bound.__name__},
                    {"type": "array", "items": {"$ref": REF + BankRate.__name__}},
                ]
            },
        },
        Bound.__name__: schemas.merged([Bound]),
        BankRate.__name__: schemas.merged([BankRate]),
    }
