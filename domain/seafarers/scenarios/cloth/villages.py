"""Villages: contact with them, the cloth they give, and what it is worth."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.grid.geometry import hexes_in, mask_of
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers import dealing
from domain.seafarers.gold import in_turn_order
from domain.seafarers.maps.layout import grid_of
from domain.seafarers.scenarios.cloth.events import (
    ClothDelivered,
    VillageReached,
    VillagesStocked,
)
from domain.seafarers.scenarios.cloth.map import villages_of
from domain.seafarers.scenarios.cloth.state import Cloth, ClothVillage, cloth_of, find_cloth
from domain.seafarers.shipping import ships
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves


def deal(state: Voyage, chance: Chance) -> Iterator[Event]:
    """The map, and the cloth of the villages on it."""
    yield from dealing.deal(state, chance)
    villages, nodes = villages_of(state), grid_of(state.hooks.layout).node_by_hexes
    yield VillagesStocked(
        numbers={nodes[village.node]: village.number for village in villages.villages},
        cloth=villages.cloth_per_village,
        supply=villages.general_supply,
    )


@evolves(VillagesStocked)
def villages_stocked(state: Voyage, event: VillagesStocked) -> None:
    villages = [ClothVillage(node, number, event.cloth) for node, number in event.numbers.items()]
    state.scenario_state = Cloth(villages, event.supply, [0] * len(state.chairs))


def contacts(state: Voyage, seat: Seat) -> int:
    """The villages that a seat's ships touch."""
    villages = mask_of(village.node for village in cloth_of(state).villages)
    return state.fleets[seat].reached & villages


def has_contact(state: Voyage, seat: Seat) -> bool:
    return bool(contacts(state, seat))


def route_ends(state: Voyage, seat: Seat) -> int:
    """A village closes a route like an own building, also when it has no cloth left."""
    return ships.own_buildings(state, seat) | contacts(state, seat)


def lands(state: Voyage, seat: Seat) -> int:
    """Nobody settles on the islands of the villages."""
    nodes = state.board.nodes
    for area in villages_of(state).no_settlements_in:
        for hex_ in hexes_in(state.areas[area]):
            nodes &= ~state.board.geometry.hex_nodes[hex_]
    return nodes


def make_contact(state: Voyage, seat: Seat, edge: EdgeId, chance: Chance) -> Iterator[Event]:
    """A ship that is the first of its colour at a village brings a bale, if there is one left."""
    grid, own = state.board.geometry, state.fleets[seat].ships
    for village in cloth_of(state).villages:
        if (
            village.node in grid.edge_nodes[edge]
            and own & grid.node_edges[village.node] == 1 << edge
        ):
            yield VillageReached(seat=seat, node=village.node, cloth=min(1, village.cloth))


@evolves(VillageReached)
def village_reached(state: Voyage, event: VillageReached) -> None:
    cloth = cloth_of(state)
    village_at(cloth, event.node).cloth -= event.cloth
    cloth.seats[event.seat] += event.cloth
    state.unsettled = True


def deliver(state: Voyage, number: int) -> Iterator[Event]:
    """Who is in contact gets a bale when the village's number is rolled, if it has any cloth.

    What it lacks comes from the general supply; if that is too short as well, turn order decides.
    """
    cloth = cloth_of(state)
    for village in cloth.villages:
        if village.number != number or not village.cloth:
            continue
        fleets = state.fleets
        seats = [seat for seat in in_turn_order(state) if fleets[seat].reached >> village.node & 1]
        seats = seats[: village.cloth + cloth.supply]
        if seats:
            lacking = max(0, len(seats) - village.cloth)
            yield ClothDelivered(node=village.node, seats=tuple(seats), from_supply=lacking)


@evolves(ClothDelivered)
def cloth_delivered(state: Voyage, event: ClothDelivered) -> None:
    cloth = cloth_of(state)
    village_at(cloth, event.node).cloth -= len(event.seats) - event.from_supply
    cloth.supply -= event.from_supply
    for seat in event.seats:
        cloth.seats[seat] += 1
    state.unsettled = True


def village_at(cloth: Cloth, node: NodeId) -> ClothVillage:
    return next(village for village in cloth.villages if village.node == node)


def bales(state: Voyage, seat: Seat) -> int:
    """How much cloth a seat has; none before the villages are stocked."""
    cloth = find_cloth(state)
    return 0 if cloth is None else cloth.seats[seat]


def points(state: Voyage, seat: Seat) -> dict[str, int]:
    """So many bales are a point; half points are none."""
    return {"cloth": bales(state, seat) // villages_of(state).cloth_per_point}
