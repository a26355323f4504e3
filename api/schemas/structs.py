"""JSON schemas of what is sent, derived from the structs that are encoded.

A ruleset has several classes for one thing: a lobby and a game that has started, a seat and the
seat of a scenario that shows more. A client sees one schema for all of them: the properties of
all these classes, of which those are required that every class has. Classes with a tag stay
apart, as one of several.
"""

from collections.abc import Iterable, Iterator
from types import UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, inspect

REF = "#/components/schemas/"

JsonSchema: TypeAlias = dict[str, Any]
Kind: TypeAlias = type[Struct]


def returned_by(function: Any) -> tuple[Kind, ...]:
    """The structs that a function returns, by its annotation."""
    returned = get_type_hints(function)["return"]
    return get_args(returned) if get_origin(returned) in (Union, UnionType) else (returned,)


class StructSchemas:
    """The schemas of structs and of all that is in them.

    `package` is where to look for subclasses: what other packages add to a class is not sent.
    Components are named after their classes, behind the prefix.
    """

    def __init__(self, roots: Iterable[Kind], *, package: str, prefix: str) -> None:
        self._package = package
        self._prefix = prefix
        kinds = self._reached_from(roots)
        _, raw = msgspec.json.schema_components(kinds, ref_template="{name}")
        self._raw = {kind: raw[kind.__name__] for kind in kinds}
        self._by_name = {kind.__name__: kind for kind in kinds}
        assert len(self._by_name) == len(kinds), "two structs that are sent have the same name"

    def components(self, *schemas: JsonSchema) -> dict[str, JsonSchema]:
        """Every component that these schemas refer to, directly or not, by name."""
        found: dict[str, JsonSchema] = {}
        waiting = [name for schema in schemas for name in _references(schema)]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = self._component(self._by_name[name.removeprefix(self._prefix)])
                waiting += _references(found[name])
        return dict(sorted(found.items()))

    def merged(self, kinds: Iterable[Kind]) -> JsonSchema:
        """One object schema for these classes and their variants."""
        variants = list(dict.fromkeys(one for kind in kinds for one in self._variants(kind)))
        properties: dict[str, list[JsonSchema]] = {}
        for kind in variants:
            for name, schema in self._raw[kind]["properties"].items():
                properties.setdefault(name, []).append(self._public(schema))
        always = set.intersection(*(self._sent_by(kind) for kind in variants))
        return {
            "description": self._raw[variants[0]].get("description", ""),
            "type": "object",
            "properties": {name: self._either(found) for name, found in properties.items()},
            "required": [name for name in properties if name in always],
        }

    def _component(self, kind: Kind) -> JsonSchema:
        variants = self._variants(kind)
        tagged = [one for one in variants[1:] if one.__struct_config__.tag is not None]
        if not tagged:
            return self.merged([kind])
        leaves = [one for one in tagged if not any(_is_below(other, one) for other in tagged)]
        refs = {one.__struct_config__.tag: REF + self._name(one) for one in leaves}
        return {
            "description": self._raw[kind].get("description", ""),
            "oneOf": [{"$ref": ref} for ref in refs.values()],
            "discriminator": {
                "propertyName": kind.__struct_config__.tag_field,
                "mapping": refs,
            },
        }

    def _sent_by(self, kind: Kind) -> set[str]:
        """The fields that are always there when a struct of this class is encoded."""
        raw = self._raw[kind]
        if kind.__struct_config__.omit_defaults:
            return set(raw.get("required", ()))
        return set(raw["properties"]) - _unset_fields(kind)

    def _reached_from(self, roots: Iterable[Kind]) -> list[Kind]:
        found: dict[Kind, None] = {}
        waiting = list(roots)
        while waiting:
            kind = waiting.pop(0)
            if kind not in found:
                found[kind] = None
                waiting += self._variants(kind)[1:]
                info = inspect.type_info(kind)
                assert isinstance(info, inspect.StructType)
                waiting += [one for field in info.fields for one in _structs_in(field.type)]
        return list(found)

    def _variants(self, kind: Kind) -> list[Kind]:
        """A class, and the classes of the package that are derived from it."""
        own = (one for one in _below(kind) if one.__module__.startswith(f"{self._package}."))
        return [kind, *own]

    def _name(self, kind: Kind) -> str:
        return f"{self._prefix}{kind.__name__}"

    def _either(self, schemas: Iterable[JsonSchema]) -> JsonSchema:
        """The schema of a value that fits at least one of several."""
        found: list[JsonSchema] = []
        for schema in schemas:
            for one in schema["anyOf"] if set(schema) == {"anyOf"} else (schema,):
                if one not in found:
                    found.append(one)
        lists = [one for one in found if one.get("type") == "array" and "items" in one]
        if len(lists) > 1:
            items = self._either(one["items"] for one in lists)
            found = [{"type": "array", "items": items}, *(one for one in found if one not in lists)]
        found = [one for one in found if not any(self._covers(other, one) for other in found)]
        return found[0] if len(found) == 1 else {"anyOf": found}

    def _covers(self, schema: JsonSchema, other: JsonSchema) -> bool:
        """Whether one schema refers to a class and the other to a variant of that class."""
        if "$ref" not in schema or "$ref" not in other or schema == other:
            return False
        kind, variant = (
            self._by_name[one["$ref"].removeprefix(REF + self._prefix)] for one in (schema, other)
        )
        return issubclass(variant, kind)

    def _public(self, schema: Any) -> Any:
        """A schema with references by component name, and without what only a reader needs."""
        if isinstance(schema, list):
            return [self._public(inner) for inner in schema]
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema:
            return {"$ref": REF + self._name(self._by_name[schema["$ref"]])}
        return {
            key: self._public(value)
            for key, value in schema.items()
            # A struct that is sent has no defaults, and a title is the name of a class. A tuple's
            # length is bounded beside `items`, which apispec would take for a reference.
            if key not in ("default", "title") and not (key == "items" and value is False)
        }


def _references(schema: object) -> Iterator[str]:
    """The names of the components that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(REF)
        for inner in schema.values():
            yield from _references(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _references(inner)


def _below(kind: Kind) -> Iterator[Kind]:
    for derived in kind.__subclasses__():
        yield derived
        yield from _below(derived)


def _is_below(derived: Kind, kind: Kind) -> bool:
    return derived is not kind and issubclass(derived, kind)


def _structs_in(info: object) -> Iterator[Kind]:
    """The structs in the type of a field."""
    if isinstance(info, inspect.StructType):
        yield info.cls
    elif isinstance(info, inspect.Type):
        for name in info.__struct_fields__:
            yield from _structs_in(getattr(info, name))
    elif isinstance(info, tuple):
        for one in info:
            yield from _structs_in(one)


def _unset_fields(kind: Kind) -> set[str]:
    """The fields that may be left out because they may be `UNSET`: they have no other default."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {
        field.encode_name
        for field in info.fields
        if not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    }
