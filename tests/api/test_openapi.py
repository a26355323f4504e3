"""The description of the API is complete, and its pages work without help from elsewhere."""

import json
import re
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.openapi.docs_page import FILES
from api.openapi.document import install
from api.schemas.actions import ActionsSchema
from api.schemas.commands import AnyCommandSchema, postable, tag_of
from api.schemas.common import ReadQuerySchema, ReceiptSchema
from api.schemas.json_schema import pascal_case
from api.transport import problems
from api.transport.arguments import Blueprint
from api.transport.problems import MEDIA_TYPE, catalogue
from domain.registry import RULESETS
from hexledger.self_play import Setup
from tests.games import commits

REF = "#/components/schemas/"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    app = Flask("described")
    problems.register(app)
    api = install(app)
    games = Blueprint("games", __name__, url_prefix="/games", description="Play")

    @games.post("/<game_id>/commands")
    @games.arguments(AnyCommandSchema)
    @games.response(201, ReceiptSchema)
    def submit(body: dict[str, Any], game_id: str) -> dict[str, Any]:
        """Do something"""
        return {"version": 2, "hash": "0" * 64, "events": [body]}

    @games.get("/<game_id>/actions")
    @games.arguments(ReadQuerySchema, location="query")
    @games.response(200, ActionsSchema)
    def actions(query: dict[str, Any], game_id: str) -> dict[str, Any]:
        """What may be done"""
        return {"version": 1, "seat": None, "actions": []}

    api.register_blueprint(games)
    return app.test_client()


@pytest.fixture(scope="module")
def document(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get("/openapi.json").data)
    return found


def test_the_description_is_openapi_3_1(document: dict[str, Any]):
    assert document["openapi"] == "3.1.0"
    assert document["security"] == [{"token": []}]
    token = document["components"]["securitySchemes"]["token"]
    assert token == {"type": "http", "scheme": "bearer"}


def test_the_description_is_sent_once_while_it_does_not_change(client: FlaskClient):
    tag = client.get("/openapi.json").headers["ETag"]
    assert client.get("/openapi.json", headers={"If-None-Match": tag}).status_code == 304


def refs(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        mapped = value.get("discriminator", {}).get("mapping", {})
        return own.union(mapped.values(), *(refs(inner) for inner in value.values()))
    return set().union(*(refs(inner) for inner in value)) if isinstance(value, list) else set()


def test_every_reference_leads_somewhere(document: dict[str, Any]):
    for ref in refs(document):
        _, *path = ref.split("/")
        found = document
        for step in path:
            found = found[step]
        assert found


def test_every_command_of_every_ruleset_is_described_and_chosen_by_type(document: dict[str, Any]):
    schemas = document["components"]["schemas"]
    tags = {tag_of(kind) for ruleset in RULESETS.values() for kind in postable(ruleset)}
    chosen = schemas["Command"]["discriminator"]
    assert chosen["propertyName"] == "type"
    assert chosen["mapping"] == {tag: f"{REF}{pascal_case(tag)}" for tag in tags}
    for tag in tags:
        schema = schemas[pascal_case(tag)]
        assert schema["properties"]["type"]["const"] == tag
        assert schema["additionalProperties"] is False
        assert "type" in schema["required"]
        assert schema["description"]
    body = document["paths"]["/games/{game_id}/commands"]["post"]["requestBody"]
    assert body["content"]["application/json"]["schema"] == {"$ref": f"{REF}Command"}


def test_a_command_that_rulesets_know_by_other_fields_has_the_fields_of_one_of_them(
    document: dict[str, Any],
):
    schema = document["components"]["schemas"]["BuildRoad"]
    assert set(schema["properties"]) == {"type", "edge", "road"}
    assert schema["required"] == ["type"]
    assert (schema["minProperties"], schema["maxProperties"]) == (2, 2)


def test_bounds_and_choices_of_fields_are_described(document: dict[str, Any]):
    schemas = document["components"]["schemas"]
    assert schemas["Discard"]["properties"]["cards"]["$ref"] == f"{REF}PostedCards"
    cards = schemas["PostedCards"]
    assert cards["additionalProperties"] == {
        "type": "integer",
        "format": "int32",
        "minimum": 1,
        "maximum": 19,
    }
    assert cards["propertyNames"]["enum"] == ["brick", "grain", "lumber", "ore", "wool"]
    assert schemas["AddNonce"]["properties"]["nonce"]["pattern"] == "^[0-9a-f]{32}$"
    victim = schemas["MoveRobber"]["properties"]["victim"]
    assert victim == {"type": ["integer", "null"], "format": "int64", "default": None}
    assert schemas["OfferTrade"]["properties"]["to"]["items"]["type"] == "integer"


def test_every_event_of_every_ruleset_is_described(document: dict[str, Any]):
    schemas = document["components"]["schemas"]
    kinds = {kind for ruleset in RULESETS.values() for kind in ruleset.events}
    for kind in kinds:
        schema = schemas[pascal_case(tag_of(kind))]
        assert schema["properties"]["type"] == {"type": "string", "const": tag_of(kind)}
        assert set(schema["properties"]) >= {"type", *kind.__struct_encode_fields__}
        assert schema["description"], f"{kind.__name__} is described to client developers"
    events = {tag_of(kind): REF + pascal_case(tag_of(kind)) for kind in kinds}
    assert schemas["Event"]["discriminator"] == {"propertyName": "type", "mapping": events}


def test_what_is_hidden_from_others_may_be_null(document: dict[str, Any]):
    stolen = document["components"]["schemas"]["CardStolen"]["properties"]["resource"]
    assert stolen["anyOf"] == [{"$ref": f"{REF}Resource"}, {"type": "null"}]


def test_what_happens_has_the_fields_that_are_described(document: dict[str, Any]):
    schemas = document["components"]["schemas"]
    for _, _, events in commits(Setup(seed="described", max_turns=40)):
        for event in events:
            encoded = msgspec.to_builtins(event)
            schema = schemas[pascal_case(encoded["type"])]
            assert set(schema["required"]) <= set(encoded) <= set(schema["properties"])


def test_every_operation_may_end_in_a_problem(document: dict[str, Any]):
    problem = document["components"]["responses"]["DEFAULT_ERROR"]["content"]
    assert problem == {MEDIA_TYPE: {"schema": {"$ref": f"{REF}Problem"}}}
    for path in document["paths"].values():
        for method in ("get", "post"):
            if method in path:
                default = path[method]["responses"]["default"]
                assert default == {"$ref": "#/components/responses/DEFAULT_ERROR"}


def test_a_problem_is_described_as_it_is_sent(client: FlaskClient, document: dict[str, Any]):
    error = json.loads(client.get("/nowhere").data)
    schema = document["components"]["schemas"]["Problem"]
    assert set(error) == set(schema["properties"]) == set(schema["required"])
    assert re.fullmatch(schema["properties"]["code"]["pattern"], error["code"])


def test_what_is_sent_may_grow_but_what_comes_in_may_not(document: dict[str, Any]):
    schemas = document["components"]["schemas"]
    assert "additionalProperties" not in schemas["Receipt"]
    assert "additionalProperties" not in schemas["Problem"]
    assert schemas["EndTurn"]["additionalProperties"] is False


def test_a_path_and_a_query_are_described(document: dict[str, Any]):
    path = document["paths"]["/games/{game_id}/actions"]
    assert path["parameters"][0]["name"] == "game_id"
    assert {parameter.get("name") for parameter in path["get"]["parameters"]} >= {"at", "lang"}


# Pages


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/errors"])
def test_a_page_loads_nothing_from_elsewhere(client: FlaskClient, path: str):
    response = client.get(path)
    assert response.content_type == "text/html; charset=utf-8"
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert "//" not in response.text
    assert "<style" not in response.text
    assert not re.search(r"<script(?! src=)", response.text)
    links = re.findall(r'(?:src|href|data-description)="([^"#]+)"', response.text)
    assert links
    for link in links:
        assert client.get(link, buffered=True).status_code == 200, link


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_files_of_the_page_come_from_the_installed_package(client: FlaskClient, name: str):
    response = client.get(f"/docs/{name}", buffered=True)
    assert response.status_code == 200
    assert "max-age" in response.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["oauth2-redirect.html", "..%2Fflask_swagger_ui.py", "nothing"])
def test_no_other_file_is_served(client: FlaskClient, name: str):
    assert client.get(f"/docs/{name}").status_code == 404


def test_the_type_of_every_problem_leads_to_its_explanation(client: FlaskClient):
    page = client.get("/docs/errors").text
    for code in catalogue():
        assert f'<tr id="{code}">' in page
