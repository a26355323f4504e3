"""What every answer has: security headers, CORS by setting, compression, a line in the log."""

import gzip
import http
import logging
import re
import time

from flask import Flask, Response, g, request

from api.dependencies import services
from api.transport.metrics import REQUESTS
from api.transport.problems import problem, request_id, status_of
from commands.refusals import VersionMoved

COMPRESS_FROM = 1_024
"""Smaller bodies are not worth compressing."""
COMPRESSIBLE = re.compile(r"application/([\w.+-]*\+)?json|text/|image/svg|application/x-ndjson")
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
ALLOWED_METHODS = "GET, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "Accept-Language"
)
EXPOSED_HEADERS = "ETag, Location, Retry-After, X-Request-Id"
PREFLIGHT_SECONDS = 600
FOR_ONE_READER = "private, no-cache"
"""How an answer may be kept that says nothing else: asked about anew each time it is used."""

logger = logging.getLogger("hexledger.requests")


def install(app: Flask) -> None:
    """Put it around every request of the application."""
    app.before_request(_begin)
    app.after_request(_finish)


def _begin() -> None:
    g.began = time.perf_counter()


def _finish(response: Response) -> Response:
    response = _conditional(response)
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["X-Request-Id"] = request_id()
    _allow_origin(response)
    _compress(response)
    _note(response)
    return response


def _conditional(response: Response) -> Response:
    """Send what a reader has already only by its tag."""
    if request.method not in ("GET", "HEAD"):
        # It may tell a token, and is not the answer to the same request sent again.
        response.headers.setdefault("Cache-Control", "no-store")
    if request.method not in ("GET", "HEAD") or response.status_code not in (200, 304):
        return response
    if response.is_streamed or response.direct_passthrough or response.cache_control.no_store:
        return response
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = FOR_ONE_READER
        response.vary.add("Authorization")
    response.add_etag()
    response.make_conditional(request)
    if response.status_code == http.HTTPStatus.PRECONDITION_FAILED:
        return problem(VersionMoved, status_of(VersionMoved), "it has another tag by now", {})
    return response


def _allow_origin(response: Response) -> None:
    origins = services().cors_origins
    if not origins:
        return
    response.vary.add("Origin")
    origin = request.headers.get("Origin")
    if origin is None or (origin not in origins and "*" not in origins):
        return
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        response.headers["Access-Control-Allow-Methods"] = ALLOWED_METHODS
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)


def _compress(response: Response) -> None:
    if not COMPRESSIBLE.match(response.mimetype or "") or response.is_streamed:
        return
    response.vary.add("Accept-Encoding")
    if (
        response.direct_passthrough
        or response.status_code in (204, 304)
        or "Content-Encoding" in response.headers
        or request.accept_encodings["gzip"] <= 0
        or (response.content_length or 0) < COMPRESS_FROM
    ):
        return
    response.set_data(gzip.compress(response.get_data(), compresslevel=5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        # The same content in other bytes.
        response.set_etag(tag, weak=True)


def _note(response: Response) -> None:
    """One line for the log and one figure. No query: it may hold a ticket."""
    if "began" not in g:
        return
    seconds = time.perf_counter() - g.began
    call = request.url_rule.rule if request.url_rule is not None else "unknown"
    REQUESTS.labels(call, response.status_code).observe(seconds)
    logger.info(
        "answered",
        extra={
            "request_id": request_id(),
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "ms": round(seconds * 1_000, 2),
            "game": (request.view_args or {}).get("game_id"),
            "version": g.get("version"),
            "player": g.identity.player if g.get("identity") is not None else None,
        },
    )
