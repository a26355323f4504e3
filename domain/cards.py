"""Resource and development cards, hands and costs."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

Resource: TypeAlias = Literal["brick", "lumber", "wool", "grain", "ore"]
RESOURCES: Final[tuple[Resource, ...]] = ("brick", "lumber", "wool", "grain", "ore")
EACH_IN_BANK: Final = 19

CardKind: TypeAlias = Literal["knight", "victory_point", "road_building", "invention", "monopoly"]
CARD_KINDS: Final[tuple[CardKind, ...]] = (
    "knight",
    "victory_point",
    "road_building",
    "invention",
    "monopoly",
)

Count: TypeAlias = Annotated[int, Meta(ge=1, le=EACH_IN_BANK)]
Cards: TypeAlias = dict[Resource, Count]
"""How many of which resource; what is not named is none."""

UNKNOWN: Final = "unknown"
Hand: TypeAlias = dict[str, int]
"""Five counts and `unknown`. In a fold of redacted events a known card may leave a hand that only
`unknown` came into, so a single count may fall below zero there; the sum is always right."""


def empty_hand() -> Hand:
    return {"brick": 0, "lumber": 0, "wool": 0, "grain": 0, "ore": 0, UNKNOWN: 0}


def full_bank() -> Hand:
    return dict.fromkeys(RESOURCES, EACH_IN_BANK)


def holds(hand: Hand, cards: Mapping[Resource, int]) -> bool:
    """Whether all these cards are in the hand."""
    for resource, count in cards.items():  # noqa: SIM110  # a third of the time of all(...)
        if hand[resource] < count:
            return False
    return True


def move_cards(source: Hand, target: Hand, cards: Mapping[Resource, int]) -> None:
    for resource, count in cards.items():
        source[resource] -= count
        target[resource] += count


def size(hand: Hand) -> int:
    return sum(hand.values())


def nth_card(hand: Hand, n: int) -> Resource:
    """The n-th card of a hand laid out by resource, so that a random n is a random card."""
    for resource in RESOURCES:
        n -= hand[resource]
        if n < 0:
            return resource
    raise IndexError("the hand holds fewer cards")
