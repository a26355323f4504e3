"""Laying the travel edition's board: all A sides up, as the host says, or as drawn."""

from collections.abc import Iterator

from domain.base.island.dealing import lay_out
from domain.base.island.travel_pieces import ALL_A, draw_arrangement, island_of
from domain.base.state import Game
from domain.chance.draws import Chance
from domain.messages import Event


def deal_all_a(state: Game, chance: Chance) -> Iterator[Event]:
    """The pieces in the order of their numbers, for beginners."""
    yield lay_out(island_of(ALL_A), chance, chance.index)


def deal_arrangement(state: Game, chance: Chance) -> Iterator[Event]:
    """The pieces as the host arranged them."""
    arrangement = state.options.arrangement
    assert isinstance(arrangement, tuple)
    yield lay_out(island_of(arrangement), chance, chance.index)


def deal_drawn(state: Game, chance: Chance) -> Iterator[Event]:
    """The pieces one after the other, each with its side, as chance has it."""
    draw = chance.index
    yield lay_out(island_of(draw_arrangement(chance)), chance, draw)
