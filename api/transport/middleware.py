"""What every response gets: security headers, CORS, an ETag, compression, a line in the log."""

import gzip
import http
import logging
import re
import time

from flask import Flask, Response, g, request

from api.dependencies import dependencies
from api.transport.metrics import REQUESTS
from api.transport.problems import problem, request_id, status_of
from commands.refusals import VersionMoved

COMPRESS_FROM = 1_024
"""Smaller bodies are not compressed."""
COMPRESSIBLE = re.compile(r"application/([\w.+-]*\+)?json|text/|image/svg|application/x-ndjson")
NO_SNIFFING = ("X-Content-Type-Options", "nosniff")
BROWSER_HEADERS = {
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Only browsers heed these. Pages and pictures always have them; see `_is_from_browser`."""
SECURITY_HEADERS = {**dict([NO_SNIFFING]), **BROWSER_HEADERS}
DATA = re.compile(r"application/([\w.+-]*\+)?json|application/x-ndjson|text/event-stream")
"""What no browser runs or draws."""
ALLOWED_METHODS = "GET, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "Accept-Language"
)
EXPOSED_HEADERS = "Deprecation, ETag, Link, Location, Retry-After, Sunset, X-Request-Id"
PREFLIGHT_SECONDS = 600
PRIVATE_CACHE = "private, no-cache"
"""The default: only the client may keep a response, and it checks each time that it is current."""

logger = logging.getLogger("hexledger.requests")


def install(app: Flask) -> None:
    """Add all this to every request of the application."""
    app.before_request(_start_timer)
    app.after_request(_complete_response)


def _start_timer() -> None:
    g.began = time.perf_counter()


def _complete_response(response: Response) -> Response:
    response = _make_conditional(response)
    response.headers.setdefault(*NO_SNIFFING)
    if not DATA.fullmatch(response.mimetype or "") or _is_from_browser():
        for name, value in BROWSER_HEADERS.items():
            response.headers.setdefault(name, value)
    response.headers["X-Request-Id"] = request_id()
    _allow_origin(response)
    _compress(response)
    _log_and_measure(response)
    return response


def _is_from_browser() -> bool:
    """Whether a request shows any sign of a browser, which all browsers do."""
    headers = request.headers
    return (
        any(name.startswith("Sec-") for name, _ in headers)
        or "Origin" in headers
        or "Referer" in headers
        or "text/html" in headers.get("Accept", "")
        or "Mozilla" in headers.get("User-Agent", "")
    )


def _make_conditional(response: Response) -> Response:
    """Answer 304 without a body if the client's copy is current."""
    if request.method not in ("GET", "HEAD"):
        # It may contain a token, and it would be wrong for a repeated request.
        response.headers.setdefault("Cache-Control", "no-store")
    if request.method not in ("GET", "HEAD") or response.status_code not in (200, 304):
        return response
    if response.is_streamed or response.direct_passthrough or response.cache_control.no_store:
        return response
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = PRIVATE_CACHE
        response.vary.add("Authorization")
    response.add_etag()
    response.make_conditional(request)
    if response.status_code == http.HTTPStatus.PRECONDITION_FAILED:
        return problem(VersionMoved, status_of(VersionMoved), "the ETag has changed", {})
    return response


def _allow_origin(response: Response) -> None:
    origins = dependencies().cors_origins
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
        # A weak tag says that the content is the same but its bytes differ.
        response.set_etag(tag, weak=True)


def _log_and_measure(response: Response) -> None:
    """Write a line to the log and measure the time. The query is left out: it may have a ticket."""
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
