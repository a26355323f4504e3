"""Lands: where a seat has settled first, and what a land that is new to it is worth."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.grid.geometry import mask_of
from domain.ids import NodeId, Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.events import MarkersTaken
from domain.seafarers.maps.areas import bonus_areas
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves


def areas_at(state: Voyage, node: NodeId) -> list[str]:
    """The lands that meet at a node."""
    hexes = mask_of(state.board.geometry.node_hexes[node])
    return [area for area, land in state.areas.items() if land & hexes]


def paying_areas(state: Voyage) -> tuple[str, ...]:
    """The lands that bring special points."""
    return bonus_areas(state.hooks.layout, state.areas)


def bonuses(state: Voyage, seat: Seat, areas: tuple[str, ...]) -> dict[str, int]:
    """By land, of those that pay: the special points that a settlement would bring a seat now."""
    bonus, settled = state.hooks.layout.bonus, state.settled[seat]
    return {area: bonus.vp for area in areas if bonus.every or area not in settled}


def first_settlements_pay(
    state: Voyage, seat: Seat, node: NodeId, chance: Chance
) -> Iterator[Event]:
    """Special points for a settlement on each land that is new to the seat, if the map has any."""
    paying = bonuses(state, seat, paying_areas(state))
    for area in areas_at(state, node):
        if area in paying:
            yield MarkersTaken(seat=seat, area=area, count=paying[area])


@evolves(MarkersTaken)
def markers_taken(state: Voyage, event: MarkersTaken) -> None:
    state.markers[event.seat] += event.count
    state.unsettled = True
    if event.area not in state.settled[event.seat]:
        state.settled[event.seat] += (event.area,)
