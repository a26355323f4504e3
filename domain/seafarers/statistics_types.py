"""What the statistics of a Seafarers game count besides, and what readers get of it."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct, field

from domain.base.statistics_kept import Built, CardCounts, SeatStats, no_cards
from domain.base.statistics_shown import BaseStatsView, SeatStatsView


class BuiltAtSea(Built):
    ships: int = 0


class AtSea(Struct):
    """What a seat did at sea."""

    ships_moved: int = 0
    pirate_moves: int = 0
    markers: int = 0
    """Special points."""
    hexes_discovered: int = 0


class SeaSeatStats(SeatStats, kw_only=True):
    """All that is counted of one seat."""

    built: BuiltAtSea = field(default_factory=BuiltAtSea)
    gold: CardCounts = field(default_factory=no_cards)
    """Cards of choice."""
    found: CardCounts = field(default_factory=no_cards)
    """What discoveries brought."""
    sea: AtSea = field(default_factory=AtSea)
    scenario: dict[str, int]
    """What only the scenario counts, by name."""


class SeaSeatStatsView(SeatStatsView, frozen=True, kw_only=True):
    """The statistics of a seat."""

    built: BuiltAtSea
    gold: CardCounts
    found: CardCounts
    sea: AtSea
    scenario: dict[str, int]


class SeaStatsView(BaseStatsView, frozen=True, kw_only=True):
    """The statistics of a game at sea."""

    seats: tuple[SeaSeatStatsView, ...]


Seats: TypeAlias = Sequence[SeaSeatStats]
