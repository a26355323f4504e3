"""Compares what is sent with the API description, in which nothing may be missing."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api.schemas.commands import postable, tag_of
from domain.registry import RULESETS
from tests.api.kit import Person

DOCUMENT = "urn:openapi"


class Contract:
    """The description of a server, taken at its word: a field that it does not name is refused.

    With a ruleset, events and commands have to be those of this ruleset.
    """

    def __init__(self, document: dict[str, Any], ruleset: str | None = None) -> None:
        self._document = _closed(document)
        if ruleset is not None:
            rules = RULESETS[ruleset]
            for message, kinds in (("Event", rules.events), ("Command", postable(rules))):
                chosen = self._document["components"]["schemas"][message]["discriminator"]
                known = {tag_of(kind) for kind in kinds}
                chosen["mapping"] = {
                    tag: ref for tag, ref in chosen["mapping"].items() if tag in known
                }
        self._found_valid: set[tuple[str | int, bytes]] = set()
        self._validators: dict[str, Validator] = {}

    def check(self, operation: str, answer: Any, status: int = 200) -> None:
        """Raise unless an answer has the form that is described, as of `GET /v1/games`."""
        method, path = operation.split(" ")
        responses = self._document["paths"][path][method.lower()]["responses"]
        assert str(status) in responses, (operation, list(responses))
        steps = ("paths", path, method.lower(), "responses", str(status), "content")
        pointer = "/".join(_escaped(step) for step in (*steps, "application/json", "schema"))
        self._check(pointer, answer, operation)

    def check_component(self, name: str, value: Any) -> None:
        """Raise unless a value has the form of a component, such as `BaseBoard`."""
        self._check(f"components/schemas/{name}", value, name)

    def read(self, person: Person, path: str, operation: str | None = None) -> Any:
        """Call a path and check what it answers; `operation` is its address in the description."""
        answer = person.read(path)
        self.check(operation or f"GET {path.split('?')[0]}", answer)
        return answer

    def _check(self, pointer: str, value: Any, name: str) -> None:
        if pointer not in self._validators:
            schema = {"$ref": f"{DOCUMENT}#/{pointer}"}
            self._validators[pointer] = self._kind(schema, registry=self._registry)
        errors = [
            f"{error.json_path}: {error.message}"
            for error in self._validators[pointer].iter_errors(value)
        ]
        if errors:
            raise AssertionError("\n".join([name, *errors]))

    @cached_property
    def _registry(self) -> Any:
        resource = Resource.from_contents(self._document, default_specification=DRAFT202012)
        return Registry().with_resource(DOCUMENT, resource)

    @cached_property
    def _kind(self) -> Any:
        return extend(
            Draft202012Validator,
            {
                "$ref": self._by_reference,
                "oneOf": _by_discriminator,
                "properties": self._properties,
                "items": self._items,
            },
        )

    def _by_reference(
        self, validator: Any, ref: str, value: Any, schema: Any
    ) -> Iterator[ValidationError]:
        """Check each value against each component once: the same hexes are sent again and again."""
        key = (ref, msgspec.json.encode(value))
        if key in self._found_valid:
            return
        errors = list(Draft202012Validator.VALIDATORS["$ref"](validator, ref, value, schema))
        if not errors:
            self._found_valid.add(key)
        yield from errors

    def _properties(
        self, validator: Any, properties: Any, value: Any, schema: Any
    ) -> Iterator[ValidationError]:
        if isinstance(value, dict):
            for name in value.keys() & properties.keys():
                yield from self._once(validator, value[name], properties[name], name)

    def _items(
        self, validator: Any, items: Any, value: Any, schema: Any
    ) -> Iterator[ValidationError]:
        assert "prefixItems" not in schema
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield from self._once(validator, item, items, index)

    def _once(
        self, validator: Any, value: Any, schema: Any, path: str | int
    ) -> Iterator[ValidationError]:
        """Check each value against each part of the document once: most of them come often."""
        key = (id(schema), msgspec.json.encode(value))
        if key in self._found_valid:
            return
        errors = list(validator.descend(value, schema, path=path, schema_path=path))
        if not errors:
            self._found_valid.add(key)
        yield from errors


def _by_discriminator(
    validator: Any, choices: Any, value: Any, schema: Any
) -> Iterator[ValidationError]:
    """Choose one of several schemas as a client does: by the field that tells them apart."""
    if "discriminator" not in schema:
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, choices, value, schema)
        return
    field, mapping = (schema["discriminator"][key] for key in ("propertyName", "mapping"))
    ref = mapping.get(value.get(field)) if isinstance(value, dict) else None
    if ref is None:
        yield ValidationError(f"{field!r} is none of {sorted(mapping)}: {value!r}")
    else:
        yield from validator.descend(value, {"$ref": ref})


def _closed(value: Any) -> Any:
    """A description in which every object has the fields that are named, and no others."""
    if isinstance(value, list):
        return [_closed(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    closed = {key: _closed(inner) for key, inner in value.items()}
    if isinstance(value.get("properties"), dict) and value.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


def _escaped(step: str) -> str:
    """A step of a JSON pointer, in a URI."""
    return step.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
