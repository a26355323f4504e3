"""What passes between seats in the base game."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.base.events import (
    CardStolen,
    ResourceMonopolized,
    TradeAccepted,
    TradeConfirmed,
    TradeCountered,
    TradeRefused,
)
from domain.dealings import AnswerKind, Taking, Takings, Trade, Trades, counts
from domain.messages import Event


def _confirmed(event: TradeConfirmed) -> Trade:
    return Trade(event.seat, event.partner, counts(event.give), counts(event.take))


def _stolen(event: CardStolen) -> Iterator[Taking]:
    cards = None if event.resource is None else {str(event.resource): 1}
    yield Taking(event.thief, event.victim, "theft", 1, cards)


def _monopolized(event: ResourceMonopolized) -> Iterator[Taking]:
    for victim, count in event.taken.items():
        if count:
            yield Taking(event.seat, victim, "monopoly", count, {event.resource: count})


ANSWERS: Final[Mapping[type[Event], AnswerKind]] = {
    TradeAccepted: "accepted",
    TradeRefused: "refused",
    TradeCountered: "countered",
}
TRADES: Final[Trades] = {TradeConfirmed: _confirmed}
TAKINGS: Final[Takings] = {CardStolen: _stolen, ResourceMonopolized: _monopolized}
