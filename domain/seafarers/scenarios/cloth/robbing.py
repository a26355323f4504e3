"""The pirate takes cards or cloth."""

from collections.abc import Iterator

from domain.cards import size
from domain.chance.draws import Chance
from domain.dealings import Taking
from domain.ids import Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.commands import Loot
from domain.seafarers.pirate import random_card
from domain.seafarers.scenarios.cloth.events import ClothStolen
from domain.seafarers.scenarios.cloth.state import cloth_of
from domain.seafarers.scenarios.cloth.villages import bales
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves


def plunderable(state: Voyage, seat: Seat) -> list[Seat]:
    """Everybody else who has anything to take; the friendly pirate stays away from weak ships."""
    return [other for other in state.playing if other != seat and spoils(state, other)]


def spoils(state: Voyage, victim: Seat) -> tuple[Loot, ...]:
    """A card or a bale, as far as the victim has them; everybody can count both."""
    kinds: tuple[Loot, ...] = ("card",) if size(state.hands[victim]) else ()
    return (*kinds, "cloth") if bales(state, victim) else kinds


def loot(state: Voyage, thief: Seat, victim: Seat, chosen: Loot | None, chance: Chance) -> Event:
    if chosen == "cloth":
        return ClothStolen(thief=thief, victim=victim)
    return random_card(state, thief, victim, chosen, chance)


def taking(event: ClothStolen) -> Iterator[Taking]:
    yield Taking(event.thief, event.victim, "cloth", 1)


@evolves(ClothStolen)
def cloth_stolen(state: Voyage, event: ClothStolen) -> None:
    seats = cloth_of(state).seats
    seats[event.victim] -= 1
    seats[event.thief] += 1
    state.unsettled = True
