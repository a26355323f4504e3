"""Holds answers against the API description, in which nothing may be missing."""

from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.api.kit import Person

DOCUMENT = "urn:openapi"


class Contract:
    """The description of a service, taken at its word: a field that it does not name is refused."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = _closed(document)
        resource = Resource.from_contents(self._document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(DOCUMENT, resource)

    def check(self, operation: str, answer: Any, status: int = 200) -> None:
        """Raise unless an answer has the form that is described, as of `GET /v1/games`."""
        method, path = operation.split(" ")
        responses = self._document["paths"][path][method.lower()]["responses"]
        assert str(status) in responses, (operation, list(responses))
        steps = ("paths", path, method.lower(), "responses", str(status), "content")
        pointer = "/".join(_escaped(step) for step in (*steps, "application/json", "schema"))
        schema = {"$ref": f"{DOCUMENT}#/{pointer}"}
        errors = Draft202012Validator(schema, registry=self._registry).iter_errors(answer)
        found = [f"{error.json_path}: {error.message}" for error in errors]
        if found:
            raise AssertionError("\n".join([operation, *found]))

    def read(self, person: Person, path: str, operation: str | None = None) -> Any:
        """Call a path and check what it answers; `operation` is its address in the description."""
        answer = person.read(path)
        self.check(operation or f"GET {path.split('?')[0]}", answer)
        return answer


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
