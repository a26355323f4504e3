"""The daily challenge: one for every calendar day, in UTC."""

from datetime import UTC, date, datetime, timedelta

from domain.table.challenges import Challenge

PREFIX = "daily:"
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


def _daily(day: date) -> Challenge:
    return Challenge(f"{PREFIX}{day.isoformat()}", _midnight(day), _midnight(day + timedelta(1)))


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1_000
