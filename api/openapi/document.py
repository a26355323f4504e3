"""The API description: OpenAPI 3.1 at `/openapi.json`, made from the schemas in use."""

import http
import json
from functools import cached_property
from threading import Lock
from typing import Any

from flask import Flask, Response, current_app, request
from flask_smorest import Api, Blueprint  # type: ignore[import-untyped]  # it has no types
from marshmallow import Schema

from api.dependencies import EXTENSION
from api.openapi.annotations import HEADERS, PARAMETERS, TOKEN
from api.openapi.components import add_components
from api.openapi.converter import Plugin
from api.openapi.docs_page import docs
from api.openapi.operations import completed
from api.openapi.streams import as_openapi_3_1, as_openapi_3_2
from api.schemas.json_schema import REF
from api.schemas.problems import ProblemSchema
from api.transport.problems import MEDIA_TYPE

TITLE = "Hexledger"
VERSION = "v1"
DESCRIPTION = """\
Games of the Catan family as ledgers. Create a player (`POST /v1/players`), keep the token, open or
join a game, and play: `GET /v1/games/{game_id}/actions` lists every legal command, ready to post to
`POST /v1/games/{game_id}/commands`. The [guide](/docs/guide) plays a whole game. Errors
have a stable `code`: [all codes](/docs/errors). [Changes](/docs/changes) says what may change in
this API, and how it is announced.
"""
INFO = {
    "description": DESCRIPTION,
    "license": {"name": "MIT", "identifier": "MIT"},
    "contact": {"name": "The Hexledger authors"},
}


class HexledgerApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """Describes every operation with our schema of errors. We answer errors ourselves."""

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, app: Flask, **options: Any) -> None:
        self._blueprints: list[Blueprint] = []
        self._making = Lock()
        super().__init__(app, **options)

    def register_blueprint(self, blp: Blueprint) -> None:
        """Serve the calls of a blueprint. They are described once somebody asks for that."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp)
        self._blueprints.append(blp)

    def _register_error_handlers(self) -> None:
        """Every error is answered by `api.transport.problems`."""

    def _register_pagination_header(self) -> None:
        """Pages have cursors in their bodies, not in a header."""

    def _register_responses(self) -> None:
        for status in http.HTTPStatus:
            response: dict[str, Any] = {"description": status.phrase}
            if status >= http.HTTPStatus.BAD_REQUEST:
                response["content"] = {MEDIA_TYPE: {"schema": ProblemSchema}}
            self.spec.components.response(status.name, response, lazy=True)
        self.spec.components.response(
            self.DEFAULT_ERROR_RESPONSE_NAME,
            {
                "description": "What went wrong, with a code",
                "headers": {"Retry-After": "Retry-After"},
                "content": {MEDIA_TYPE: {"schema": ProblemSchema}},
            },
            lazy=True,
        )

    def component_of(self, schema: type[Schema]) -> str:
        """The name of the component for a schema, which is added if it is not there yet."""
        converter = self.plugin.converter
        assert converter is not None
        ref: dict[str, str] = converter.resolve_nested_schema(schema)  # type: ignore[no-untyped-call]  # no types
        return ref["$ref"].removeprefix(REF)

    @property
    def plugin(self) -> Plugin:
        """The part of apispec that knows our schemas."""
        return next(one for one in self.spec.plugins if isinstance(one, Plugin))

    def _openapi_json(self) -> Response:
        return self._response("3.1")

    def openapi_3_2_json(self) -> Response:
        """The description by OpenAPI 3.2, which also has the items of streams."""
        return self._response("3.2")

    def _response(self, version: str) -> Response:
        with self._making:
            documents = self._documents
        document = {**documents[version], "servers": _servers()}
        response = Response(json.dumps(document), content_type="application/json")
        response.add_etag()
        response.make_conditional(request)
        return response

    @cached_property
    def _documents(self) -> dict[str, dict[str, Any]]:
        # Not when the service starts: the work takes a second of CPU in every process.
        add_components(self.spec, self.plugin)
        for blueprint in self._blueprints:
            blueprint.register_views_in_doc(
                self, self._app, self.spec, name=blueprint.name, parameters=()
            )
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        document = completed(self.spec.to_dict())
        return {"3.1": as_openapi_3_1(document), "3.2": as_openapi_3_2(document)}


def _servers() -> list[dict[str, str]]:
    """Where the service is: at the address that the operator has set, and where this came from."""
    found = [{"url": "/", "description": "The server that this description comes from"}]
    settings = current_app.extensions.get(EXTENSION)
    if settings is not None and settings.public_url:
        found.insert(0, {"url": settings.public_url, "description": "The public address"})
    return found


def install(app: Flask) -> HexledgerApi:
    """Serve the API description and its page. Blueprints are registered with the result."""
    app.config.update(
        API_TITLE=TITLE,
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
    )
    api = HexledgerApi(
        app,
        spec_kwargs={
            "marshmallow_plugin": Plugin(),
            "info": INFO,
            "security": [{TOKEN: []}],
        },
    )
    api.spec.components.security_scheme(TOKEN, {"type": "http", "scheme": "bearer"})
    for name, parameter in PARAMETERS.items():
        api.spec.components.parameter(name, "header", {"name": name, **parameter})
    for name, header in HEADERS.items():
        api.spec.components.header(name, header)
    app.add_url_rule("/openapi-3.2.json", "openapi_3_2_json", api.openapi_3_2_json)
    app.register_blueprint(docs)
    return api
