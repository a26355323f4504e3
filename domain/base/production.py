"""What the land yields: by the dice, and for a founding settlement."""

from collections.abc import Iterator

from domain.base.board import Board
from domain.base.events import ResourcesProduced
from domain.base.state import Game
from domain.cards import Cards, Resource, move_cards
from domain.ids import NodeId, Seat
from domain.messages import Event
from domain.rulebook import Rulebook

rulebook = Rulebook()
evolves = rulebook.evolves


def produce(state: Game, number: int) -> Iterator[Event]:
    """Pay everybody at a hex with this number, as far as the bank can."""
    gains: dict[Seat, Cards] = {}
    short: list[Resource] = []
    for resource, claims in _claims(state, number).items():
        left = state.bank[resource]
        if sum(claims.values()) > left:
            # Base game, rule 1: nobody is paid, unless only one is entitled.
            short.append(resource)
            claims = dict.fromkeys(claims, left) if left and len(claims) == 1 else {}
        for seat, count in claims.items():
            gains.setdefault(seat, {})[resource] = count
    if gains or short:
        yield ResourcesProduced(gains=gains, short=tuple(short))


def _claims(state: Game, number: int) -> dict[Resource, dict[Seat, int]]:
    claims: dict[Resource, dict[Seat, int]] = {}
    for hex_, resource, nodes in state.board.producers[number]:
        if hex_ == state.robber:
            continue
        for i, network in enumerate(state.networks):
            count = (network.settlements & nodes).bit_count()
            count += 2 * (network.cities & nodes).bit_count()
            if count and not state.chairs[i].resigned:
                by_seat = claims.setdefault(resource, {})
                by_seat[Seat(i)] = by_seat.get(Seat(i), 0) + count
    return claims


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
