"""The one sea route of a seat: from its standing ship over its crossing to its fortress."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from domain.base import building
from domain.grid.geometry import Geometry, edges_in, mask_of
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.seafarers.maps.chart import edges_around, ends_of
from domain.seafarers.maps.layout import grid_of, layout_of, read_specials
from domain.seafarers.scenarios.pirate_islands.map import PirateIslands, PirateSeat
from domain.seafarers.scenarios.pirate_islands.state import piracy_of
from domain.seafarers.shipping.ships import pirate_edges
from domain.seafarers.state import Voyage

NUMBER: Final = 7


@dataclass(frozen=True, slots=True)
class Route:
    """Where the pieces of a colour stand at first, and where they may go."""

    settlement: NodeId
    ship: EdgeId
    crossing: NodeId
    fortress: NodeId
    lands: int
    """Nodes where its settlements may stand: the eastern island, and the own crossing."""
    steps: tuple[int, ...]
    """For every ship of the line, from the settlement on, the edges on which it may lie."""


@dataclass(frozen=True, slots=True)
class Waters:
    """The map in numbers: a route for every colour, and the ring of the fleet."""

    routes: dict[str, Route]
    edges: int
    """All edges on which some route may lie."""
    fleet_path: tuple[HexId, ...]
    fortress_markers: int


@lru_cache(maxsize=4)
def waters(players: int) -> Waters:
    """The map for so many players."""
    layout = layout_of(NUMBER, players)
    grid, specials = grid_of(layout), read_specials(layout, PirateIslands)
    home = 0
    for hex_ in layout.hexes:
        if hex_.area in layout.start.areas:
            home |= grid.hex_nodes[grid.hex_ids[hex_.place]]
    seats = [seat for seat in specials.seats if players in seat.players]
    ways = mask_of(grid.edge_by_hexes[edge] for seat in seats for edge in seat.route_edges)
    return Waters(
        {seat.color: _route(grid, seat, home) for seat in seats},
        ways,
        tuple(grid.hex_ids[place] for place in specials.fleet_path),
        specials.fortress_markers,
    )


def _route(grid: Geometry, seat: PirateSeat, home: int) -> Route:
    settlement, crossing = grid.node_by_hexes[seat.settlement], grid.node_by_hexes[seat.crossing]
    return Route(
        settlement,
        grid.edge_by_hexes[seat.ship],
        crossing,
        grid.node_by_hexes[seat.fortress],
        home | 1 << crossing,
        tuple(_steps(grid, settlement, mask_of(grid.edge_by_hexes[e] for e in seat.route_edges))),
    )


def _steps(grid: Geometry, start: NodeId, edges: int) -> Iterator[int]:
    """These edges by how far they are from a node."""
    reached = 1 << start
    while edges:
        step = edges_around(grid, reached) & edges
        yield step
        reached, edges = ends_of(grid, step), edges & ~step


def colours(players: int) -> tuple[str, ...]:
    """The colours that have a place on the map for so many players, as it lists them."""
    return tuple(waters(players).routes)


def route_of(state: Voyage, seat: Seat) -> Route:
    """The route of the colour that a seat plays."""
    return waters(len(state.chairs)).routes[state.chairs[seat].colour or ""]


def line_of(state: Voyage, seat: Seat) -> list[EdgeId]:
    """The ships of a seat, from its settlement on."""
    ships = state.fleets[seat].ships
    return [edge for step in route_of(state, seat).steps for edge in edges_in(step & ships)]


def is_complete(state: Voyage, seat: Seat) -> bool:
    """Whether a seat's line touches its fortress."""
    return len(line_of(state, seat)) == len(route_of(state, seat).steps)


def _end(state: Voyage, seat: Seat, line: list[EdgeId]) -> NodeId:
    """The node to which these ships lead."""
    node = route_of(state, seat).settlement
    for edge in line:
        a, b = state.board.geometry.edge_nodes[edge]
        node = b if node == a else a
    return node


def _onward(state: Voyage, seat: Seat, line: list[EdgeId]) -> int:
    """Where the next ship after these may lie: nearer to the fortress, past no foreign building,
    and not at the fleet."""
    steps = route_of(state, seat).steps
    node = _end(state, seat, line)
    foreign = state.buildings & ~state.networks[seat].buildings
    if len(line) == len(steps) or foreign >> node & 1:
        return 0
    ahead = steps[len(line)] & state.board.geometry.node_edges[node]
    return ahead & ~state.roads_taken & ~pirate_edges(state)


def next_edges(state: Voyage, seat: Seat) -> int:
    """A new ship goes on from the head of the line."""
    return _onward(state, seat, line_of(state, seat))


def head(state: Voyage, seat: Seat) -> int:
    """The last ship of the line may be moved, unless it leads to an own building."""
    line = line_of(state, seat)
    if state.networks[seat].buildings >> _end(state, seat, line) & 1:
        return 0
    return 1 << line[-1]


def other_edges(state: Voyage, seat: Seat, ship: EdgeId) -> int:
    """The head goes to another edge from the node before it."""
    return _onward(state, seat, line_of(state, seat)[:-1])


def lands(state: Voyage, seat: Seat) -> int:
    """Settlements stand on the eastern island and on the own crossing."""
    return route_of(state, seat).lands


def settlements_left(state: Voyage, seat: Seat) -> int:
    """A fortress that stands is a settlement of its colour (2.7, question 7.2)."""
    return building.settlements_left(state, seat) - (piracy_of(state).markers[seat] > 0)


def edges_of_routes(state: Voyage) -> int:
    """No road lies in the way of a sea route: routes may not block one another."""
    return waters(len(state.chairs)).edges
