"""The table of a base game as text for a terminal."""

from domain.ruleset import Picture, View


def picture(view: View) -> Picture:
    """The island with everything on it, and a line for every seat."""
    return []
