"""Errors: one form for every status, and a catalogue that explains every code."""

import json
import logging
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis.exceptions
from flask import Flask, Response, abort
from flask.testing import FlaskClient
from marshmallow import Schema, ValidationError, fields
from werkzeug.exceptions import HTTPException, ServiceUnavailable, TooManyRequests

from api.transport import errors, problems, strict_json
from api.transport.problems import MEDIA_TYPE, catalogue, status_of
from commands.refusals import Busy, VersionMoved
from domain import posting, well_formed
from domain.base.building import EdgeTaken
from domain.base.island.layout import BadLayout
from domain.options import UnknownOption
from domain.refusals import RuleViolation
from domain.registry import UnknownRuleset
from domain.table.lobby import WrongPlayerCount
from domain.table.seats import NotHost
from eventlog.refusals import NoSuchGame, NoSuchVersion

ROOT = Path(__file__).parents[2]
MEMBERS = {"type", "title", "status", "detail", "code", "details", "request_id"}
STATUSES = (400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 429, 500, 503)


def client_for(*failures: Exception) -> FlaskClient:
    """A client of an application whose pages /0, /1 … fail like this."""
    app = Flask("failing")
    problems.register(app)

    @app.get("/<int:index>")
    def fail(index: int) -> str:
        raise failures[index]

    @app.get("/folder/")
    def folder() -> str:
        return "a folder"

    return app.test_client()


def answer_to(failure: Exception) -> tuple[dict[str, Any], Response]:
    response = client_for(failure).get("/0")
    assert response.content_type == MEDIA_TYPE
    error = json.loads(response.data)
    assert set(error) == MEMBERS
    assert error["status"] == response.status_code
    assert error["type"] == f"/docs/errors#{error['code']}"
    return error, response


# Refusals of the rules


def test_a_refusal_is_answered_with_its_code_its_sentence_and_its_details():
    error, response = answer_to(EdgeTaken("that edge already has a road", edge=12))
    assert response.status_code == 409
    assert error["code"] == "road/edge_taken"
    assert error["detail"] == "that edge already has a road"
    assert error["details"] == {"edge": 12}
    assert error["title"] == EdgeTaken.__doc__


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (EdgeTaken, 409),
        (NotHost, 409),
        (posting.NotAnObject, 422),
        (posting.UnknownType, 422),
        (posting.MissingField, 422),
        (posting.UnknownField, 422),
        (well_formed.BadValue, 422),
        (posting.NotForPlayers, 403),
        (UnknownOption, 422),
        (WrongPlayerCount, 422),
        (BadLayout, 422),
        (UnknownRuleset, 422),
        (NoSuchGame, 404),
        (NoSuchVersion, 404),
        (VersionMoved, 412),
        (Busy, 503),
    ],
)
def test_the_status_follows_from_the_kind_of_refusal(kind: type[RuleViolation], status: int):
    assert status_of(kind) == status
    assert answer_to(kind("not like this"))[1].status_code == status


def test_every_refusal_of_options_is_a_matter_of_form():
    for code, entry in catalogue().items():
        if code.startswith("options/"):
            assert entry.status == 422, code


# Errors of the service


def test_an_error_of_the_service_is_answered_in_the_same_form():
    error, response = answer_to(errors.NotAcceptable("send another", offered=["text/plain"]))
    assert response.status_code == 406
    assert error["code"] == "accept/not_offered"
    assert error["details"] == {"offered": ["text/plain"]}


def test_who_is_not_known_is_told_how_to_say_it():
    _, response = answer_to(errors.TokenMissing("say who you are"))
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_an_error_may_bring_headers_of_its_own():
    _, response = answer_to(errors.TooManyRequests("slower", headers={"Retry-After": "2"}))
    assert response.headers["Retry-After"] == "2"


def test_no_error_is_kept_by_a_cache():
    _, response = answer_to(EdgeTaken("that edge already has a road"))
    assert response.headers["Cache-Control"] == "no-store"


# Errors of the framework


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503])
def test_an_error_of_the_framework_is_answered_in_the_same_form(status: int):
    with pytest.raises(HTTPException) as raised:
        abort(status)
    error, response = answer_to(raised.value)
    assert response.status_code == status
    assert catalogue()[error["code"]].status == status


@pytest.mark.parametrize(("status", "code"), [(418, "request/malformed"), (501, "service/error")])
def test_a_rare_status_stays_as_it_is(status: int, code: str):
    with pytest.raises(HTTPException) as raised:
        abort(status)
    error, response = answer_to(raised.value)
    assert (response.status_code, error["code"]) == (status, code)


def test_an_unknown_address_is_answered_in_the_same_form():
    response = client_for().get("/no/such/page")
    assert (response.status_code, response.content_type) == (404, MEDIA_TYPE)
    assert json.loads(response.data)["code"] == "route/unknown"


def test_a_wrong_method_is_told_the_right_ones():
    response = client_for().delete("/folder/")
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("kind", [TooManyRequests, ServiceUnavailable])
def test_how_long_to_wait_is_kept(kind: Any):
    assert answer_to(kind(retry_after=7))[1].headers["Retry-After"] == "7"


def test_a_redirect_is_no_error():
    response = client_for().get("/folder")
    assert response.status_code == 308
    assert response.headers["Location"].endswith("/folder/")


def test_a_ready_answer_is_sent_as_it_is():
    with pytest.raises(HTTPException) as raised:
        abort(Response("ready", 410))
    response = client_for(raised.value).get("/0")
    assert (response.status_code, response.text) == (410, "ready")


def test_the_head_of_an_error_has_no_body():
    response = client_for(EdgeTaken("taken")).head("/0")
    assert (response.status_code, response.content_type, response.data) == (409, MEDIA_TYPE, b"")


# What a schema finds


def test_what_a_schema_finds_is_told_by_field():
    class Wanted(Schema):
        size = fields.Integer()

    with pytest.raises(ValidationError) as raised:
        Wanted().load({"size": "large"})
    error, response = answer_to(raised.value)
    assert (response.status_code, error["code"]) == (422, "body/bad_value")
    assert error["details"] == {"fields": {"size": "not a valid integer"}}


# Things that go wrong here


@pytest.mark.parametrize(
    "kind",
    [
        redis.exceptions.ConnectionError,
        redis.exceptions.TimeoutError,
        redis.exceptions.BusyLoadingError,
        redis.exceptions.MaxConnectionsError,
        redis.exceptions.ReadOnlyError,
        redis.exceptions.OutOfMemoryError,
        redis.exceptions.ClusterDownError,
        redis.exceptions.RedisClusterException,
        redis.exceptions.SlotNotCoveredError,
        ConnectionResetError,
    ],
)
def test_without_redis_the_service_is_unavailable(kind: Any):
    error, response = answer_to(kind("10.0.0.7 is down"))
    assert (response.status_code, error["code"]) == (503, "service/unavailable")
    assert response.headers["Retry-After"] == "1"
    assert b"10.0.0.7" not in response.data


def test_a_question_that_redis_does_not_understand_is_a_mistake_of_ours():
    error, response = answer_to(redis.exceptions.ResponseError("WRONGTYPE of a key"))
    assert (response.status_code, error["code"]) == (500, "service/error")


def test_a_mistake_of_ours_tells_nothing_but_where_it_is_noted(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.ERROR, "api.transport.problems"):
        error, response = answer_to(KeyError("the card nobody may see"))
    assert (response.status_code, error["code"]) == (500, "service/error")
    assert b"card" not in response.data
    (record,) = caplog.records
    assert record.__dict__["request_id"] == error["request_id"]
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)


def test_details_that_json_does_not_know_are_told_as_text():
    error, _ = answer_to(EdgeTaken("taken", where=Path("here"), text="\ud800"))
    assert error["details"] == {"where": "here", "text": "\ud800"}


# The catalogue


def test_there_is_a_code_for_every_status_in_use():
    assert set(STATUSES) <= {entry.status for entry in catalogue().values()}


@pytest.mark.parametrize("code", catalogue())
def test_every_code_is_explained_in_a_sentence(code: str):
    meaning = catalogue()[code].meaning
    assert re.fullmatch(r"[a-z_]+/[a-z_]+", code)
    assert meaning.endswith(".")
    assert meaning[0].isupper()
    assert len(meaning.split()) >= 5
    assert "|" not in meaning, "it stands in a table"


def test_no_code_of_the_service_is_one_of_the_rules():
    kinds = [*problems._kinds(errors.ApiError)]
    assert strict_json.NotJson in kinds
    codes = [kind.code for kind in kinds]
    assert len(codes) == len(set(codes))
    assert not set(codes) & set(problems.refusals())


def test_the_page_of_error_codes_is_current():
    program = (
        "from api.openapi.errors_page import PAGE, as_markdown, import_all_rooms\n"
        "import_all_rooms()\n"
        "assert PAGE.read_text() == as_markdown(), 'run: python -m api.openapi.errors_page'"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_changelog_names_every_code_of_the_service():
    changelog = (ROOT / "CHANGELOG.md").read_text()
    for code in catalogue():
        topic, reason = code.split("/")
        assert f"`{topic}/`" in changelog, code
        assert re.search(rf"\b{reason}\b", changelog), code
