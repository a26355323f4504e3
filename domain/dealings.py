"""What passes between seats, in a form that is the same in every game: trades and takings."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from domain.cards import Resource
from domain.ids import Seat

AnswerKind: TypeAlias = Literal["accepted", "refused", "countered"]
TakingKind: TypeAlias = Literal["theft", "monopoly", "forced_trade", "given_back", "cloth"]
Counts: TypeAlias = dict[str, int]
"""How many cards of which kind."""


class Trade(Struct, frozen=True):
    """Two seats exchanged cards: `given` left the first one, `taken` came to it."""

    seat: Seat
    partner: Seat
    given: Counts
    taken: Counts


class Taking(Struct, frozen=True):
    """A seat took something from another one, which was not asked."""

    seat: Seat
    victim: Seat
    kind: TakingKind
    count: int
    cards: Counts | None = None
    """Which cards; None if that is hidden, or if they are no cards."""


def counts(cards: Mapping[Resource, int]) -> Counts:
    """Resource cards by kind."""
    return {str(resource): count for resource, count in cards.items()}


# Any: each function takes just the event under whose type it stands.
TradeReader: TypeAlias = Callable[[Any], Trade]
TakingReader: TypeAlias = Callable[[Any], Iterable[Taking]]
Trades: TypeAlias = Mapping[Any, TradeReader]
Takings: TypeAlias = Mapping[Any, TakingReader]
