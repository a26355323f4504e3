"""Trade cards: how many a seat takes, from the start and for its settlements, and keeps."""

from collections.abc import Iterator
from typing import Final

from domain.base import building, founding
from domain.base.commands import BuildSettlement, PlaceSettlement
from domain.base.island.board import Board
from domain.chance.draws import Chance
from domain.duel.events import TradeCardsPaid, TradeCardsTaken
from domain.duel.state import MOST_TRADE_CARDS, Duel
from domain.grid.geometry import mask_of
from domain.ids import NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Duel]()
decides = rulebook.decides
evolves = rulebook.evolves

AT_THE_DESERT: Final = 2
ON_THE_COAST: Final = 1


class HandFull(RuleViolation):
    """You hold as many trade cards as you may; spend some first."""

    code = "tradecard/hand_full"


def take(state: Duel, seat: Seat, count: int) -> Iterator[Event]:
    """Take so many trade cards; what is more than a seat may hold stays in the pool."""
    room = MOST_TRADE_CARDS - state.trade_cards[seat]
    if count and room:
        yield TradeCardsTaken(seat, min(count, room))


def earned_at(board: Board, node: NodeId) -> int:
    """What a settlement on this node earns: at a desert, on the coast, or for both together."""
    around = mask_of(board.geometry.node_hexes[node])
    earned = AT_THE_DESERT if around & board.deserts else 0
    return earned + ON_THE_COAST if around & ~board.land else earned


@decides(PlaceSettlement)
def place_settlement(state: Duel, command: PlaceSettlement, chance: Chance) -> Iterator[Event]:
    yield from founding.place_settlement(state, command, chance)
    yield from take(state, command.seat, earned_at(state.board, command.node))


@decides(BuildSettlement)
def build_settlement(state: Duel, command: BuildSettlement, chance: Chance) -> Iterator[Event]:
    yield from building.build_settlement(state, command, chance)
    yield from take(state, command.seat, earned_at(state.board, command.node))


@evolves(TradeCardsTaken)
def trade_cards_taken(state: Duel, event: TradeCardsTaken) -> None:
    state.trade_cards[event.seat] += event.count


@evolves(TradeCardsPaid)
def trade_cards_paid(state: Duel, event: TradeCardsPaid) -> None:
    state.trade_cards[event.seat] -= event.count
    state.action_taken = True
