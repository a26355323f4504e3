"""What the statistics of a base game count, seat by seat. It is stored as JSON between reads."""

from collections.abc import Mapping
from typing import Final, Generic, TypeAlias, TypeVar

from msgspec import Struct, field

from domain.cards import CARD_KINDS, RESOURCES, CardKind, Resource
from domain.chance.dice_sums import begin_numbers
from domain.statistics import Stats

CardCounts: TypeAlias = dict[Resource, int]
PLAYABLE: Final = tuple(kind for kind in CARD_KINDS if kind != "victory_point")


def no_cards() -> CardCounts:
    return dict.fromkeys(RESOURCES, 0)


def add_cards(line: CardCounts, cards: Mapping[Resource, int], times: int = 1) -> None:
    for resource, number in cards.items():
        line[resource] += times * number


def _no_rates() -> dict[str, int]:
    return {"2": 0, "3": 0, "4": 0}


def _none_played() -> dict[CardKind, int]:
    return dict.fromkeys(PLAYABLE, 0)


class Production(Struct):
    """What the dice brought a seat, and what they would bring on the average."""

    founding: CardCounts = field(default_factory=no_cards)
    ways: CardCounts = field(default_factory=no_cards)
    """What every roll would have brought, times the ways of 36 in which it falls."""
    spread: int = 0
    """The variance of that, in parts of 36 times 36."""
    received: CardCounts = field(default_factory=no_cards)
    blocked: CardCounts = field(default_factory=no_cards)
    """What the robber kept back."""
    short: CardCounts = field(default_factory=no_cards)
    """What the bank could not pay."""


class Built(Struct):
    roads: int = 0
    settlements: int = 0
    cities: int = 0


class Trades(Struct, kw_only=True):
    """Trade with other seats."""

    offers: int = 0
    made: int = 0
    made_with: list[int]
    """By seat."""
    given: CardCounts = field(default_factory=no_cards)
    taken: CardCounts = field(default_factory=no_cards)


class BankTrades(Struct):
    """Trade with the bank; a rate counts for every card that it brought."""

    trades: int = 0
    by_rate: dict[str, int] = field(default_factory=_no_rates)
    given: CardCounts = field(default_factory=no_cards)
    taken: CardCounts = field(default_factory=no_cards)


class Discards(Struct):
    times: int = 0
    cards: CardCounts = field(default_factory=no_cards)


class DevelopmentCards(Struct):
    bought: int = 0
    played: dict[CardKind, int] = field(default_factory=_none_played)
    victory_points_shown: int = 0


class Monopolies(Struct):
    """What monopolies of the seat took, and what those of others took from it."""

    taken: CardCounts = field(default_factory=no_cards)
    lost: CardCounts = field(default_factory=no_cards)


class SeatStats(Struct, kw_only=True):
    """All that is counted of one seat."""

    production: Production = field(default_factory=Production)
    spent: CardCounts = field(default_factory=no_cards)
    built: Built = field(default_factory=Built)
    trades: Trades
    bank: BankTrades = field(default_factory=BankTrades)
    robber_moves: int = 0
    stolen_from: list[int]
    """By seat."""
    discards: Discards = field(default_factory=Discards)
    development_cards: DevelopmentCards = field(default_factory=DevelopmentCards)
    monopoly: Monopolies = field(default_factory=Monopolies)
    invention: CardCounts = field(default_factory=no_cards)
    returned: CardCounts = field(default_factory=no_cards)


Line = TypeVar("Line", bound=SeatStats)


class BaseStats(Stats, Generic[Line], kw_only=True):
    """What is counted of a game."""

    dice: dict[str, int] = field(default_factory=begin_numbers)
    """By number: how often it was rolled."""
    seats: list[Line] = field(default_factory=list)
