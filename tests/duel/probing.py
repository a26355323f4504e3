"""What the laws need to know of the game for two."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
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


def tries(state: Duel, seat: Seat) -> Iterator[Command]:
    """Every command of a seat but those that are open choices, ids out of range included."""
    yield from base.tries(state, seat)
    yield c.ForceTrade(seat)
    yield c.DiscardKnight(seat)
    for count in (1, 2, 3):
        for cards in combinations_with_replacement(RESOURCES, count):
            yield c.GiveBack(seat, {resource: cards.count(resource) for resource in cards})
    if not state.networks:
        return
    grid = state.board.geometry
    for hex_ in range(-1, len(grid.hexes) + 1):
        yield c.SendRobberToDesert(seat, hex_)
    for neutral in map(Seat, range(-1, 5)):
        for edge in range(-1, len(grid.edge_nodes) + 1):
            yield c.PlaceNeutralRoad(seat, neutral, edge)
        for node in range(-1, len(grid.node_edges) + 1):
            yield c.PlaceNeutralSettlement(seat, neutral, node)


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
