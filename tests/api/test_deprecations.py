"""A call that will go says so in every answer, and in the description."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.openapi.annotations import deprecated, public
from api.openapi.document import install
from api.transport import deprecations, problems
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchRoute


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    app = Flask("deprecating")
    problems.register(app)
    deprecations.install(app)
    api = install(app)
    pages = Blueprint("pages", __name__, url_prefix="/pages", description="Pages")

    @pages.post("/old")
    @pages.response(204)
    @public
    @deprecated(since="2026-11-18", sunset="2027-11-18", instead="/pages/new")
    def post_old() -> Any:
        """Do it as before"""
        return None

    @pages.post("/broken")
    @pages.response(204)
    @public
    @deprecated(since="2026-11-18", sunset="2027-11-18", instead="/pages/new")
    def post_broken() -> Any:
        """Do what fails"""
        raise NoSuchRoute("there is nothing here")

    @pages.post("/new")
    @pages.response(204)
    @public
    def post_new() -> Any:
        """Do it as today"""
        return None

    api.register_blueprint(pages)
    return app.test_client()


@pytest.mark.parametrize(("path", "status"), [("/pages/old", 204), ("/pages/broken", 404)])
def test_every_answer_says_since_when_until_when_and_what_instead(
    client: FlaskClient, path: str, status: int
):
    answer = client.post(path)
    assert answer.status_code == status
    assert answer.headers["Deprecation"] == "@1794960000"
    assert answer.headers["Sunset"] == "Thu, 18 Nov 2027 00:00:00 GMT"
    links = answer.headers.getlist("Link")
    assert '</docs/changes>; rel="deprecation"; type="text/html"' in links
    assert '</pages/new>; rel="successor-version"' in links


def test_other_calls_say_nothing(client: FlaskClient):
    answer = client.post("/pages/new")
    assert not {"Deprecation", "Sunset", "Link"} & set(answer.headers.keys())


def test_the_description_says_it_as_well(client: FlaskClient):
    paths = client.get("/openapi.json").json["paths"]
    old = paths["/pages/old"]["post"]
    assert old["deprecated"] is True
    assert "2026-11-18" in old["description"]
    assert "2027-11-18" in old["description"]
    assert "/pages/new" in old["description"]
    assert "deprecated" not in paths["/pages/new"]["post"]
