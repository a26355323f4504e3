"""How marshmallow schemas become JSON schemas of the API description."""

from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from api.schemas.common import ComponentField
from api.schemas.json_schema import REF, JsonSchema, tidied


class Converter(OpenAPIConverter):
    """Describes schemas by their docstrings, and some fields in more detail."""

    def schema2jsonschema(self, schema: Any) -> JsonSchema:
        found = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]  # no types
        text = " ".join((type(schema).__doc__ or "").split())
        described: JsonSchema = tidied({"description": text, **found}, keep_defaults=True)
        return described

    def field2type_and_format(self, field: fields.Field[Any], **rest: Any) -> dict[str, Any]:
        if isinstance(field, ComponentField):
            return {"$ref": REF + field.component}
        found: dict[str, Any] = super().field2type_and_format(field, **rest)
        return found

    def dict2properties(self, field: Any, **rest: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().dict2properties(field, **rest)
        if isinstance(field, fields.Dict) and field.key_field is not None:
            keys = self.field2property(field.key_field)
            if keys != {"type": "string"}:
                found["propertyNames"] = keys
        return found


class Plugin(MarshmallowPlugin):
    """The plugin of apispec that uses our converter."""

    Converter = Converter

    def json_schema(self, schema: type[Schema]) -> JsonSchema:
        """The JSON schema of a marshmallow schema, which does not become a component."""
        assert isinstance(self.converter, Converter)
        return self.converter.schema2jsonschema(schema())
