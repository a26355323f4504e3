"""What building costs, and what a hand can pay for."""

from functools import lru_cache
from typing import Final

from domain.cards import Cards, Hand, empty_hand, holds

ROAD_COST: Final[Cards] = {"brick": 1, "lumber": 1}
SETTLEMENT_COST: Final[Cards] = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
CITY_COST: Final[Cards] = {"grain": 2, "ore": 3}
DEVELOPMENT_CARD_COST: Final[Cards] = {"wool": 1, "grain": 1, "ore": 1}


COSTS: Final[dict[str, Cards]] = {
    "road": ROAD_COST,
    "settlement": SETTLEMENT_COST,
    "city": CITY_COST,
    "development_card": DEVELOPMENT_CARD_COST,
}


@lru_cache(maxsize=1 << 14)
def affordable(counts: tuple[int, ...]) -> tuple[frozenset[str], int]:
    """What a hand with these counts, in the order of a hand, can pay for, and its largest count."""
    hand: Hand = dict(zip(empty_hand(), counts, strict=True))
    return frozenset(piece for piece, cost in COSTS.items() if holds(hand, cost)), max(counts)
