"""The API description: OpenAPI 3.1 at `/openapi.json`, made from the schemas in use."""

import http
import json
from functools import cached_property
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask, Response, request
from flask_smorest import Api  # type: ignore[import-untyped]  # it has no types
from marshmallow import fields

from api.openapi.annotations import HEADERS, PARAMETERS, TOKEN
from api.openapi.docs_page import docs
from api.schemas.commands import AnyCommandSchema, command_schema, postable, tag_of
from api.schemas.common import ComponentField, ResponseSchema
from api.schemas.events import REF, any_of, event_components, one_of
from api.schemas.game_lists import LISTED_OPTIONS, listed_options
from api.schemas.open_choices import choice_components
from api.schemas.ruleset_views import by_ruleset, view_components
from api.schemas.views import RulesetViewSchema
from api.transport.problems import MEDIA_TYPE
from domain.registry import RULESETS

TITLE = "Hexledger"
VERSION = "v1"
DESCRIPTION = """\
Games of the Catan family as ledgers. Create a player (`POST /v1/players`), keep the token, open or
join a game, and play: `GET /v1/games/{game_id}/actions` lists every legal command, ready to post to
`POST /v1/games/{game_id}/commands`. The [guide](/docs/guide) plays a whole game. Errors
have a stable `code`: [all codes](/docs/errors).
"""
A_COMMAND = {"type": "build_road", "edge": 12}
AN_EVENT = {"type": "road_built", "seat": 0, "edge": 12}
SOME_OPTIONS = {"start_player": "draw", "start_seat": None}


class ProblemSchema(ResponseSchema):
    """An error (RFC 9457). Machines look at `code`, people at `detail`."""

    type = fields.String(
        required=True,
        metadata={"format": "uri-reference", "example": "/docs/errors#road/edge_taken"},
    )
    title = fields.String(
        required=True,
        metadata={
            "description": "What the code means",
            "example": "A road lies on this path already; choose a free one.",
        },
    )
    status = fields.Integer(required=True, metadata={"example": 409})
    detail = fields.String(
        required=True,
        metadata={
            "description": "What was wrong this time",
            "example": "that edge already has a road",
        },
    )
    code = fields.String(
        required=True, metadata={"pattern": "^[a-z_]+/[a-z_]+$", "example": "road/edge_taken"}
    )
    details = fields.Dict(
        required=True,
        metadata={"description": "Values that belong to the code", "example": {"edge": 12}},
    )
    request_id = fields.String(
        required=True,
        metadata={
            "description": "The id of the request; quote it when you report an error",
            "example": "5f0c9a7d1b3e2846",
        },
    )


class Converter(OpenAPIConverter):
    """Describes schemas by their docstrings, and some fields in more detail."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        found = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]  # no types
        if isinstance(schema, AnyCommandSchema):
            found = any_of([f"{name}.Command" for name in RULESETS], A_COMMAND)
        if isinstance(schema, RulesetViewSchema):
            found = by_ruleset(schema.part)
        return {"description": " ".join((type(schema).__doc__ or "").split()), **found}

    def field2type_and_format(self, field: fields.Field[Any], **rest: Any) -> dict[str, Any]:
        if isinstance(field, ComponentField):
            return {"$ref": REF + field.component}
        found: dict[str, Any] = super().field2type_and_format(field, **rest)
        return found

    def dict2properties(self, field: Any, **rest: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().dict2properties(field, **rest)
        if isinstance(field, fields.Dict) and field.key_field is not None:
            keys = self.field2property(field.key_field)
            if keys != {"type": "string"}:
                found["propertyNames"] = keys
        return found


class Plugin(MarshmallowPlugin):
    Converter = Converter


class HexledgerApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """Describes every operation with our schema of errors. We answer errors ourselves."""

    ERROR_SCHEMA = ProblemSchema

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

    def _openapi_json(self) -> Response:
        response = Response(self._document, content_type="application/json")
        response.add_etag()
        response.make_conditional(request)
        return response

    @cached_property
    def _document(self) -> bytes:
        # All calls are registered before the first request; the work takes a tenth of a second.
        return json.dumps(self.spec.to_dict()).encode()


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
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "security": [{TOKEN: []}],
        },
    )
    api.spec.components.security_scheme(TOKEN, {"type": "http", "scheme": "bearer"})
    for name, parameter in PARAMETERS.items():
        api.spec.components.parameter(name, "header", {"name": name, **parameter})
    for name, header in HEADERS.items():
        api.spec.components.header(name, header)
    _add_components(api)
    app.register_blueprint(docs)
    return api


def _add_components(api: HexledgerApi) -> None:
    """Add components for the commands, events, options and views of every ruleset."""
    components = api.spec.components
    for name, ruleset in RULESETS.items():
        commands = postable(ruleset)
        for command in commands:
            posted = command_schema(ruleset, command)
            components.schema(posted.__name__, schema=posted)
        tags = [tag_of(command) for command in commands]
        union = one_of(tags, f"{name}.", f"A command of a game of `{name}`.")
        components.schema(f"{name}.Command", union)
        for component, schema in event_components(ruleset).items():
            components.schema(component, schema)
        components.schema(f"{name}.{LISTED_OPTIONS}", listed_options(ruleset))
        for component, schema in view_components(ruleset).items():
            components.schema(component, schema)
    events = any_of([f"{name}.Event" for name in RULESETS], AN_EVENT)
    components.schema(
        "AnyEvent", {"description": "An event of a game. `type` says which.", **events}
    )
    components.schema("AnyCommand", schema=AnyCommandSchema)
    for component, schema in choice_components().items():
        components.schema(component, schema)
    options = any_of([f"{name}.{LISTED_OPTIONS}" for name in RULESETS], SOME_OPTIONS)
    components.schema(LISTED_OPTIONS, {"description": "Options by ruleset.", **options})
