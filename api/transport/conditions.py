"""Conditions that a client sets for a command, read from its headers."""

import re

from flask import request

from api.transport.errors import BadHeader
from commands.desk import Guards

KEY = re.compile(r"[!-~](?:[ -~]{0,198}[!-~])?")
VERSION = re.compile(r'(?:W/)?(?P<quote>"?)(?P<version>[0-9]{1,15})(?:-[^"]*)?(?P=quote)')
"""A version, as a number or as the ETag of any view of it."""


def guards() -> Guards:
    """The conditions in `Idempotency-Key` and `If-Match`. Raise if a header is malformed."""
    return Guards(key=_key(), version=_version())


def _key() -> str | None:
    text = request.headers.get("Idempotency-Key")
    if text is not None and KEY.fullmatch(text) is None:
        raise BadHeader(
            "an idempotency key has 1 to 200 printable ASCII characters", header="Idempotency-Key"
        )
    return text


def _version() -> int | None:
    text = request.headers.get("If-Match")
    if text is None or text.strip() == "*":
        return None
    found = VERSION.fullmatch(text.strip())
    if found is None:
        raise BadHeader("give one version, such as 12, or the ETag of a view", header="If-Match")
    return int(found["version"])
