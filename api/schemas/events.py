"""Schemas of events, derived from the event types, as components of the API description."""

from typing import Any

import msgspec

from api.schemas.commands import tag_of
from domain.ruleset import AnyRuleset

REF = "#/components/schemas/"


def event_components(ruleset: AnyRuleset) -> dict[str, dict[str, Any]]:
    """JSON schemas by component name: each event, each struct within one, and any event."""
    names = {kind.__name__: f"{ruleset.name}.event.{tag_of(kind)}" for kind in ruleset.events}
    _, schemas = msgspec.json.schema_components(ruleset.events, ref_template=REF + "{name}")
    for name in schemas:
        names.setdefault(name, f"{ruleset.name}.{name}")
    found = {names[name]: _renamed(schema, names) for name, schema in schemas.items()}
    tags = [tag_of(kind) for kind in ruleset.events]
    union = one_of(tags, f"{ruleset.name}.event.", f"An event of a game of `{ruleset.name}`.")
    return {f"{ruleset.name}.Event": union, **found}


def one_of(tags: list[str], prefix: str, description: str) -> dict[str, Any]:
    """One of several components, chosen by `type`."""
    refs = {tag: f"{REF}{prefix}{tag}" for tag in sorted(tags)}
    return {
        "description": description,
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }


def any_of(names: list[str], example: dict[str, Any]) -> dict[str, Any]:
    """Any of several components. A value may fit more than one of them."""
    return {"anyOf": [{"$ref": REF + name} for name in names], "examples": [example]}


def _renamed(schema: Any, names: dict[str, str]) -> Any:
    """A schema that refers to components by their public names."""
    if isinstance(schema, list):
        return [_renamed(inner, names) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {**schema, "$ref": REF + names[schema["$ref"].removeprefix(REF)]}
    return {k: _renamed(v, names) for k, v in schema.items() if not is_superfluous(k, v)}


def is_superfluous(key: str, value: object) -> bool:
    """Whether a client does not need a member of a schema that msgspec made."""
    # A title is the name of a class. The length of a tuple has bounds of its own beside
    # `items: false`, which apispec would take for a reference.
    return (key == "title" and isinstance(value, str)) or (key == "items" and value is False)
