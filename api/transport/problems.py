"""Errors as `application/problem+json` (RFC 9457): one form for every status, and a stable code."""

import http
import json
import logging
import secrets
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Flask, Response, g
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from api.transport.arguments import unfit
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
from domain.refusals import Forbidden, Malformed, RuleViolation
from domain.refusals import catalogue as refusals
from eventlog.ledger import UNREACHABLE, is_outage
from eventlog.refusals import NoSuchGame, NoSuchVersion, NotClosed

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
ERRORS_PAGE = "/docs/errors"
"""Where every code is explained; the `type` of a problem points into it."""

STATUS_OF: dict[type[RuleViolation], int] = {
    RuleViolation: 409,
    Malformed: 422,
    Forbidden: 403,
    NoSuchGame: 404,
    NoSuchVersion: 404,
    NotClosed: 403,
    VersionMoved: 412,
    KeyReused: 422,
    Busy: 503,
}
"""What a refusal is answered with: the most special kind counts."""

RETRY_AFTER_SECONDS = 1


FOR_STATUS: dict[int, type[ApiError]] = {
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
"""What an error that the framework itself raises stands for."""


class Entry(NamedTuple):
    """What a code means: the status it comes with, and a sentence that says what to do."""

    status: int
    meaning: str


def catalogue() -> dict[str, Entry]:
    """Every code there is, those of the rules and those of the service, in order."""
    found = {code: Entry(status_of(kind), meaning_of(kind)) for code, kind in refusals().items()}
    found |= {kind.code: Entry(kind.status, meaning_of(kind)) for kind in _kinds(ApiError)}
    return dict(sorted(found.items()))


def _kinds(parent: type[ApiError]) -> Iterator[type[ApiError]]:
    for kind in parent.__subclasses__():
        if "code" in vars(kind):
            yield kind
        yield from _kinds(kind)


def status_of(kind: type[RuleViolation]) -> int:
    """The status that a kind of refusal is answered with."""
    return next(STATUS_OF[parent] for parent in kind.__mro__ if parent in STATUS_OF)


def meaning_of(kind: type[RuleViolation | ApiError]) -> str:
    """What a kind of error means, as its docstring says."""
    return " ".join((kind.__doc__ or "").split())


def request_id() -> str:
    """The name under which this request is found in the logs."""
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
    """An error as a response. Its `title` is the same for every error of the kind."""
    body = {
        "type": f"{ERRORS_PAGE}#{kind.code}",
        "title": meaning_of(kind),
        "status": status,
        "detail": message,
        "code": kind.code,
        "details": details,
        "request_id": request_id(),
    }
    # Only ASCII, so that even half a surrogate pair in a detail can be told.
    response = Response(json.dumps(body, default=str), status, headers, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if status == http.HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers.setdefault("Retry-After", str(RETRY_AFTER_SECONDS))
    return response


def register(app: Flask) -> None:
    """Answer every error of the application as a problem."""
    app.register_error_handler(RuleViolation, _refused)
    app.register_error_handler(ApiError, _answered)
    app.register_error_handler(ValidationError, _unfit)
    app.register_error_handler(HTTPException, _raised_by_framework)
    app.register_error_handler(Exception, _failed)
    for kind in UNREACHABLE:
        app.register_error_handler(kind, _without_redis)


def _refused(error: RuleViolation) -> Response:
    return problem(type(error), status_of(type(error)), str(error), error.details)


def _answered(error: ApiError) -> Response:
    return problem(type(error), error.status, str(error), error.details, error.headers)


def _unfit(error: ValidationError) -> Response:
    return _answered(unfit(error))


def _raised_by_framework(error: HTTPException) -> Response | HTTPException:
    status = error.code
    if status is None or status < http.HTTPStatus.BAD_REQUEST or error.response is not None:
        return error
    fallback = BadRequest if status < http.HTTPStatus.INTERNAL_SERVER_ERROR else ServiceError
    kind = FOR_STATUS.get(status, fallback)
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    return problem(kind, status, meaning_of(kind), {}, {**kind.always, **headers})


def _without_redis(error: Exception) -> Response:
    if not is_outage(error):
        return _failed(error)
    log.warning("Redis is away: %s", error, extra={"request_id": request_id()})
    return _answered(ServiceUnavailable("the ledger cannot be reached; try again in a moment"))


def _failed(error: Exception) -> Response:
    log.error("a request failed", exc_info=error, extra={"request_id": request_id()})
    return _answered(ServiceError("something went wrong here; nothing you sent is to blame"))
