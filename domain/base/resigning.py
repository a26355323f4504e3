"""Leaving a game that has started: the cards go, the pieces stay, the others play on."""

from collections.abc import Iterator

from domain.base.events import CardsReturned
from domain.base.founding import first_turn
from domain.base.production import survey_payouts
from domain.base.robber import finish_discards
from domain.base.state import DISCARD, FOUNDING, Game, no_cards
from domain.base.turn import next_turn
from domain.cards import RESOURCES, Cards, move_cards
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.table.closing import Resign, SeatResigned, seat_resigned
from domain.table.state import require_seat_in_play

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves


@decides(Resign)
def resign(state: Game, command: Resign, chance: Chance) -> Iterator[Event]:
    seat = command.seat
    on_turn = seat == state.turn_seat
    yield from leave(state, seat)
    if len(state.playing) == 1:
        return
    if state.phase == FOUNDING:
        if state.founded == len(state.founding_order):
            yield first_turn(state)
    elif state.phase == DISCARD:
        yield from finish_discards(state)
    elif on_turn:
        yield next_turn(state)


def leave(state: Game, seat: Seat) -> Iterator[Event]:
    """The cards go back to the bank, and the seat is out of the game."""
    require_seat_in_play(state, seat)
    hand = state.hands[seat]
    cards: Cards = {resource: hand[resource] for resource in RESOURCES if hand[resource]}
    if cards:
        yield CardsReturned(seat=seat, cards=cards)
    yield SeatResigned(seat=seat)


@evolves(CardsReturned)
def cards_returned(state: Game, event: CardsReturned) -> None:
    move_cards(state.hands[event.seat], state.bank, event.cards)


@evolves(SeatResigned)
def seat_resigned_with_cards(state: Game, event: SeatResigned) -> None:
    seat_resigned(state, event)
    seat = event.seat
    state.unsettled = True
    for kind, count in state.cards[seat].items():
        state.spent[kind] += count
    state.spent["knight"] += state.knights[seat]
    state.cards[seat] = no_cards()
    state.cards_held[seat] = 0
    state.knights[seat] = 0
    state.networks[seat].retired = True
    state.road_lengths[seat] = 0
    state.discards_due.pop(seat, None)
    state.discards_chosen.pop(seat, None)
    if state.offer is not None:
        state.offer.to = tuple(other for other in state.offer.to if other != seat)
        state.offer.answers.pop(seat, None)
    if state.phase == FOUNDING:
        leave_founding(state)
    survey_payouts(state, range(len(state.payouts)))


def leave_founding(state: Game) -> None:
    """A seat that has left places no more, not even the road of its last settlement."""
    done = state.founding_order[: state.founded]
    to_come = state.founding_order[state.founded :]
    left = tuple(other for other in to_come if not state.chairs[other].resigned)
    if left[:1] != to_come[:1]:
        state.founding_node = None
    state.founding_order = done + left
    if left:
        state.turn_seat = left[0]
