"""What the description of the API tells beside schemas: headers, and which calls need no token."""

from collections.abc import Callable
from typing import Any, TypeVar

V = TypeVar("V", bound=Callable[..., Any])

TOKEN = "token"
"""The name of the security scheme."""
IDEMPOTENCY_KEY, IF_MATCH = "Idempotency-Key", "If-Match"
IF_NONE_MATCH, LAST_EVENT_ID = "If-None-Match", "Last-Event-ID"

_TEXT = {"type": "string"}
PARAMETERS: dict[str, dict[str, Any]] = {
    IDEMPOTENCY_KEY: {
        "description": "Any text of your own: what is sent again with the same key is done once",
        "schema": {**_TEXT, "minLength": 1, "maxLength": 200},
    },
    IF_MATCH: {
        "description": "The version that the game must be at, otherwise 412",
        "schema": _TEXT,
        "example": "42",
    },
    IF_NONE_MATCH: {
        "description": "The `ETag` of what you have: if it is current, 304 comes without a body",
        "schema": _TEXT,
    },
    LAST_EVENT_ID: {
        "description": "The version you were told last; it counts more than `after`",
        "schema": {"type": "integer", "minimum": 0},
    },
}
"""Headers that calls take, by name."""
HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {"description": "The tag of this very answer, for `If-None-Match`", "schema": _TEXT},
    "Retry-After": {
        "description": "With 429 and 503: when to try again, in seconds",
        "schema": {"type": "integer", "minimum": 1},
    },
}
"""Headers that answers have, by name."""
_NOTES = "hexledger"


def takes(*headers: str) -> Callable[[V], V]:
    """Tell that a call takes headers."""
    return lambda view: _noted(view, headers=headers)


def public(view: V) -> V:
    """Tell that a call needs no token, and answers the same with one."""
    return _noted(view, security=[])


def token_optional(view: V) -> V:
    """Tell that a call needs no token, although it may show more with one."""
    return _noted(view, security=[{}, {TOKEN: []}])


def _noted(view: V, **notes: Any) -> V:
    described = getattr(view, "_apidoc", {})
    view._apidoc = {**described, _NOTES: {**described.get(_NOTES, {}), **notes}}  # type: ignore[attr-defined]  # as flask-smorest does
    return view


def describe(doc: dict[str, Any], info: dict[str, Any], *, method: str, **_: Any) -> dict[str, Any]:
    """Complete the description of an operation. Every answer to GET has a tag."""
    notes = info.get(_NOTES, {})
    headers = [*notes.get("headers", ())]
    if method == "get":
        headers.append(IF_NONE_MATCH)
        tagged = {"headers": {"ETag": "ETag"}}
        found = doc["responses"]
        found[200] = {**found[200], **tagged}
        found[304] = {"description": "What you have is current", **tagged}
    if headers:
        doc["parameters"] = [*doc.get("parameters", ()), *headers]
    if "security" in notes:
        doc["security"] = notes["security"]
    return doc
