"""Errors as `application/problem+json` (RFC 9457): one shape for all, with a stable code."""

import http
import json
import logging
import secrets
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Flask, Response, g
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from api.transport.arguments import validation_error
from api.transport.errors import (
    ApiError,
    BadRequest,
    BodyTooLarge,
    MethodNotAllowed,
    NoSuchRoute,
    NotAcceptable,
    RoleMissing,
    ServiceError,
    ServiceUnavailable,
    TokenMissing,
    TooManyRequests,
    WrongContentType,
)
from commands.refusals import Busy, KeyReused, VersionMoved
from commands.seeks.refusals import NoSuchSeek
from domain.refusals import Forbidden, Malformed, RuleViolation
from domain.refusals import catalogue as refusals
from domain.table.invitations import InvitationUnknown
from eventlog.ledger import UNREACHABLE, is_outage
from eventlog.refusals import NoSuchGame, NoSuchTime, NoSuchVersion, NotClosed
from projections.tournaments.views import NoSuchRound

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
ERRORS_PAGE = "/docs/errors"
"""Where every code is explained; the `type` of a problem points into it."""

STATUS_OF: dict[type[RuleViolation], int] = {
    RuleViolation: 409,
    Malformed: 422,
    Forbidden: 403,
    NoSuchGame: 404,
    InvitationUnknown: 404,
    NoSuchVersion: 404,
    NoSuchTime: 404,
    NoSuchSeek: 404,
    NoSuchRound: 404,
    NotClosed: 403,
    VersionMoved: 412,
    KeyReused: 422,
    Busy: 503,
}
"""The status of a refusal. The entry of its nearest parent class counts."""

RETRY_AFTER_SECONDS = 1


ERROR_FOR_STATUS: dict[int, type[ApiError]] = {
    kind.status: kind
    for kind in (
        BadRequest,
        TokenMissing,
        RoleMissing,
        NoSuchRoute,
        MethodNotAllowed,
        NotAcceptable,
        BodyTooLarge,
        WrongContentType,
        TooManyRequests,
        ServiceError,
        ServiceUnavailable,
    )
}
"""Our error for each status that Flask itself may answer with."""


class CatalogueEntry(NamedTuple):
    """What a code means: its status, and a sentence that says what to do."""

    status: int
    meaning: str


def catalogue() -> dict[str, CatalogueEntry]:
    """Every error code, those of the rules and those of the API, in order."""
    found = {
        code: CatalogueEntry(status_of(kind), meaning_of(kind)) for code, kind in refusals().items()
    }
    for kind in _kinds(ApiError):
        found[kind.code] = CatalogueEntry(kind.status, meaning_of(kind))
    return dict(sorted(found.items()))


def _kinds(parent: type[ApiError]) -> Iterator[type[ApiError]]:
    for kind in parent.__subclasses__():
        if "code" in vars(kind):
            yield kind
        yield from _kinds(kind)


def status_of(kind: type[RuleViolation]) -> int:
    """The HTTP status of a kind of refusal."""
    return next(STATUS_OF[parent] for parent in kind.__mro__ if parent in STATUS_OF)


def meaning_of(kind: type[RuleViolation | ApiError]) -> str:
    """What a kind of error means, as its docstring says."""
    return " ".join((kind.__doc__ or "").split())


def request_id() -> str:
    """The id by which this request is found in the logs."""
    if "request_id" not in g:
        g.request_id = secrets.token_hex(8)
    return str(g.request_id)


def problem(
    kind: type[RuleViolation | ApiError],
    status: int,
    message: str,
    details: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error as a response. All errors of one kind have the same `title`."""
    body = {
        "type": f"{ERRORS_PAGE}#{kind.code}",
        "title": meaning_of(kind),
        "status": status,
        "detail": message,
        "code": kind.code,
        "details": details,
        "request_id": request_id(),
    }
    # Only ASCII, so that a detail may even have half of a surrogate pair.
    response = Response(json.dumps(body, default=str), status, headers, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if status == http.HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers.setdefault("Retry-After", str(RETRY_AFTER_SECONDS))
    return response


def register(app: Flask) -> None:
    """Answer every error of the application as a problem."""
    app.register_error_handler(RuleViolation, _refusal_response)
    app.register_error_handler(ApiError, _api_error_response)
    app.register_error_handler(ValidationError, _validation_error_response)
    app.register_error_handler(HTTPException, _framework_error_response)
    app.register_error_handler(Exception, _unexpected_error_response)
    for kind in UNREACHABLE:
        app.register_error_handler(kind, _outage_response)


def _refusal_response(error: RuleViolation) -> Response:
    return problem(type(error), status_of(type(error)), str(error), error.details)


def _api_error_response(error: ApiError) -> Response:
    return problem(type(error), error.status, str(error), error.details, error.headers)


def _validation_error_response(error: ValidationError) -> Response:
    return _api_error_response(validation_error(error))


def _framework_error_response(error: HTTPException) -> Response | HTTPException:
    status = error.code
    if status is None or status < http.HTTPStatus.BAD_REQUEST or error.response is not None:
        return error
    fallback = BadRequest if status < http.HTTPStatus.INTERNAL_SERVER_ERROR else ServiceError
    kind = ERROR_FOR_STATUS.get(status, fallback)
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    return problem(kind, status, meaning_of(kind), {}, {**kind.default_headers, **headers})


def _outage_response(error: Exception) -> Response:
    if not is_outage(error):
        return _unexpected_error_response(error)
    logger.warning("Redis cannot be reached: %s", error, extra={"request_id": request_id()})
    return _api_error_response(
        ServiceUnavailable("the ledger cannot be reached; try again in a moment")
    )


def _unexpected_error_response(error: Exception) -> Response:
    logger.error("a request failed", exc_info=error, extra={"request_id": request_id()})
    return _api_error_response(
        ServiceError("the server made a mistake; your request is not the cause")
    )
