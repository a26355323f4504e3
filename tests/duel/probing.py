"""What the laws need to know of the game for two."""

from random import Random

from domain.cards import RESOURCES
from domain.duel import commands as c
from domain.duel.state import MOST_TRADE_CARDS, NEUTRALS, TRADE_CARDS, Duel
from domain.ids import Seat
from domain.messages import Command
from tests.base import probing as base


def assert_conserved(state: Duel) -> None:
    base.assert_conserved(state)
    if not state.networks:
        return
    assert all(0 <= held <= MOST_TRADE_CARDS for held in state.trade_cards)
    assert sum(state.trade_cards) + state.pool == TRADE_CARDS
    assert not any(state.networks[neutral].cities for neutral in NEUTRALS)


def tempts(state: Duel, seat: Seat, random: Random) -> list[Command]:
    """Things a seat may try, legal or not."""
    return [
        *base.tempts(state, seat, random),
        c.ForceTrade(seat),
        c.DiscardKnight(seat),
        c.SendRobberToDesert(seat, state.robber),
        c.PlaceNeutralRoad(seat, NEUTRALS[0], random.randrange(72)),
        c.GiveBack(seat, {random.choice(RESOURCES): 2}),
    ]
