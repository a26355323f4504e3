"""Cursors: where the next page of a list begins, in a form that clients pass on unread."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from projections.refusals import BadCursor


def cursor_of(place: str) -> str:
    """A place in a list, for a client."""
    return urlsafe_b64encode(place.encode()).rstrip(b"=").decode()


def read_cursor(cursor: str, form: re.Pattern[str]) -> str:
    """The place that a cursor stands for, or a refusal if it has not the form of those here."""
    try:
        place = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except (binascii.Error, ValueError):
        place = ""
    if form.fullmatch(place) is None:
        raise BadCursor("this cursor is none of ours; take `next` of the page before, unchanged")
    return place
