"""A moment of a game: a version, or a time.

A number below a trillion is a version; no game has so many commits. From there on it is a time
in milliseconds since 1970, from September 2001 to the end of the year 9999. A text such as
`2026-11-18T05:30:00Z` is a time in UTC.
"""

import re
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

FIRST_TIME: Final = 1_000_000_000_000
LAST_TIME: Final = 253_402_300_799_999
"""From one of these numbers to the other, a number is a time. One beyond is a version."""
NUMBER: Final = "[0-9]{1,18}"
ISO_TIME: Final = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+]00:00)"
)
PATTERN: Final = f"^({NUMBER}|{ISO_TIME})$"


class Moment(Struct, frozen=True):
    """A version, or a time (ms): one of them is None."""

    version: int | None = None
    time: int | None = None


class BadMoment(ValueError):
    """This text is neither a version nor a time."""


def read_moment(text: str) -> Moment:
    """Read a moment, or raise `BadMoment`."""
    if re.fullmatch(NUMBER, text, re.ASCII):
        number = int(text)
        if number == 0:
            raise BadMoment("versions count from 1")
        is_time = FIRST_TIME <= number <= LAST_TIME
        return Moment(time=number) if is_time else Moment(version=number)
    if not re.fullmatch(ISO_TIME, text, re.ASCII):
        raise BadMoment("give a version, milliseconds since 1970, or a time in UTC that ends in Z")
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise BadMoment("there is no such date or time of day") from None
    # In whole numbers, because a float loses the last digit.
    since = time - datetime(1970, 1, 1, tzinfo=UTC)
    return Moment(time=(since.days * 86_400 + since.seconds) * 1_000 + since.microseconds // 1_000)
