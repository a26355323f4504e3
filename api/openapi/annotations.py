"""What the API description says beside schemas: headers, and which calls need no token."""

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
        "description": "Any text: a request that is repeated with the same key is carried out once",
        "schema": {**_TEXT, "minLength": 1, "maxLength": 200},
    },
    IF_MATCH: {
        "description": "The version that the game must have; otherwise the answer is 412",
        "schema": _TEXT,
        "example": "42",
    },
    IF_NONE_MATCH: {
        "description": "The `ETag` of your copy: if it is current, the answer is 304 with no body",
        "schema": _TEXT,
    },
    LAST_EVENT_ID: {
        "description": "The last version that you have seen; it counts more than `after`",
        "schema": {"type": "integer", "minimum": 0},
    },
}
"""Headers that calls take, by name."""
HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {"description": "The tag of this response, for `If-None-Match`", "schema": _TEXT},
    "Retry-After": {
        "description": "With 429 and 503: how many seconds to wait",
        "schema": {"type": "integer", "minimum": 1},
    },
}
"""Headers that responses have, by name."""
_NOTES = "hexledger"


def takes_headers(*headers: str) -> Callable[[V], V]:
    """Describe a call as one that takes these headers."""
    return lambda view: _with_notes(view, headers=headers)


def public(view: V) -> V:
    """Describe a call as one that ignores tokens."""
    return _with_notes(view, security=[])


def token_optional(view: V) -> V:
    """Describe a call as one that needs no token, but may show more with one."""
    return _with_notes(view, security=[{}, {TOKEN: []}])


def _with_notes(view: V, **notes: Any) -> V:
    apidoc = getattr(view, "_apidoc", {})
    view._apidoc = {**apidoc, _NOTES: {**apidoc.get(_NOTES, {}), **notes}}  # type: ignore[attr-defined]  # as flask-smorest does
    return view


def complete_operation(
    doc: dict[str, Any], info: dict[str, Any], *, method: str, **_: Any
) -> dict[str, Any]:
    """Complete the description of an operation. Every response to GET has a tag."""
    notes = info.get(_NOTES, {})
    headers = [*notes.get("headers", ())]
    if method == "get":
        headers.append(IF_NONE_MATCH)
        tagged = {"headers": {"ETag": "ETag"}}
        found = doc["responses"]
        found[200] = {**found[200], **tagged}
        found[304] = {"description": "Your copy is current", **tagged}
    if headers:
        doc["parameters"] = [*doc.get("parameters", ()), *headers]
    if "security" in notes:
        doc["security"] = notes["security"]
    return doc
