"""Before the first placement: the neutral settlements stand, and trade cards are handed out."""

from collections.abc import Iterator
from typing import Final

from domain.base.building import set_settlement
from domain.base.events import BoardLaid
from domain.base.island import dealing
from domain.base.state import Network
from domain.duel.events import NeutralsFounded
from domain.duel.state import NEUTRALS, TRADE_CARDS_AT_FIRST, Duel
from domain.duel.trade_cards import take
from domain.grid.geometry import Axial
from domain.messages import Event
from domain.rulebook import Rulebook

rulebook = Rulebook[Duel]()
evolves = rulebook.evolves

NEUTRAL_NODES: Final[tuple[tuple[Axial, Axial, Axial], ...]] = (
    ((0, -1), (1, -2), (1, -1)),
    ((-1, 1), (-1, 2), (0, 1)),
)
"""Where the neutral players start, on every board: each crossing by its three hexes."""


def starting_pieces(state: Duel) -> Iterator[Event]:
    """A settlement of each neutral player, on the same nodes of every board."""
    first, second = (state.board.geometry.node_by_hexes[node] for node in NEUTRAL_NODES)
    yield NeutralsFounded((first, second))
    for seat in state.playing:
        yield from take(state, seat, TRADE_CARDS_AT_FIRST)


@evolves(BoardLaid)
def board_laid(state: Duel, event: BoardLaid) -> None:
    dealing.board_laid(state, event)
    state.networks += [Network() for _ in NEUTRALS]
    state.road_lengths += [0 for _ in NEUTRALS]
    state.trade_cards = [0 for _ in state.chairs]


@evolves(NeutralsFounded)
def neutrals_founded(state: Duel, event: NeutralsFounded) -> None:
    for neutral, node in zip(NEUTRALS, event.nodes, strict=True):
        set_settlement(state, neutral, node)
