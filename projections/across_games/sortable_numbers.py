"""Ratings as text: members of a sorted set are compared as text, so numbers need leading zeros."""

DIGITS = 6
_LOWEST = 1_000


def sortable(number: float) -> str:
    """A number from -1,000 on as digits that sort like the number."""
    return f"{max(0, round((number + _LOWEST) * 10**DIGITS)):015}"
