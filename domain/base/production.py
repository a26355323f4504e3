"""What the land yields: by the dice, and for a founding settlement."""

from collections.abc import Iterable

from domain.base.board import Board
from domain.base.events import ResourcesProduced
from domain.base.state import Game, Network
from domain.cards import Cards, Resource, move_cards
from domain.ids import NodeId, Seat
from domain.rulebook import Rulebook

rulebook = Rulebook()
evolves = rulebook.evolves


def produce(state: Game, number: int) -> ResourcesProduced | None:
    """Pay everybody at a hex with this number, as far as the bank can."""
    gains: dict[Seat, Cards] = {}
    demand: Cards = {}
    for hex_, seat, resource, count in state.yields[number]:
        if hex_ != state.robber:
            cards = gains.setdefault(seat, {})
            cards[resource] = cards.get(resource, 0) + count
            demand[resource] = demand.get(resource, 0) + count
    if not demand:
        return None
    short = tuple(resource for resource in demand if demand[resource] > state.bank[resource])
    for resource in short:
        _ration(gains, resource, state.bank[resource])
    return ResourcesProduced(gains=gains, short=short)


def _ration(gains: dict[Seat, Cards], resource: Resource, left: int) -> None:
    """Base game, rule 1: nobody is paid, unless only one is entitled, who takes what is left."""
    entitled = [seat for seat, cards in gains.items() if resource in cards]
    for seat in entitled:
        del gains[seat][resource]
        if left and len(entitled) == 1:
            gains[seat][resource] = left
        elif not gains[seat]:
            del gains[seat]


def survey_yields(state: Game, numbers: Iterable[int]) -> None:
    """Work out anew what these numbers pay to whom, the robber and the bank left aside."""
    seats = [(seat, state.networks[seat]) for seat in state.playing]
    for number in numbers:
        state.yields[number] = [
            (hex_, seat, resource, count)
            for hex_, resource, nodes in state.board.producers[number]
            for seat, network in seats
            if (count := _count(network, nodes))
        ]


def numbers_at(board: Board, node: NodeId) -> set[int]:
    """The number tokens around a node."""
    tiles = [
        board.tiles[hex_] for hex_ in board.geometry.node_hexes[node] if hex_ < len(board.tiles)
    ]
    return {tile.number for tile in tiles if tile.number is not None}


def _count(network: Network, nodes: int) -> int:
    return (network.settlements & nodes).bit_count() + 2 * (network.cities & nodes).bit_count()


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
    for seat, cards in event.gains.items():
        move_cards(state.bank, state.hands[seat], cards)
