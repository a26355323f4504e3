"""What the API description says beside schemas: headers, tokens, errors, streams, deprecations."""

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple, TypeVar

from marshmallow import Schema

V = TypeVar("V", bound=Callable[..., Any])

TOKEN = "token"
"""The name of the security scheme."""
IDEMPOTENCY_KEY, IF_MATCH = "Idempotency-Key", "If-Match"
IF_NONE_MATCH, LAST_EVENT_ID = "If-None-Match", "Last-Event-ID"

_TEXT = {"type": "string"}
PARAMETERS: dict[str, dict[str, Any]] = {
    IDEMPOTENCY_KEY: {
        "description": "Any text: a request that is repeated with the same key is carried out once",
        "schema": {
            **_TEXT,
            "minLength": 1,
            "maxLength": 200,
            "pattern": "^[!-~]([ -~]{0,198}[!-~])?$",
        },
        "example": "turn-12-road",
    },
    IF_MATCH: {
        "description": "The version that the game must have, as a number or as the `ETag` of a "
        "view; otherwise the answer is 412",
        "schema": {**_TEXT, "pattern": '^(\\*|(W/)?("[0-9]{1,15}(-[ !#-~]*)?"|[0-9]{1,15}))$'},
        "example": "42",
    },
    IF_NONE_MATCH: {
        "description": "The `ETag` of your copy: if it is current, the answer is 304 with no body",
        "schema": _TEXT,
        "example": '"42-game-spectator"',
    },
    LAST_EVENT_ID: {
        "description": "The `id` of the last event that you have seen: a version, or in a stream "
        "with talk `version-change`. It counts more than `after`",
        "schema": {**_TEXT, "pattern": "^[0-9]{1,15}(-[0-9]{1,15})?$"},
        "example": "42",
    },
}
"""Headers that calls take, by name."""
HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {"description": "The tag of this response, for `If-None-Match`", "schema": _TEXT},
    "Retry-After": {
        "description": "With 429 and 503: how many seconds to wait",
        "schema": {"type": "integer", "format": "int32", "minimum": 1},
    },
}
"""Headers that responses have, by name."""
NOTES = "x-hexledger-notes"
"""Where the notes on a call stand until the whole description is put together."""
_NOTES = "hexledger"


class Deprecation(NamedTuple):
    """From when on a call is deprecated, when it goes, and what to use instead."""

    since: date
    sunset: date
    instead: str


def takes_headers(*headers: str) -> Callable[[V], V]:
    """Describe a call as one that takes these headers."""
    return lambda view: with_notes(view, headers=headers)


def refuses_with(*kinds: type[Exception]) -> Callable[[V], V]:
    """Describe a call as one that can answer these errors, besides those that every call can."""
    return lambda view: with_notes(view, refusals=kinds)


def sends_lines(item: type[Schema]) -> Callable[[V], V]:
    """Describe what each line of the NDJSON that a call can answer with holds."""
    return lambda view: with_notes(view, lines=item)


def sends_events(**kinds: type[Schema]) -> Callable[[V], V]:
    """Describe the data of each server-sent event that a call can answer with, by its name."""
    return lambda view: with_notes(view, events=kinds)


def deprecated(*, since: str, sunset: str, instead: str) -> Callable[[V], V]:
    """Mark a call as deprecated since a date. It goes at `sunset`, not earlier.

    `instead` is the address of the call to use instead. Every answer says all this in headers.
    """
    notice = Deprecation(date.fromisoformat(since), date.fromisoformat(sunset), instead)
    return lambda view: with_notes(view, deprecation=notice)


def public(view: V) -> V:
    """Describe a call as one that ignores tokens."""
    return with_notes(view, security=[])


def token_optional(view: V) -> V:
    """Describe a call as one that needs no token, but may show more with one."""
    return with_notes(view, security=[{}, {TOKEN: []}])


def describe_scope(view: V, scope: str) -> V:
    """Describe a call as one that needs a token with this scope."""
    return with_notes(view, scope=scope)


def is_described(view: Callable[..., Any]) -> bool:
    """Whether a call is part of the API description; pages and probes are not."""
    return hasattr(view, "_apidoc")


def is_public(view: Callable[..., Any]) -> bool:
    """Whether a call ignores tokens."""
    return bool(notes_of(view).get("security") == [])


def scope_of(view: Callable[..., Any], method: str) -> str:
    """The scope that a call needs: the one it says, or else `read` for reads and `play`."""
    by_method = "read" if method.upper() in ("GET", "HEAD") else "play"
    return str(notes_of(view).get("scope", by_method))


def with_notes(view: V, **notes: Any) -> V:
    """Keep notes on a call beside those that it has."""
    apidoc = getattr(view, "_apidoc", {})
    view._apidoc = {**apidoc, _NOTES: {**notes_of(view), **notes}}  # type: ignore[attr-defined]  # as flask-smorest does
    return view


def notes_of(view: Callable[..., Any]) -> dict[str, Any]:
    """The notes on a call."""
    found: dict[str, Any] = getattr(view, "_apidoc", {}).get(_NOTES, {})
    return found


def complete_operation(
    doc: dict[str, Any], info: dict[str, Any], *, api: Any, method: str, **_: Any
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
    doc[NOTES] = {**notes, **_stream_notes(api, notes)}
    return doc


def _stream_notes(api: Any, notes: dict[str, Any]) -> dict[str, Any]:
    """The notes on streams, with the names of components in place of schemas."""
    found: dict[str, Any] = {}
    if "lines" in notes:
        found["lines"] = api.component_of(notes["lines"])
    if "events" in notes:
        found["events"] = {name: api.component_of(kind) for name, kind in notes["events"].items()}
    return found
