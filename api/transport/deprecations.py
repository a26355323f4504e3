"""Headers that announce the end of a call (RFC 9745 and RFC 8594), on each of its answers."""

from datetime import UTC, date, datetime, time

from flask import Flask, Response, current_app, request
from werkzeug.http import http_date

from api.openapi.annotations import Deprecation, notes_of

CHANGES_PAGE = "/docs/changes"


def install(app: Flask) -> None:
    """Announce the end of deprecated calls of an application."""
    app.after_request(_announce)


def _announce(response: Response) -> Response:
    view = current_app.view_functions.get(request.endpoint or "")
    deprecation = None if view is None else notes_of(view).get("deprecation")
    if isinstance(deprecation, Deprecation):
        response.headers["Deprecation"] = f"@{int(_midnight(deprecation.since).timestamp())}"
        response.headers["Sunset"] = http_date(_midnight(deprecation.sunset))
        response.headers.add("Link", f'<{CHANGES_PAGE}>; rel="deprecation"; type="text/html"')
        response.headers.add("Link", f'<{deprecation.instead}>; rel="successor-version"')
    return response


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
