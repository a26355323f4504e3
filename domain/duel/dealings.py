"""What passes between the two players: as in the base game, and by forced trades."""

from collections.abc import Iterator
from typing import Final

from domain.base import dealings as base
from domain.dealings import Taking, Takings, counts
from domain.duel.events import CardsDrawn, CardsGivenBack


def _drawn(event: CardsDrawn) -> Iterator[Taking]:
    cards = None if event.cards is None else counts(event.cards)
    yield Taking(event.seat, event.victim, "forced_trade", event.count, cards)


def _given_back(event: CardsGivenBack) -> Iterator[Taking]:
    cards = None if event.cards is None else counts(event.cards)
    yield Taking(event.victim, event.seat, "given_back", event.count, cards)


TAKINGS: Final[Takings] = {**base.TAKINGS, CardsDrawn: _drawn, CardsGivenBack: _given_back}
