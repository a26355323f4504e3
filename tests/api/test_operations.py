"""Every operation of the service is described in full: its name, examples, and all its errors."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, OpenAPIV32SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api.openapi.examples import recorded_answers
from api.openapi.operations import METHODS, operation_id
from api.transport.problems import MEDIA_TYPE, catalogue
from tests.api.kit import Site

RECORDED = Path(__file__).parent / "operation_ids.json"
JSON = "application/json"
ADDRESS = "urn:description"


def read_document(path: str = "/openapi.json") -> Any:
    with Site() as site:
        return site.anonymous.read(path)


@pytest.fixture(scope="module")
def document() -> Any:
    return read_document()


@pytest.fixture(scope="module")
def later() -> Any:
    return read_document("/openapi-3.2.json")


def operations(document: Any) -> dict[str, Any]:
    """Every operation by its method and path."""
    return {
        f"{method.upper()} {path}": methods[method]
        for path, methods in document["paths"].items()
        for method in METHODS
        if method in methods
    }


def parameters(document: Any) -> list[Any]:
    found = list(document["components"]["parameters"].values())
    for methods in document["paths"].values():
        for one in (methods, *methods.values()):
            listed = one.get("parameters", ()) if isinstance(one, dict) else ()
            found += [parameter for parameter in listed if "$ref" not in parameter]
    return found


def test_the_descriptions_are_valid(document: Any, later: Any):
    assert document["openapi"] == "3.1.0"
    assert later["openapi"] == "3.2.0"
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []
    assert [error.message for error in OpenAPIV32SpecValidator(later).iter_errors()] == []


def test_the_id_of_an_operation_never_changes(document: Any):
    """Clients call functions of these names. `python -m tests.api.test_operations` adds new."""
    ids = {name: one["operationId"] for name, one in operations(document).items()}
    recorded = json.loads(RECORDED.read_text())
    assert {name: ids.get(name) for name in recorded} == recorded
    assert [id for id, count in Counter(ids.values()).items() if count > 1] == []


def test_the_id_of_an_operation_is_the_name_of_its_function():
    assert operation_id("open_game") == "openGame"
    recorded = set(json.loads(RECORDED.read_text()).values())
    assert {"openGame", "submitCommand", "followEvents"} <= recorded


def test_every_operation_is_described_in_full(document: Any):
    tags = {tag["name"] for tag in document["tags"] if tag["description"]}
    for name, operation in operations(document).items():
        assert re.fullmatch("[a-z]+([A-Z][a-z]*)*", operation["operationId"]), name
        assert operation["summary"], name
        assert not operation["summary"].endswith("."), name
        assert set(operation["tags"]) <= tags, name
        assert len(operation["tags"]) == 1, name
        bodies = [operation[key] for key in ("requestBody",) if key in operation]
        bodies += [one for status, one in operation["responses"].items() if status < "3"]
        for body in bodies:
            for media_type, content in body.get("content", {}).items():
                assert media_type != JSON or "example" in content or "examples" in content, name


def test_every_example_fits_its_schema(document: Any):
    resource = Resource.from_contents(document, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource(ADDRESS, resource)
    for name, operation in operations(document).items():
        for body in (operation.get("requestBody", {}), *operation["responses"].values()):
            for content in body.get("content", {}).values():
                examples = [content["example"]] if "example" in content else []
                for example in examples:
                    schema = _with_address(content["schema"])
                    errors = Draft202012Validator(schema, registry=registry).iter_errors(example)
                    assert [f"{one.json_path}: {one.message}" for one in errors] == [], name


def test_an_example_of_an_answer_is_a_real_one_or_has_no_gaps(document: Any):
    recorded, ids = recorded_answers(), set()
    for operation in operations(document).values():
        ids.add(operation["operationId"])
        for status, response in operation["responses"].items():
            example = response.get("content", {}).get(JSON, {}).get("example")
            if status < "3" and example is not None and operation["operationId"] not in recorded:
                assert '""' not in json.dumps(example), operation["operationId"]
    assert recorded.keys() <= ids


def _with_address(schema: Any) -> Any:
    return {"$ref": ADDRESS + schema["$ref"]} if "$ref" in schema else schema


def test_every_operation_names_the_codes_it_may_answer_by_status(document: Any):
    known, examples = catalogue(), document["components"]["examples"]
    for name, operation in operations(document).items():
        codes = set()
        for status, response in operation["responses"].items():
            for code, ref in (
                response.get("content", {}).get(MEDIA_TYPE, {}).get("examples", {}).items()
            ):
                assert str(known[code].status) == status, (name, code)
                value = examples[ref["$ref"].rsplit("/", 1)[1]]["value"]
                assert (value["code"], str(value["status"])) == (code, status)
                codes.add(code)
        assert {"rate/too_many_requests", "service/error", "service/unavailable"} <= codes, name


def test_every_parameter_is_described_with_an_example_where_it_is_not_obvious(document: Any):
    for parameter in parameters(document):
        assert parameter["description"], parameter
        if parameter["in"] in ("path", "header"):
            assert "example" in parameter, parameter


def test_names_of_components_are_in_one_style(document: Any, later: Any):
    for one in (document, later):
        for group in ("schemas", "examples"):
            for name in one["components"][group]:
                assert re.fullmatch("[A-Z][A-Za-z]*", name), name


def test_a_list_of_words_that_stands_in_many_places_has_a_name(document: Any):
    """Otherwise a generated client has a class of its own for each of these places."""
    found = Counter(json.dumps(words) for words in _unnamed_words(document))
    assert {words: count for words, count in found.items() if count > 4} == {}


def _unnamed_words(schema: Any, depth: int = 0) -> Iterator[Any]:
    if isinstance(schema, list):
        for inner in schema:
            yield from _unnamed_words(inner, depth + 1)
    elif isinstance(schema, dict):
        # The words of a component are at the depth of `components.schemas.Language`.
        if depth > 3 and isinstance(schema.get("enum"), list):
            yield sorted(map(str, schema["enum"]))
        for inner in schema.values():
            yield from _unnamed_words(inner, depth + 1)


def test_a_choice_by_a_field_is_the_same_on_both_sides(document: Any):
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        if "discriminator" not in schema:
            continue
        field, mapping = (schema["discriminator"][key] for key in ("propertyName", "mapping"))
        assert [{"$ref": ref} for ref in mapping.values()] == schema["oneOf"], name
        for value, ref in mapping.items():
            chosen = schemas[ref.rsplit("/", 1)[1]]
            assert chosen["properties"][field]["const"] == value, (name, value)
            assert field in chosen["required"], (name, value)


def test_every_pattern_is_one_of_javascript_as_well(document: Any):
    """Python's own signs, such as `\\Z` and `(?P<name>…)`, mean nothing elsewhere."""
    for pattern in re.findall(r'"pattern": "((?:[^"\\]|\\.)*)"', json.dumps(document)):
        assert not re.search(r"\\\\[AZ]|\(\?P", pattern), pattern


def test_what_streams_are_made_of_is_described(document: Any, later: Any):
    path = "GET /v1/games/{game_id}/events"
    content = operations(later)[path]["responses"]["200"]["content"]
    assert content["application/x-ndjson"] == {
        "itemSchema": {"$ref": "#/components/schemas/Commit"}
    }
    events = content["text/event-stream"]["itemSchema"]["oneOf"]
    names = [one["properties"]["event"]["const"] for one in events]
    assert names == ["view", "commit", "talk", "reset", "ping"]
    for one in events:
        data = one["properties"]["data"]["contentSchema"]["$ref"]
        assert data.rsplit("/", 1)[1] in later["components"]["schemas"]
    assert "itemSchema" not in json.dumps(document)


def test_where_the_service_is_and_who_may_use_it_is_said(document: Any):
    assert document["servers"][-1]["url"] == "/"
    with Site(public_url="https://play.example.org") as site:
        servers = site.anonymous.read("/openapi.json")["servers"]
    assert [one["url"] for one in servers] == ["https://play.example.org", "/"]
    assert document["info"]["license"]["identifier"] == "MIT"
    assert document["info"]["contact"]


if __name__ == "__main__":
    ids = {name: one["operationId"] for name, one in operations(read_document()).items()}
    RECORDED.write_text(json.dumps(dict(sorted(ids.items())), indent=2) + "\n")
