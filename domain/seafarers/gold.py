"""The gold river: every seat with a building at it takes cards of choice, in turn order."""

from collections.abc import Iterator, Mapping

from domain.cards import RESOURCES, Cards, move_cards, size
from domain.ids import NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.events import GoldClaimed, GoldPicked
from domain.seafarers.state import GOLD, Claim, Voyage
from domain.table.turns import next_seat

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves


class GoldOpen(RuleViolation):
    """Cards of choice are to be taken first; take yours, or wait for the seat that is to act."""

    code = "phase/gold_open"


def claims_on(state: Voyage, number: int) -> dict[Seat, int]:
    """What the gold rivers with this number owe, in turn order; not where the robber is."""
    rivers = [nodes for hex_, nodes in state.board.gold[number] if hex_ != state.robber]
    owed: dict[Seat, int] = {}
    for seat in in_turn_order(state) if rivers else ():
        network = state.networks[seat]
        count = sum(
            (network.settlements & nodes).bit_count() + 2 * (network.cities & nodes).bit_count()
            for nodes in rivers
        )
        if count:
            owed[seat] = count
    return owed


def in_turn_order(state: Voyage) -> list[Seat]:
    """Everybody in the game, clockwise from the seat whose turn it is."""
    seats, seat = [], state.turn_seat
    if state.chairs[seat].resigned:
        seat = next_seat(state, seat)
    for _ in state.playing:
        seats.append(seat)
        seat = next_seat(state, seat)
    return seats


def gold_at(state: Voyage, node: NodeId) -> int:
    """How many gold rivers meet at a node."""
    board = state.board
    hexes = board.geometry.node_hexes[node]
    return sum(hex_ < len(board.tiles) and board.tiles[hex_].terrain == "gold" for hex_ in hexes)


def claim(state: Voyage, owed: Mapping[Seat, int], *, early: bool = False) -> Iterator[Event]:
    """Cards of choice fall due; who has no choice is not asked."""
    if owed and size(state.bank):
        yield GoldClaimed(claims=dict(owed), early=early)
        yield from settle_claims(state)


def settle_claims(state: Voyage) -> Iterator[Event]:
    """Hand out what leaves no choice."""
    while state.phase == GOLD:
        only = _only_pick(state)
        if only is None:
            return
        yield GoldPicked(seat=state.claims[0].seat, cards=only)


def cards_due(state: Voyage) -> int:
    """How many cards the next claimant takes: what the seat may, or all that is left."""
    return min(state.claims[0].count, size(state.bank))


def _only_pick(state: Voyage) -> Cards | None:
    count, bank = cards_due(state), state.bank
    piles: Cards = {resource: bank[resource] for resource in RESOURCES if bank[resource]}
    if len(piles) == 1:
        return dict.fromkeys(piles, count)
    return piles if sum(piles.values()) == count else None


@evolves(GoldClaimed)
def gold_claimed(state: Voyage, event: GoldClaimed) -> None:
    state.claims += tuple(Claim(seat, count) for seat, count in event.claims.items())
    state.claims_made += 1
    state.harvest_due |= event.early
    if state.phase != GOLD:
        state.resumes = state.phase
        state.phase = GOLD


@evolves(GoldPicked)
def gold_picked(state: Voyage, event: GoldPicked) -> None:
    move_cards(state.bank, state.hands[event.seat], event.cards)
    state.claims_made += 1
    drop_claims(state, state.claims[1:] if size(state.bank) else ())


def drop_claims(state: Voyage, left: tuple[Claim, ...]) -> None:
    """These claims are left; when there are none the game goes on where it was."""
    state.claims = left
    if not left and state.phase == GOLD:
        state.phase = state.resumes
        state.harvest_due = False
