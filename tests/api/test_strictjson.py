"""Bodies and queries: what is not meant, or nobody reads, is refused with a code."""

import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, fields, validate

from api.openapi.document import install
from api.schemas.common import WholeNumber
from api.transport import problems
from api.transport.arguments import Blueprint
from api.transport.errors import ApiError
from api.transport.strict_json import DEEPEST, LARGEST, MOST_BYTES, SMALLEST, read_json


def code_of(data: bytes) -> str:
    with pytest.raises(ApiError) as refused:
        read_json(data)
    assert refused.value.status == 400
    return refused.value.code


def detail_of(data: bytes) -> str:
    with pytest.raises(ApiError) as refused:
        read_json(data)
    return str(refused.value)


# JSON as it is meant

FINITE = st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | st.integers(SMALLEST, LARGEST) | FINITE | st.text()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_plain_json_is_read_as_it_is(value: Any, ascii_only: bool):
    assert read_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\\u0123dDeE+-.\n tfn', max_size=60))
def test_anything_else_is_refused_with_a_code(data: Any):
    data = data if isinstance(data, bytes) else data.encode()
    try:
        json.dumps(read_json(data), allow_nan=False)
    except ApiError:
        assert code_of(data).startswith("body/")


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"",
        b" ",
        b"{'a': 1}",
        b"{a: 1}",
        b'{"a": 1,}',
        b"[1,]",
        b"01",
        b"+1",
        b".5",
        b"1.",
        b"0x10",
        b"// note\n1",
        b'{"a": 1} {"b": 2}',
        b'"a\nb"',
        b'"\x00"',
        b'"\\x41"',
        b"\xef\xbb\xbf{}",
        b"undefined",
        b"True",
    ],
)
def test_what_is_no_json_is_refused(data: bytes):
    assert code_of(data) == "body/not_json"


def test_the_refusal_says_where_the_json_breaks():
    assert "line 3, column 2" in detail_of(b'{"a": 1,\n"b": 2,\n }')


@pytest.mark.parametrize("data", [b"\xff", b'"\xc3\x28"', b'{"a": "\xed\xa0\x80"}'])
def test_what_is_no_utf8_is_refused(data: bytes):
    assert code_of(data) == "body/not_unicode"


@pytest.mark.parametrize("data", [rb'"\ud800"', rb'{"\udc00": 1}', rb'["\ud83d\u0041"]'])
def test_half_a_surrogate_pair_is_refused(data: bytes):
    assert code_of(data) == "body/not_unicode"


def test_a_whole_surrogate_pair_is_a_character():
    assert read_json(rb'"\ud83c\udfb2"') == "\N{GAME DIE}"


@pytest.mark.parametrize("word", [b"NaN", b"Infinity", b"-Infinity"])
def test_what_is_no_number_is_refused(word: bytes):
    assert code_of(b'{"edge": %s}' % word) == "body/not_a_number"


@pytest.mark.parametrize(
    "number", [b"9223372036854775808", b"-9223372036854775809", b"1e999", b"-1E400", b"9" * 60_000]
)
def test_a_number_out_of_range_is_refused(number: bytes):
    assert code_of(b"[%s]" % number) == "body/number_out_of_range"
    assert len(detail_of(b"[%s]" % number)) < 100


@pytest.mark.parametrize("number", [SMALLEST, LARGEST, 0, -1])
def test_a_number_of_64_bits_is_read(number: int):
    assert read_json(str(number).encode()) == number


@pytest.mark.parametrize(
    "data", [b'{"a": 1, "a": 1}', b'[{"b": {"a": 1, "c": 2, "a": 3}}]', rb'{"a": 1, "\u0061": 2}']
)
def test_a_key_that_is_there_twice_is_refused(data: bytes):
    assert code_of(data) == "body/duplicate_key"
    assert "'a'" in detail_of(data)


def test_the_same_key_in_different_objects_is_fine():
    assert read_json(b'[{"a": 1}, {"a": {"a": 2}}]') == [{"a": 1}, {"a": {"a": 2}}]


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_deep_nesting_is_refused(opening: bytes, closing: bytes):
    read_json(opening * DEEPEST + b"1" + closing * DEEPEST)
    assert code_of(opening * (DEEPEST + 1) + b"1" + closing * (DEEPEST + 1)) == "body/too_deep"
    assert code_of(opening * (MOST_BYTES // len(opening))) == "body/too_deep"


def test_the_refusal_says_where_it_is_too_deep():
    assert f"line 2, column {DEEPEST + 1}" in detail_of(b"\n" + b"[" * 40)


def test_brackets_in_text_are_not_nesting():
    text = '[{"' * 100
    assert read_json(json.dumps([text]).encode()) == [text]


# Requests


class WishSchema(Schema):
    edge = fields.Integer(strict=True, required=True)
    note = fields.String()


class SearchSchema(Schema):
    limit = WholeNumber(load_default=10, validate=validate.Range(1, 100))
    tag = fields.List(fields.String())


class PinSchema(Schema):
    version = fields.Integer(data_key="If-Match")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    app = Flask("strict")
    problems.register(app)
    api = install(app)
    wishes = Blueprint("wishes", __name__, url_prefix="/wishes")

    @wishes.post("")
    @wishes.arguments(WishSchema)
    @wishes.response(201)
    def wish(body: dict[str, Any]) -> dict[str, Any]:
        return body

    @wishes.get("")
    @wishes.arguments(SearchSchema, location="query")
    @wishes.response(200)
    def search(query: dict[str, Any]) -> dict[str, Any]:
        return query

    @wishes.get("/pinned")
    @wishes.arguments(PinSchema, location="headers")
    @wishes.response(200)
    def pinned(headers: dict[str, Any]) -> dict[str, Any]:
        return headers

    @wishes.get("/plain")
    @wishes.response(200)
    def plain() -> dict[str, Any]:
        return {}

    api.register_blueprint(wishes)
    return app.test_client()


def post(client: FlaskClient, data: bytes = b'{"edge": 3}', **request: Any) -> tuple[int, Any]:
    options = {"content_type": "application/json", **request}
    response = client.post("/wishes", data=data, **options)
    payload = json.loads(response.data)
    return response.status_code, payload.get("code", payload)


def test_a_body_is_read_and_checked(client: FlaskClient):
    assert post(client) == (201, {"edge": 3})


@pytest.mark.parametrize(
    "kind",
    ["application/json; charset=utf-8", "application/json;charset=UTF-8", "application/ld+json"],
)
def test_json_may_be_announced_in_several_ways(client: FlaskClient, kind: str):
    assert post(client, content_type=kind) == (201, {"edge": 3})


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "nonsense",
    ],
)
def test_another_content_type_is_refused(client: FlaskClient, kind: str | None):
    assert post(client, content_type=kind) == (415, "body/wrong_content_type")


def test_a_compressed_body_is_refused(client: FlaskClient):
    assert post(client, headers={"Content-Encoding": "gzip"}) == (415, "body/wrong_content_type")


@pytest.mark.parametrize("kind", [None, "application/json", "text/plain"])
def test_an_empty_body_is_refused(client: FlaskClient, kind: str | None):
    assert post(client, b"", content_type=kind) == (400, "body/empty")


def test_a_body_may_have_64_kib_and_no_more(client: FlaskClient):
    most = b'{"edge": 3}' + b" " * (MOST_BYTES - 11)
    assert post(client, most)[0] == 201
    assert post(client, most + b" ") == (413, "body/too_large")


def test_a_body_of_unknown_length_may_have_no_more_either(client: FlaskClient):
    def streamed(length: int) -> tuple[int, Any]:
        body = b'{"edge": 3}'.ljust(length)
        response = client.post(
            "/wishes",
            input_stream=io.BytesIO(body),
            content_type="application/json",
            headers={"Transfer-Encoding": "chunked"},
            environ_overrides={"wsgi.input_terminated": True},
        )
        payload = json.loads(response.data)
        return response.status_code, payload.get("code", payload)

    assert streamed(MOST_BYTES) == (201, {"edge": 3})
    assert streamed(MOST_BYTES + 1) == (413, "body/too_large")
    assert streamed(10_000_000) == (413, "body/too_large")


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"{", 400, "body/not_json"),
        (b'{"edge": 3, "edge": 4}', 400, "body/duplicate_key"),
        (b'{"edge": NaN}', 400, "body/not_a_number"),
        (b"[]", 422, "body/not_an_object"),
        (b"null", 422, "body/not_an_object"),
        (b'"edge"', 422, "body/not_an_object"),
        (b"{}", 422, "body/missing_field"),
        (b'{"note": "a"}', 422, "body/missing_field"),
        (b'{"edge": 3, "colour": 1}', 422, "body/unknown_field"),
        (b'{"egde": 3}', 422, "body/unknown_field"),
        (b'{"edge": "3"}', 422, "body/bad_value"),
        (b'{"edge": 3.0}', 422, "body/bad_value"),
        (b'{"edge": true}', 422, "body/bad_value"),
        (b'{"edge": null}', 422, "body/bad_value"),
        (b'{"edge": 3, "note": null}', 422, "body/bad_value"),
    ],
)
def test_what_is_wrong_with_a_body_is_told(
    client: FlaskClient, data: bytes, status: int, code: str
):
    assert post(client, data) == (status, code)


def test_all_fields_that_do_not_fit_are_told(client: FlaskClient):
    response = client.post("/wishes", json={"edge": "a", "note": 7})
    assert set(json.loads(response.data)["details"]["fields"]) == {"edge", "note"}


def search(client: FlaskClient, query: str, path: str = "/wishes") -> tuple[int, Any]:
    response = client.get(f"{path}?{query}")
    payload = json.loads(response.data)
    return response.status_code, payload.get("code", payload)


def test_a_query_is_read_and_checked(client: FlaskClient):
    assert search(client, "") == (200, {"limit": 10})
    assert search(client, "limit=7") == (200, {"limit": 7})


def test_a_parameter_with_many_values_may_be_repeated(client: FlaskClient):
    assert search(client, "tag=a&tag=b") == (200, {"limit": 10, "tag": ["a", "b"]})


@pytest.mark.parametrize("query", ["limt=7", "limit=7&x", "LIMIT=7", "=7"])
def test_an_unknown_parameter_is_refused(client: FlaskClient, query: str):
    assert search(client, query) == (422, "query/unknown_parameter")


@pytest.mark.parametrize("query", ["limit=7&limit=7", "limit=7&limit=8"])
def test_a_repeated_parameter_is_refused(client: FlaskClient, query: str):
    assert search(client, query) == (422, "query/repeated_parameter")


@pytest.mark.parametrize(
    "value",
    [
        "",
        "0",
        "101",
        "-1",
        "+7",
        "7.0",
        "1_0",
        "%207",
        "0x7",
        "\N{ARABIC-INDIC DIGIT SEVEN}",
        "9" * 30,
        "true",
    ],
)
def test_a_parameter_that_does_not_fit_is_refused(client: FlaskClient, value: str):
    assert search(client, f"limit={value}") == (422, "query/bad_value")


def test_a_call_that_reads_no_query_takes_none(client: FlaskClient):
    assert search(client, "", "/wishes/plain") == (200, {})
    assert search(client, "at=3", "/wishes/plain") == (422, "query/unknown_parameter")
    response = client.post("/wishes?at=3", json={"edge": 3})
    assert json.loads(response.data)["code"] == "query/unknown_parameter"


def test_a_header_is_read_and_checked_and_others_do_not_matter(client: FlaskClient):
    assert client.get("/wishes/pinned", headers={"If-Match": "7"}).json == {"version": 7}
    assert client.get("/wishes/pinned", headers={"X-Other": "7"}).json == {}
    response = client.get("/wishes/pinned", headers={"If-Match": "seven"})
    assert response.status_code == 400
    assert json.loads(response.data)["code"] == "header/bad_value"
    assert "If-Match" in json.loads(response.data)["detail"]
