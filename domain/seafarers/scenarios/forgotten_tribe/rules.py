"""Gifts: the first ship on their edge takes them, and a harbour goes to a coast of its owner."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.base.development import nth_kind, take_card, whole_deck
from domain.base.events import Harbour, HarbourKind
from domain.base.harbours import WITHOUT_HARBOUR, rates
from domain.base.maritime import usual_rates
from domain.base.state import MAIN, ROLL
from domain.base.turn import require
from domain.cards import Resource, size
from domain.chance.draws import Chance, shuffled
from domain.grid.geometry import edges_in, mask_of
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.ruleset import Action
from domain.seafarers import dealing
from domain.seafarers.commands import PlaceHarbour
from domain.seafarers.harbours import (
    NoHarbourDue,
    add_to_board,
    free_coasts,
    harbour_edges,
    require_free_coast,
)
from domain.seafarers.maps.areas import nodes_around
from domain.seafarers.maps.chart import edges_around
from domain.seafarers.maps.charting import at_slots
from domain.seafarers.maps.layout import SeaLayout
from domain.seafarers.scenarios.forgotten_tribe.events import (
    GiftCardTaken,
    GiftHarbourTaken,
    GiftPointTaken,
    GiftsDealt,
    HarbourDue,
    HarbourPlaced,
)
from domain.seafarers.scenarios.forgotten_tribe.map import tribe_of
from domain.seafarers.scenarios.forgotten_tribe.state import Gifts, find_gifts, gifts_of
from domain.seafarers.state import Voyage
from domain.short_forms import the_only

PLACE_HARBOUR: Final = "place_harbour"
"""A phase: the seat whose turn it is has to lay a harbour."""

rulebook = Rulebook[Voyage]()
completes = rulebook.completes
evolves = rulebook.evolves


class HarbourOpen(RuleViolation):
    """A harbour that was given to you has to be placed first; choose an own coast for it."""

    code = "phase/harbour_open"


class NoBuildingThere(RuleViolation):
    """A harbour needs an own building at one end of its edge; choose a coast that has one."""

    code = "harbour/no_own_building"


class HarbourNotHeld(RuleViolation):
    """You have no such harbour in your hand; name one of `details.harbours`."""

    code = "harbour/not_in_hand"


class HarbourNeeded(RuleViolation):
    """You have several harbours in your hand; name one of `details.harbours`."""

    code = "harbour/choose_one"


def deal(state: Voyage, chance: Chance) -> Iterator[Event]:
    """The map, and the harbours among the gifts."""
    yield from dealing.deal(state, chance)
    draw = chance.index
    harbours = deal_gifts(state.hooks.layout, chance)
    yield GiftsDealt(harbours=harbours, draw=draw, draws=chance.index - draw)


def deal_gifts(layout: SeaLayout, chance: Chance) -> tuple[Harbour, ...]:
    """The harbours that wait on foreign coasts to be taken, dealt to their edges."""
    return at_slots(layout, shuffled(layout.ports.kinds, chance, "gifts"))


def lands(state: Voyage, seat: Seat) -> int:
    """Nobody settles on the islands of the tribe."""
    closed = 0
    for area in tribe_of(state).no_settlements_in:
        closed |= state.areas[area]
    return state.board.nodes & ~nodes_around(state.board.geometry, closed)


def for_sale(state: Voyage) -> int:
    """Cards that are to be given away cannot be bought; nobody knows which these are."""
    gifts = find_gifts(state)
    return whole_deck(state) - (0 if gifts is None else gifts.cards.bit_count())


def take_gift(state: Voyage, seat: Seat, edge: EdgeId, chance: Chance) -> Iterator[Event]:
    """The first ship on an edge with a gift takes it, wherever the ship comes from."""
    gifts = find_gifts(state)
    if gifts is None or not state.fleets[seat].ships >> edge & 1:
        return
    if gifts.points >> edge & 1:
        yield GiftPointTaken(seat=seat, edge=edge)
    elif gifts.cards >> edge & 1:
        draw = chance.index
        kind = nth_kind(state.deck, chance.below(size(state.deck), "card"))
        yield GiftCardTaken(seat=seat, edge=edge, kind=kind, draw=draw)
    elif edge in gifts.harbours:
        yield GiftHarbourTaken(seat=seat, edge=edge, harbour=gifts.harbours[edge])
        yield from demand_place(state, seat)


def reach_coast(state: Voyage, seat: Seat, node: NodeId, chance: Chance) -> Iterator[Event]:
    """A new settlement may be the place that harbours in the hand have waited for."""
    return demand_place(state, seat)


def demand_place(state: Voyage, seat: Seat) -> Iterator[Event]:
    """A harbour in the hand has to be placed as soon as there is a place for it."""
    gifts = find_gifts(state)
    if gifts is not None and gifts.hands[seat] and own_coasts(state, seat):
        yield HarbourDue(seat=seat)


def own_coasts(state: Voyage, seat: Seat) -> int:
    """Where a seat may place a harbour."""
    board = state.board
    beside = edges_around(board.geometry, state.networks[seat].buildings)
    return beside & free_coasts(board, harbour_edges(board))


def place_harbour(state: Voyage, command: PlaceHarbour, chance: Chance) -> Iterator[Event]:
    seat, edge = command.seat, command.edge
    if seat == state.turn_seat and state.phase in (ROLL, MAIN):
        raise NoHarbourDue("you have no harbour to place now")
    require(state, seat, PLACE_HARBOUR)
    harbour = _chosen(gifts_of(state).hands[seat], command.harbour)
    require_free_coast(state.board, harbour_edges(state.board), edge)
    if not own_coasts(state, seat) >> edge & 1:
        raise NoBuildingThere("you have no building at this edge", edge=edge)
    yield HarbourPlaced(seat=seat, edge=edge, harbour=harbour)
    yield from demand_place(state, seat)


@completes(PlaceHarbour)
def name_harbour(state: Voyage, command: PlaceHarbour) -> PlaceHarbour:
    """The harbour need not be named if all in the hand are of one kind."""
    if state.phase != PLACE_HARBOUR or command.seat != state.turn_seat:
        return command
    kinds = _kinds(gifts_of(state).hands[command.seat])
    return replace(command, harbour=the_only(kinds, command.harbour))


def _chosen(held: tuple[HarbourKind, ...], wish: HarbourKind | None) -> HarbourKind:
    harbour = the_only(_kinds(held), wish)
    if harbour is None:
        raise HarbourNeeded("say which of your harbours you place", harbours=held)
    if harbour not in held:
        raise HarbourNotHeld("you have no such harbour in your hand", harbours=held)
    return harbour


def _kinds(held: tuple[HarbourKind, ...]) -> list[HarbourKind]:
    """The harbours in a hand, every kind once."""
    return list(dict.fromkeys(held))


def moves(state: Voyage, seat: Seat) -> list[Action]:
    """Every place for every kind of harbour in the hand."""
    if state.phase != PLACE_HARBOUR:
        return []
    edges = edges_in(own_coasts(state, seat))
    kinds = _kinds(gifts_of(state).hands[seat])
    return [PlaceHarbour(seat, edge, kind) for kind in kinds for edge in edges]


def rates_now(state: Voyage, seat: Seat, resource: Resource) -> tuple[int, ...]:
    """A harbour that was placed this turn serves until its end, even if trade is over."""
    usual, gifts = usual_rates(state, seat, resource), find_gifts(state)
    if usual or gifts is None or gifts.fresh_turn != state.turn:
        return usual
    return tuple(rate for rate in rates(gifts.fresh, resource) if rate < WITHOUT_HARBOUR)


@evolves(GiftsDealt)
def gifts_dealt(state: Voyage, event: GiftsDealt) -> None:
    tribe, edges = tribe_of(state), state.board.geometry.edge_by_hexes
    state.next_draw = event.draw + event.draws
    state.scenario_state = Gifts(
        points=mask_of(edges[coast.edge] for coast in tribe.points),
        cards=mask_of(edges[coast.edge] for coast in tribe.cards),
        harbours={harbour.edge: harbour.kind for harbour in event.harbours},
        hands=[() for _ in state.chairs],
    )


@evolves(GiftPointTaken)
def gift_point_taken(state: Voyage, event: GiftPointTaken) -> None:
    gifts_of(state).points &= ~(1 << event.edge)
    state.markers[event.seat] += 1
    state.unsettled = True


@evolves(GiftCardTaken)
def gift_card_taken(state: Voyage, event: GiftCardTaken) -> None:
    gifts_of(state).cards &= ~(1 << event.edge)
    state.next_draw = event.draw + 1
    take_card(state, event.seat, event.kind)


@evolves(GiftHarbourTaken)
def gift_harbour_taken(state: Voyage, event: GiftHarbourTaken) -> None:
    gifts = gifts_of(state)
    del gifts.harbours[event.edge]
    gifts.hands[event.seat] += (event.harbour,)


@evolves(HarbourDue)
def harbour_due(state: Voyage, event: HarbourDue) -> None:
    state.resumes = state.phase
    state.phase = PLACE_HARBOUR


@evolves(HarbourPlaced)
def harbour_placed(state: Voyage, event: HarbourPlaced) -> None:
    gifts, harbour = gifts_of(state), event.harbour
    held = list(gifts.hands[event.seat])
    held.remove(harbour)
    gifts.hands[event.seat] = tuple(held)
    gifts.fresh = (*(gifts.fresh if gifts.fresh_turn == state.turn else ()), harbour)
    gifts.fresh_turn = state.turn
    add_to_board(state, Harbour(event.edge, harbour))
    state.phase = state.resumes
