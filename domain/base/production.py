"""What the land yields: by the dice, and for a founding settlement."""

from collections.abc import Iterable

from domain.base.events import ResourcesProduced
from domain.base.island.board import Board
from domain.base.state import Game, Payout
from domain.cards import Cards, Hand, holds, move_cards
from domain.ids import HexId, NodeId, Seat
from domain.rulebook import Rulebook

rulebook = Rulebook[Game]()
evolves = rulebook.evolves


def produce(state: Game, number: int) -> ResourcesProduced | None:
    """Pay everybody at a hex with this number, as far as the bank can."""
    payout = state.payouts[number]
    if state.board.tiles[state.robber].number == number:
        payout = tally(state, number, state.robber)
    if not payout.demand:
        return None
    if holds(state.bank, payout.demand):
        return ResourcesProduced(payout.gains)
    return _rationed(state.bank, payout)


def _rationed(bank: Hand, payout: Payout) -> ResourcesProduced:
    """Base game, rule 1: of a resource that does not suffice nobody is paid, unless only one is
    entitled, who takes what is left."""
    short = tuple(resource for resource, count in payout.demand.items() if count > bank[resource])
    gains = {seat: dict(cards) for seat, cards in payout.gains.items()}
    for resource in short:
        entitled = [seat for seat, cards in gains.items() if resource in cards]
        for seat in entitled:
            del gains[seat][resource]
        if bank[resource] and len(entitled) == 1:
            gains[entitled[0]][resource] = bank[resource]
    return ResourcesProduced({seat: cards for seat, cards in gains.items() if cards}, short)


def tally(state: Game, number: int, blocked: HexId | None = None) -> Payout:
    """What a number pays, all hexes but the blocked one together."""
    gains: dict[Seat, Cards] = {}
    demand: Cards = {}
    for hex_, resource, nodes in state.board.producers[number]:
        for seat in state.playing if hex_ != blocked else ():
            network = state.networks[seat]
            count = (network.settlements & nodes).bit_count()
            count += 2 * (network.cities & nodes).bit_count()
            if count:
                cards = gains.setdefault(seat, {})
                cards[resource] = cards.get(resource, 0) + count
                demand[resource] = demand.get(resource, 0) + count
    return Payout(gains, demand)


def survey_payouts(state: Game, numbers: Iterable[int]) -> None:
    """Work out anew what these numbers pay."""
    for number in numbers:
        state.payouts[number] = tally(state, number)


def numbers_at(board: Board, node: NodeId) -> set[int]:
    """The number tokens around a node."""
    tiles = [
        board.tiles[hex_] for hex_ in board.geometry.node_hexes[node] if hex_ < len(board.tiles)
    ]
    return {tile.number for tile in tiles if tile.number is not None}


def harvest(board: Board, node: NodeId) -> Cards:
    """One card for every terrain hex at a founding settlement."""
    cards: Cards = {}
    for hex_ in board.geometry.node_hexes[node]:
        resource = board.yield_of(hex_)
        if resource is not None:
            cards[resource] = cards.get(resource, 0) + 1
    return cards


@evolves(ResourcesProduced)
def resources_produced(state: Game, event: ResourcesProduced) -> None:
    bank, hands = state.bank, state.hands
    for seat, cards in event.gains.items():
        move_cards(bank, hands[seat], cards)
