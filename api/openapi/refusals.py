"""Which errors a call can answer: those that it names, and those that follow from what it takes."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from api.openapi.annotations import IDEMPOTENCY_KEY, IF_MATCH
from api.schemas.json_schema import JsonSchema, pascal_case
from api.transport.account_errors import ScopeMissing
from api.transport.errors import (
    ApiError,
    BadHeader,
    BadRequest,
    BodyBadValue,
    BodyMissingField,
    BodyNotAnObject,
    BodyTooLarge,
    BodyUnknownField,
    QueryBadValue,
    QueryMissingParameter,
    QueryRepeatedParameter,
    QueryUnknownParameter,
    RequestTooSlow,
    ServiceError,
    ServiceUnavailable,
    TokenMissing,
    TokenUnknown,
    TooManyRequests,
    WrongContentType,
)
from api.transport.problems import ERRORS_PAGE, MEDIA_TYPE, meaning_of, status_of
from api.transport.strict_json import (
    BodyEmpty,
    BodyNotExpected,
    DuplicateKey,
    NotANumber,
    NotJson,
    NotUnicode,
    NumberOutOfRange,
    TooDeep,
)
from commands.refusals import KeyReused, VersionMoved
from domain.refusals import RuleViolation
from domain.refusals import catalogue as rule_catalogue
from domain.table.challenges import GameSealed
from eventlog.refusals import (
    NoSuchGame,
    NoSuchTime,
    NoSuchTournament,
    NoSuchVersion,
    RulesMissing,
)
from projections.refusals import BadCursor, ViewerNotAllowed

Kind: TypeAlias = type[RuleViolation] | type[ApiError]

ALWAYS: tuple[Kind, ...] = (
    BadRequest,
    TokenMissing,
    TokenUnknown,
    RequestTooSlow,
    BodyTooLarge,
    TooManyRequests,
    ServiceError,
    ServiceUnavailable,
)
"""A token that cannot be read is refused by calls that need none, too."""
WITH_BODY: tuple[Kind, ...] = (
    BodyEmpty,
    NotUnicode,
    NotJson,
    NotANumber,
    NumberOutOfRange,
    DuplicateKey,
    TooDeep,
    WrongContentType,
    BodyNotAnObject,
    BodyMissingField,
    BodyUnknownField,
    BodyBadValue,
)
WITHOUT_BODY: tuple[Kind, ...] = (BodyNotExpected,)
WITH_QUERY: tuple[Kind, ...] = (
    QueryMissingParameter,
    QueryRepeatedParameter,
    QueryUnknownParameter,
    QueryBadValue,
)
WITHOUT_QUERY: tuple[Kind, ...] = (QueryUnknownParameter,)
WITH_PARAMETER: dict[str, tuple[Kind, ...]] = {
    "game_id": (NoSuchGame, GameSealed, RulesMissing),
    "tournament_id": (NoSuchTournament, RulesMissing),
    "at": (NoSuchVersion, NoSuchTime),
    "as": (ViewerNotAllowed,),
    "cursor": (BadCursor,),
    IDEMPOTENCY_KEY: (BadHeader, KeyReused),
    IF_MATCH: (BadHeader, VersionMoved),
}
OPENING_TOPICS = ("options", "ruleset")
"""The topics of codes that only the opening of a game is refused with."""
READING: tuple[Kind, ...] = (VersionMoved,)
"""Any read may be bound to an ETag by `If-Match`."""
DETAILS: dict[str, Any] = {
    "column": 12,
    "deepest": 32,
    "field": "edge",
    "fields": {"name": "shorter than minimum length 1"},
    "header": "If-Match",
    "key": "name",
    "line": 1,
    "most": 20,
    "most_bytes": 65536,
    "opened_at": 1794960000000,
    "offered": ["application/json"],
    "role": "organizer",
    "rulesets": ["base", "dice", "duel", "seafarers"],
    "seconds": 10,
    "types": ["build_road", "end_turn"],
}
"""Examples of details, by their names in the sentences that explain codes."""


def opening_refusals() -> tuple[Kind, ...]:
    """Everything that the rules can refuse a new game with."""
    return tuple(kind for kind in _refusals_of_the_rules() if _topic(kind) in OPENING_TOPICS)


def command_refusals() -> tuple[Kind, ...]:
    """Everything that the rules can refuse a command in a game with."""
    return tuple(
        kind
        for kind in _refusals_of_the_rules()
        if _topic(kind) not in OPENING_TOPICS and not _is_of_tournaments(kind)
    )


def tournament_refusals() -> tuple[Kind, ...]:
    """Everything that the rules can refuse a command in a tournament with."""
    return (
        *(kind for kind in _refusals_of_the_rules() if _is_of_tournaments(kind)),
        *(kind for kind in _refusals_of_the_rules() if _topic(kind) == "command"),
    )


def _is_of_tournaments(kind: Kind) -> bool:
    return kind.__module__.startswith("domain.tournament.")


def _refusals_of_the_rules() -> Iterator[Kind]:
    for kind in rule_catalogue().values():
        if kind.__module__.startswith("domain."):
            yield kind


def _topic(kind: Kind) -> str:
    return kind.code.split("/")[0]


def refusals_of(
    method: str, operation: JsonSchema, parameters: Iterable[JsonSchema], named: Iterable[Kind]
) -> list[Kind]:
    """Every error that a call can answer, in the order of their codes."""
    found: set[Kind] = {*ALWAYS, *named}
    found.update(WITH_BODY if "requestBody" in operation else WITHOUT_BODY)
    parameters = list(parameters)
    has_query = any(parameter["in"] == "query" for parameter in parameters)
    found.update(WITH_QUERY if has_query else WITHOUT_QUERY)
    for parameter in parameters:
        found.update(WITH_PARAMETER.get(parameter["name"], ()))
    if method == "get":
        found.update(READING)
    if operation.get("security") != []:
        found.add(ScopeMissing)
    return sorted(found, key=lambda kind: kind.code)


def problem_responses(kinds: Iterable[Kind]) -> dict[str, JsonSchema]:
    """The responses for these errors by status, each with an example for every code."""
    by_status: dict[str, list[Kind]] = {}
    for kind in kinds:
        by_status.setdefault(str(http_status(kind)), []).append(kind)
    return {status: _response(kinds) for status, kinds in sorted(by_status.items())}


def problem_examples(kinds: Iterable[Kind]) -> dict[str, JsonSchema]:
    """An example for each of these errors, by the name of its component."""
    return {example_name(kind): _example(kind) for kind in kinds}


def example_name(kind: Kind) -> str:
    """The name of the component with the example, such as `RoadEdgeTaken`."""
    return pascal_case(kind.code.replace("/", "_"))


def http_status(kind: Kind) -> int:
    """The HTTP status of a kind of error."""
    return status_of(kind) if issubclass(kind, RuleViolation) else kind.status


def _response(kinds: list[Kind]) -> JsonSchema:
    waits = {"headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}}
    codes = ", ".join(f"`{kind.code}`" for kind in kinds)
    return {
        "description": codes if len(kinds) < 20 else "See the examples for all codes",
        **(waits if http_status(kinds[0]) in (429, 503) else {}),
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {
                    kind.code: {"$ref": f"#/components/examples/{example_name(kind)}"}
                    for kind in kinds
                },
            }
        },
    }


def _example(kind: Kind) -> JsonSchema:
    meaning = meaning_of(kind)
    return {
        "summary": kind.code,
        "value": {
            "type": f"{ERRORS_PAGE}#{kind.code}",
            "title": meaning,
            "status": http_status(kind),
            "detail": meaning.split(";")[0].rstrip(".").lower(),
            "code": kind.code,
            "details": dict(_details(meaning)),
            "request_id": "5f0c9a7d1b3e2846",
        },
    }


def _details(meaning: str) -> Iterator[tuple[str, Any]]:
    for name in re.findall(r"`details\.(\w+)`", meaning):
        if name in DETAILS:
            yield name, DETAILS[name]
