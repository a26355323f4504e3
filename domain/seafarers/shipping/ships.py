"""Ships: where they may lie, what they cost, and which of them may be moved."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from domain.base.building import (
    count_way,
    require_cards,
    road_edges,
)
from domain.base.development import FREE_ROADS_OF_A_CARD
from domain.base.state import MAIN, NOWHERE, ROADS_EACH
from domain.base.turn import require
from domain.cards import Cards
from domain.chance.draws import Chance
from domain.grid.geometry import Geometry, Graph
from domain.grid.trails import longer_trail, longest_trail
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.commands import BuildShip, MoveShip
from domain.seafarers.events import ShipBuilt, ShipMoved
from domain.seafarers.maps.chart import ends_of
from domain.seafarers.shipping import routes
from domain.seafarers.shipping.movable import movable_ships
from domain.seafarers.state import SHIPS_EACH, Voyage

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves

SHIP_COST: Final[Cards] = {"lumber": 1, "wool": 1}


class NotAtSea(RuleViolation):
    """No ship can lie here; choose an edge of a sea hex."""

    code = "ship/not_at_sea"


class WayTaken(RuleViolation):
    """A ship or a road lies here already; choose a free edge."""

    code = "ship/edge_taken"


class PirateNear(RuleViolation):
    """The pirate keeps ships from the edges of its hex; go elsewhere, or move the pirate."""

    code = "ship/pirate_near"


class ShipNotConnected(RuleViolation):
    """A ship has to touch an own ship or building, and not past a foreign building."""

    code = "ship/not_connected"


class ShipNotHere(RuleViolation):
    """Your ships lead here, but may not lie here in this scenario; choose another edge."""

    code = "ship/not_here"


class NoShipLeft(RuleViolation):
    """All your ships are on the board; move one, or build something else."""

    code = "ship/none_left"


class NoOwnShip(RuleViolation):
    """You have no ship on this edge; choose one of yours."""

    code = "ship/no_own_ship"


class ShipMovedAlready(RuleViolation):
    """One ship may be moved a turn, and you have moved one; wait a turn."""

    code = "ship/one_move_a_turn"


class ShipFresh(RuleViolation):
    """A ship that was placed this turn stays where it is; wait a turn."""

    code = "ship/placed_this_turn"


class ShipNotMovable(RuleViolation):
    """Only the last ship of an open route may be moved; choose such a one."""

    code = "ship/not_movable"


def pirate_edges(state: Voyage) -> int:
    """Edges that the pirate keeps ships from."""
    return 0 if state.pirate == NOWHERE else state.board.geometry.hex_edges[state.pirate]


def open_waters(state: Voyage, seat: Seat) -> int:
    """Wherever a ship touches an own ship or building, if there is one left to place."""
    fleet = state.fleets[seat]
    if fleet.ships.bit_count() >= SHIPS_EACH:
        return 0
    return fleet.open_edges & ~state.roads_taken & ~pirate_edges(state)


def heads(state: Voyage, seat: Seat) -> int:
    """The last ships of open routes."""
    ends = state.hooks.route_ends(state, seat)
    return movable_ships(state.board.geometry, state.fleets[seat].ships, ends)


def ready_ships(state: Voyage, seat: Seat) -> int:
    """The ships that a seat may move now."""
    if state.ship_moved or not state.fleets[seat].ships & ~state.ships_placed:
        return 0
    return state.hooks.movable_ships(state, seat) & ~state.ships_placed & ~pirate_edges(state)


def other_waters(state: Voyage, seat: Seat, ship: EdgeId) -> int:
    """Where a new ship could lie if this one were lifted, but not where it was."""
    return _open_without(state, seat, ship) & ~state.roads_taken & ~pirate_edges(state)


def _open_without(state: Voyage, seat: Seat, ship: EdgeId) -> int:
    """The edges to which a seat's pieces lead on if this ship is not there."""
    fleet, own = state.fleets[seat], state.networks[seat].buildings
    foreign = state.buildings & ~own
    return _led_on(state.board.geometry, fleet.ships, fleet.open_edges, own, foreign, ship)


@lru_cache(maxsize=1 << 12)
def _led_on(
    grid: Geometry, ships: int, open_edges: int, own: int, foreign: int, ship: EdgeId
) -> int:
    """The open edges that are still so without a ship. Kept, as a turn asks for it repeatedly."""
    left, node_edges = ships & ~(1 << ship), grid.node_edges
    for end in grid.edge_nodes[ship]:
        if own >> end & 1 or (node_edges[end] & left and not foreign >> end & 1):
            continue
        for way, onward in grid.node_ways[end]:
            linked = node_edges[onward] & left and not foreign >> onward & 1
            if open_edges & way and not linked and not own >> onward & 1:
                open_edges &= ~way
    return open_edges


def own_buildings(state: Voyage, seat: Seat) -> int:
    return state.networks[seat].buildings


def free_ways(state: Voyage, seat: Seat) -> int:
    """Roads and ships alike may be laid with a road building card."""
    if not road_edges(state, seat) and not state.hooks.ship_edges(state, seat):
        return 0
    roads = ROADS_EACH - state.networks[seat].roads.bit_count()
    ships = SHIPS_EACH - state.fleets[seat].ships.bit_count()
    return min(FREE_ROADS_OF_A_CARD, roads + ships)


@decides(BuildShip)
def build_ship(state: Voyage, command: BuildShip, chance: Chance) -> Iterator[Event]:
    seat, edge = command.seat, command.edge
    require(state, seat, MAIN)
    require_ship_edge(state, seat, edge)
    require_cards(state, seat, SHIP_COST, "a ship costs lumber and wool")
    yield ShipBuilt(seat=seat, edge=edge)
    yield from state.hooks.on_way_placed(state, seat, edge, chance)


def require_ship_edge(state: Voyage, seat: Seat, edge: EdgeId) -> None:
    if state.hooks.ship_edges(state, seat) & _bit(state, edge):
        return
    require_free_water(state, edge)
    if state.fleets[seat].ships.bit_count() >= SHIPS_EACH:
        raise NoShipLeft(f"all {SHIPS_EACH} ships of this colour are on the board")
    if open_waters(state, seat) >> edge & 1:
        raise ShipNotHere("your ships may not lie there in this scenario", edge=edge)
    raise ShipNotConnected(
        "a ship has to go on from an own ship or building, and not past a foreign one", edge=edge
    )


def _bit(state: Voyage, edge: EdgeId) -> int:
    """An edge as a set; empty if no ship can ever lie there."""
    return 1 << edge if edge >= 0 and state.board.sea_edges >> edge & 1 else 0


def require_free_water(state: Voyage, edge: EdgeId) -> None:
    """Refuse an edge where nobody could place a ship now."""
    if not _bit(state, edge):
        raise NotAtSea("there is no edge of this number at sea", edge=edge)
    if state.roads_taken >> edge & 1:
        raise WayTaken("a ship or a road lies there already", edge=edge)
    if pirate_edges(state) >> edge & 1:
        raise PirateNear("the pirate keeps ships away from there", edge=edge)


@decides(MoveShip)
def move_ship(state: Voyage, command: MoveShip, chance: Chance) -> Iterator[Event]:
    seat, ship, edge = command.seat, command.ship, command.edge
    require(state, seat, MAIN)
    require_ready_ship(state, seat, ship)
    if not state.hooks.ship_targets(state, seat, ship) & _bit(state, edge):
        require_free_water(state, edge)
        if other_waters(state, seat, ship) >> edge & 1:
            raise ShipNotHere("your ships may not lie there in this scenario", edge=edge)
        raise ShipNotConnected(
            "without this ship no own ship or building leads there", ship=ship, edge=edge
        )
    yield ShipMoved(seat=seat, ship=ship, edge=edge)
    yield from state.hooks.on_way_placed(state, seat, edge, chance)


def require_ready_ship(state: Voyage, seat: Seat, ship: EdgeId) -> None:
    own = _bit(state, ship) & state.fleets[seat].ships
    if own & ready_ships(state, seat):
        return
    if not own:
        raise NoOwnShip("you have no ship there", ship=ship)
    if state.ship_moved:
        raise ShipMovedAlready("one ship may be moved a turn, and you have moved one")
    if own & state.ships_placed:
        raise ShipFresh("this ship was placed this turn", ship=ship)
    if own & pirate_edges(state):
        raise PirateNear("the pirate holds this ship where it is", edge=ship)
    raise ShipNotMovable("only the last ship of an open route may be moved", ship=ship)


@evolves(ShipBuilt)
def ship_built(state: Voyage, event: ShipBuilt) -> None:
    lay_ship(state, event.seat, event.edge)
    count_way(state, event.seat, SHIP_COST, free=event.free)


@evolves(ShipMoved)
def ship_moved(state: Voyage, event: ShipMoved) -> None:
    """The route is measured once, after the landing."""
    state.ship_moved = True
    _take_up(state, event.seat, event.ship)
    _put_down(state, event.seat, event.edge)
    measure(state, event.seat)


def lay_ship(state: Voyage, seat: Seat, edge: EdgeId) -> None:
    """A ship comes to lie on the board, paid for or free."""
    _put_down(state, seat, edge)
    if not state.networks[seat].retired:
        state.road_lengths[seat] = state.hooks.road_length(state, seat, edge)


def _put_down(state: Voyage, seat: Seat, edge: EdgeId) -> None:
    fleet, grid = state.fleets[seat], state.board.geometry
    a, b = grid.edge_nodes[edge]
    fleet.ships |= 1 << edge
    fleet.reached |= 1 << a | 1 << b
    foreign = state.buildings & ~state.networks[seat].buildings
    fleet.open_edges |= state.board.sea_edges_at((1 << a | 1 << b) & ~foreign)
    state.roads_taken |= 1 << edge
    state.ships_placed |= 1 << edge
    state.unsettled = True


def lift_ship(state: Voyage, seat: Seat, edge: EdgeId) -> None:
    """A ship leaves the board."""
    _take_up(state, seat, edge)
    state.unsettled = True
    measure(state, seat)


def _take_up(state: Voyage, seat: Seat, edge: EdgeId) -> None:
    """A ship lies there no more; how long the route is now is not asked yet."""
    fleet, grid = state.fleets[seat], state.board.geometry
    fleet.open_edges = _open_without(state, seat, edge)
    fleet.ships &= ~(1 << edge)
    state.roads_taken &= ~(1 << edge)
    for end in grid.edge_nodes[edge]:
        if not grid.node_edges[end] & fleet.ships:
            fleet.reached &= ~(1 << end)


def measure(state: Voyage, seat: Seat) -> None:
    """Work out anew how long a seat's longest trade route is."""
    if not state.networks[seat].retired:
        state.road_lengths[seat] = state.hooks.road_length(state, seat, None)


def survey_fleet(state: Voyage, seat: Seat) -> None:
    """Work out anew where a seat may sail on, and how long its longest trade route is."""
    fleet = state.fleets[seat]
    fleet.reached = ends_of(state.board.geometry, fleet.ships)
    fleet.open_edges = links(state, seat, fleet.reached)
    measure(state, seat)


def links(state: Voyage, seat: Seat, reached: int) -> int:
    """The edges to which a seat's ships at these nodes, or its buildings, lead on."""
    own = state.networks[seat].buildings
    return state.board.sea_edges_at(reached & ~state.buildings | own)


def survey_fleets_around(state: Voyage, builder: Seat, node: NodeId) -> None:
    """A building went up: it joins its owner's ships and roads there, and may cut others."""
    for i, fleet in enumerate(state.fleets):
        if fleet.reached >> node & 1:
            survey_fleet(state, Seat(i))
        elif i == builder:
            fleet.open_edges |= state.board.sea_edges_at(1 << node)


def route_length(state: Voyage, seat: Seat, new: EdgeId | None) -> int:
    """Roads and ships count together where an own building joins them."""
    network, fleet = state.networks[seat], state.fleets[seat]
    own, roads, ships = network.buildings, network.roads, fleet.ships
    foreign = state.buildings & ~own
    graph: Graph = state.board.geometry
    if network.reached & fleet.reached & ~state.buildings:
        graph = routes.parted(state.board.geometry, roads, ships, state.buildings)
    if new is None:
        return longest_trail(graph, roads | ships, foreign)
    return longer_trail(graph, roads | ships, foreign, new, state.road_lengths[seat])
