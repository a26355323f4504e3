"""The pirate fleet: every roll moves it on, and it attacks whose building it comes to."""

from collections.abc import Iterator

from domain.base.state import NOWHERE
from domain.cards import Cards, move_cards, nth_card, size
from domain.chance.draws import Chance
from domain.ids import HexId, Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.gold import claim, in_turn_order
from domain.seafarers.scenarios.pirate_islands.events import (
    FleetBeaten,
    FleetHeldOff,
    FleetLeft,
    FleetPlundered,
    FleetSailed,
)
from domain.seafarers.scenarios.pirate_islands.route import waters
from domain.seafarers.scenarios.pirate_islands.state import piracy_of
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves


def sail(state: Voyage, chance: Chance) -> Iterator[Event]:
    """The fleet sails and fights. Then a seat that has beaten it takes a card, before the dice
    bring anything (2.7, question 7.10)."""
    if state.pirate == NOWHERE:
        return
    assert state.rolled is not None
    strength = min(state.rolled)
    yield FleetSailed(hex=_hex_ahead(state, strength), steps=strength)
    owed: dict[Seat, int] = {}
    for seat in _attacked(state):
        fight = _fight(state, seat, strength, chance)
        if isinstance(fight, FleetBeaten):
            owed[seat] = 1
        yield fight
    yield from claim(state, owed, early=True)


def _hex_ahead(state: Voyage, steps: int) -> HexId:
    path = waters(len(state.chairs)).fleet_path
    return path[(path.index(state.pirate) + steps) % len(path)]


def _attacked(state: Voyage) -> list[Seat]:
    """Everybody with a building at the fleet's hex, once each, in turn order."""
    around = state.board.geometry.hex_nodes[state.pirate]
    return [seat for seat in in_turn_order(state) if state.networks[seat].buildings & around]


def _fight(
    state: Voyage, seat: Seat, strength: int, chance: Chance
) -> FleetPlundered | FleetBeaten | FleetHeldOff:
    warships = piracy_of(state).warships[seat]
    if strength > warships:
        return _plunder(state, seat, strength, chance)
    if strength < warships:
        return FleetBeaten(seat=seat, strength=strength)
    return FleetHeldOff(seat=seat, strength=strength)


def _plunder(state: Voyage, seat: Seat, strength: int, chance: Chance) -> FleetPlundered:
    """A card and one more for each city, drawn one after the other, as far as there are any."""
    hand, draw = dict(state.hands[seat]), chance.index
    cards: Cards = {}
    for _ in range(min(1 + state.networks[seat].cities.bit_count(), size(hand))):
        card = nth_card(hand, chance.below(size(hand), "plunder"))
        hand[card] -= 1
        cards[card] = cards.get(card, 0) + 1
    return FleetPlundered(
        seat=seat, strength=strength, cards=cards, draw=draw, draws=chance.index - draw
    )


def depart(state: Voyage) -> Iterator[Event]:
    """The fleet leaves when every seat that still plays has taken its fortress."""
    markers = piracy_of(state).markers
    if state.pirate != NOWHERE and not any(markers[seat] for seat in state.playing):
        yield FleetLeft()


@evolves(FleetSailed)
def fleet_sailed(state: Voyage, event: FleetSailed) -> None:
    state.pirate = event.hex


@evolves(FleetPlundered)
def fleet_plundered(state: Voyage, event: FleetPlundered) -> None:
    move_cards(state.hands[event.seat], state.bank, event.cards)
    state.next_draw = event.draw + event.draws


@evolves(FleetBeaten, FleetHeldOff)
def fleet_fought(state: Voyage, event: FleetBeaten | FleetHeldOff) -> None:
    """What a victory brings follows."""


@evolves(FleetLeft)
def fleet_left(state: Voyage, event: FleetLeft) -> None:
    state.pirate = NOWHERE
