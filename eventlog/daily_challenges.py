"""The daily challenge: one for every calendar day, in UTC."""

from datetime import UTC, date, datetime, timedelta

from domain.table.challenges import Challenge

PREFIX = "daily:"
PRACTICE_PREFIX = "practice:"
FIRST_DATE = "2026-01-01"
"""Servers offer no challenge of an earlier day, because no player can have played it."""


def daily_at(at: int) -> Challenge:
    """The challenge of the day on which a time (ms) falls."""
    return _daily(datetime.fromtimestamp(at // 1_000, UTC).date())


def daily_on(text: str) -> Challenge | None:
    """The challenge of a date such as 2026-11-17; None if the text is not such a date."""
    try:
        day = date.fromisoformat(text)
        return _daily(day) if day.isoformat() == text else None
    except (ValueError, OverflowError):
        return None


def date_of(challenge: Challenge) -> str:
    """The date in the name of a daily challenge."""
    return challenge.name.removeprefix(PREFIX)


def is_daily(challenge: Challenge) -> bool:
    """Whether this is the daily challenge of the date in its name."""
    return challenge == daily_on(date_of(challenge))


def practice_of(challenge: Challenge, player: str) -> Challenge:
    """A challenge of the same day for one player alone, with dice of its own."""
    name = f"{PRACTICE_PREFIX}{date_of(challenge)}:{player}"
    return Challenge(name, challenge.opens_at, challenge.closes_at)


def is_practice(challenge: Challenge) -> bool:
    """Whether this is a player's practice of the date in its name."""
    prefix, _, rest = challenge.name.partition(":")
    text, _, player = rest.partition(":")
    daily = daily_on(text)
    return (
        prefix + ":" == PRACTICE_PREFIX
        and daily is not None
        and player != ""
        and challenge == practice_of(daily, player)
    )


def _daily(day: date) -> Challenge:
    return Challenge(f"{PREFIX}{day.isoformat()}", _midnight(day), _midnight(day + timedelta(1)))


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1_000
