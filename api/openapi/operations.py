"""The last step of the API description: what each operation says follows from all of it."""

import re
from collections.abc import Iterator
from typing import Any

from api.openapi.annotations import NOTES, Deprecation
from api.openapi.examples import A_GAME, A_HASH, A_PLAYER, BY_NAME, Examples, recorded_answers
from api.openapi.refusals import Kind, problem_examples, problem_responses, refusals_of
from api.openapi.shared_schemas import share
from api.openapi.streams import EVENT_STREAM, ITEM_SCHEMA, LINES, event_item, line_item
from api.schemas.json_schema import JsonSchema, references
from domain.registry import RULESETS

JSON = "application/json"
METHODS = ("get", "put", "post", "patch", "delete")
PATH_PARAMETERS: dict[str, JsonSchema] = {
    "code": {
        "description": "The code of an invitation, in any case, with or without dashes",
        "schema": {"type": "string", "minLength": 1},
        "example": "K7QF-2MXA-9TRC-HV4D",
    },
    "date": {
        "description": "A day in UTC",
        "schema": {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "example": BY_NAME["date"],
    },
    "geometry_hash": {
        "description": "The hash of a geometry, as views name it",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "example": A_HASH,
    },
    "invitation_id": {
        "description": "The number of an invitation in its game",
        "schema": {"type": "integer", "format": "int64", "minimum": 0},
        "example": 1,
    },
    "number": {
        "description": "The number of a message in the talk of its game",
        "schema": {"type": "integer", "format": "int64", "minimum": 0},
        "example": 3,
    },
    "game_id": {
        "description": "The id of a game",
        "schema": {"type": "string", "pattern": "^p[0-9]{2}-[0-9a-f]{32}$"},
        "example": A_GAME,
    },
    "other_id": {
        "description": "The id of another player",
        "schema": {"type": "string", "minLength": 1},
        "example": BY_NAME["other_id"],
    },
    "player_id": {
        "description": "The id of a player",
        "schema": {"type": "string", "minLength": 1},
        "example": A_PLAYER,
    },
    "report_id": {
        "description": "The id of a report",
        "schema": {"type": "string", "minLength": 1},
        "example": BY_NAME["report_id"],
    },
    "round_number": {
        "description": "The number of a round, from 1 on",
        "schema": {"type": "integer", "format": "int32", "minimum": 1},
        "example": 1,
    },
    "tournament_id": {
        "description": "The id of a tournament",
        "schema": {"type": "string", "pattern": "^tour-[0-9a-f]{32}$"},
        "example": BY_NAME["tournament_id"],
    },
    "seat": {
        "description": "The number of a seat, from 0 on",
        "schema": {"type": "integer", "format": "int32", "minimum": 0},
        "example": 2,
    },
    "seek_id": {
        "description": "The id of a seek",
        "schema": {"type": "string", "minLength": 1},
        "example": BY_NAME["seek_id"],
    },
    "subscription_id": {
        "description": "The id of a push subscription",
        "schema": {"type": "string", "minLength": 1},
        "example": "s-0123456789abcdef",
    },
    "token_id": {
        "description": "The id of a token",
        "schema": {"type": "string", "minLength": 1},
        "example": BY_NAME["token_id"],
    },
    "webhook_id": {
        "description": "The id of a webhook",
        "schema": {"type": "string", "minLength": 1},
        "example": "w-0123456789abcdef",
    },
    "ruleset": {
        "description": "The name of a ruleset",
        "schema": {"type": "string", "enum": list(RULESETS)},
        "example": "base",
    },
}
"""Parameters in the paths of calls, by name."""


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """Complete a description: names, examples, errors and streams of every operation."""
    components = document["components"]
    for path in document["paths"].values():
        for parameter in path.get("parameters", ()):
            parameter.update(PATH_PARAMETERS.get(parameter["name"], {}))
    share(components["schemas"], _own_parameters(document))
    examples, answers = Examples(components["schemas"]), recorded_answers()
    kinds: set[Kind] = set()
    for path, method, operation in operations(document):
        notes = operation.pop(NOTES)
        operation["operationId"] = operation_id(notes["name"])
        _describe_streams(operation, notes)
        _add_examples(operation, examples, answers)
        parameters = _parameters(document, path, operation)
        found = refusals_of(method, operation, parameters, notes.get("refusals", ()))
        kinds.update(found)
        operation["responses"] = _in_order({**operation["responses"], **problem_responses(found)})
        if deprecation := notes.get("deprecation"):
            operation.update(_deprecated(operation, deprecation))
    components["examples"] = dict(sorted(problem_examples(kinds).items()))
    used = references(document)
    for group in ("responses", "parameters", "headers"):
        components[group] = {
            name: one
            for name, one in components.get(group, {}).items()
            if f"#/components/{group}/{name}" in used
        }
    return document


def _own_parameters(document: dict[str, Any]) -> Iterator[JsonSchema]:
    """Every parameter that a path or an operation has itself."""
    for path in document["paths"].values():
        for owner in (path, *(path[method] for method in METHODS if method in path)):
            yield from (one for one in owner.get("parameters", ()) if "schema" in one)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, JsonSchema]]:
    """Every operation with its path and method."""
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def operation_id(name: str) -> str:
    """The id of an operation: `openGame` for the function `open_game`."""
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def _parameters(document: dict[str, Any], path: str, operation: JsonSchema) -> Iterator[JsonSchema]:
    """All parameters of an operation, also those that all operations of its path have."""
    for one in (*document["paths"][path].get("parameters", ()), *operation.get("parameters", ())):
        if "$ref" in one:
            yield document["components"]["parameters"][one["$ref"].rsplit("/", 1)[1]]
        else:
            yield one


def _add_examples(operation: JsonSchema, examples: Examples, answers: dict[str, Any]) -> None:
    """Give an example to each body that has none."""
    answer = answers.get(operation["operationId"])
    bodies: list[tuple[Any, JsonSchema]] = [(None, operation.get("requestBody", {}))]
    bodies += [(answer, response) for response in operation["responses"].values()]
    for recorded, body in bodies:
        for media_type, content in body.get("content", {}).items():
            if media_type == JSON and not content.keys() & {"example", "examples"}:
                content["example"] = recorded or examples.example(content["schema"])


def _describe_streams(operation: JsonSchema, notes: dict[str, Any]) -> None:
    content = operation["responses"].get("200", {}).get("content", {})
    if "lines" in notes:
        content[LINES][ITEM_SCHEMA] = line_item(notes["lines"])
    if "events" in notes:
        content[EVENT_STREAM][ITEM_SCHEMA] = event_item(notes["events"])


def _deprecated(operation: JsonSchema, deprecation: Deprecation) -> JsonSchema:
    text = operation.get("description", "")
    notice = (
        f"Deprecated since {deprecation.since}; it goes on {deprecation.sunset} at the earliest. "
        f"Use `{deprecation.instead}` instead."
    )
    return {"deprecated": True, "description": f"{notice}\n\n{text}".strip()}


def _in_order(responses: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(responses.items()))
