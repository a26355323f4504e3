"""Cursors: where the next page of a list begins, as text that clients send back unchanged."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from projections.refusals import BadCursor


def encode_cursor(position: str) -> str:
    """Encode a position in a list for a client."""
    return urlsafe_b64encode(position.encode()).rstrip(b"=").decode()


def decode_cursor(cursor: str, form: re.Pattern[str]) -> str:
    """Decode a client's cursor. Raises if it does not have the form of this list's positions."""
    try:
        position = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except (binascii.Error, ValueError):
        position = ""
    if form.fullmatch(position) is None:
        raise BadCursor("this is not a cursor of this list; send the `next` of a page unchanged")
    return position
