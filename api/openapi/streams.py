"""How streams are described: the item that NDJSON and server-sent events are made of.

OpenAPI 3.2 has a keyword for it; OpenAPI 3.1 cannot say it.
"""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from api.schemas.json_schema import REF, JsonSchema, references

LINES = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
ITEM_SCHEMA = "x-item-schema"
"""Where the schema of an item stands until the version of OpenAPI is known."""


def line_item(component: str) -> JsonSchema:
    """The schema of a line."""
    return {"$ref": REF + component}


def event_item(components: Mapping[str, str]) -> JsonSchema:
    """The schema of a server-sent event: its name says which data it has."""
    return {"oneOf": [_event(name, component) for name, component in components.items()]}


def _event(name: str, component: str) -> JsonSchema:
    return {
        "type": "object",
        "properties": {
            "event": {"type": "string", "const": name},
            "id": {
                "type": "string",
                "description": "Send the last one that you got as `Last-Event-ID` to resume",
            },
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": REF + component},
            },
        },
        "required": ["event", "data"],
    }


def as_openapi_3_1(document: dict[str, Any]) -> dict[str, Any]:
    """The description by OpenAPI 3.1, which cannot say what streams are made of."""
    earlier = copy.deepcopy(document)
    for content in _contents(earlier):
        content.pop(ITEM_SCHEMA, None)
    schemas = earlier["components"]["schemas"]
    while unused := schemas.keys() - _used_schemas(earlier):
        for name in unused:
            del schemas[name]
    return earlier


def as_openapi_3_2(document: dict[str, Any]) -> dict[str, Any]:
    """The same description by OpenAPI 3.2, with the items of streams."""
    later = copy.deepcopy(document)
    later["openapi"] = "3.2.0"
    for content in _contents(later):
        if ITEM_SCHEMA in content:
            content["itemSchema"] = content.pop(ITEM_SCHEMA)
            # Each item has a schema; the whole stream has none.
            content.pop("schema", None)
    return later


def _contents(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What each response may contain."""
    for methods in document["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                for response in operation["responses"].values():
                    yield from response.get("content", {}).values()


def _used_schemas(document: dict[str, Any]) -> set[str]:
    return {ref.removeprefix(REF) for ref in references(document) if ref.startswith(REF)}
