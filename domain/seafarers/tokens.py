"""What lies on the board and before the players in single scenarios only."""

from msgspec import Struct


class Piracy(Struct):
    """How the fight against the pirates stands, by seat."""

    markers: list[int]
    """Those under its fortress; none when it has taken it."""
    warships: list[int]
    """How many of its ships, the nearest to its settlement, are warships."""
