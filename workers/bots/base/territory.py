"""Where a seat can build next from its pieces on the board. Computed again when pieces change."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from domain.base.state import CITIES_EACH, ROADS_EACH, SETTLEMENTS_EACH
from domain.grid.geometry import edges_in, mask_of, nodes_in
from domain.grid.trails import longest_trail
from domain.ids import EdgeId, NodeId
from workers.bots.base.holdings import Holdings, growths, holdings, worth
from workers.bots.base.island import Island

Pieces: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""A seat's roads, settlements and cities."""
Ways: TypeAlias = dict[NodeId, tuple[EdgeId, ...]]
"""Nodes, each with the roads that are missing to it."""

FURTHEST: Final = 2
"""How many roads away the planner looks for a place for a settlement."""
KEPT: Final = 2
"""How many places at the same distance the planner considers."""


class Site(Struct, frozen=True, gc=False):
    """A place for a building, its value, and the roads that are missing to it."""

    growth: float
    node: NodeId
    roads: tuple[EdgeId, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Territory:
    """The pieces of a seat, and where it can build next."""

    island: Island
    holdings: Holdings
    sites: tuple[Site, ...]
    """The best places for a settlement, the nearest first."""
    city: Site | None
    """The settlement that gains most as a city."""
    roads: int
    open_edges: int
    """The edges on which the next road may be built."""
    foreign: int
    """The nodes with a building of another owner."""

    def extension(self, length: int) -> EdgeId | None:
        """Return a road that makes a longest road of this length longer, if there is one."""
        return _extension(self.island, self.roads, self.open_edges, self.foreign, length)


def territory(island: Island, pieces: Sequence[Pieces], seat: int) -> Territory:
    """Compute a seat's territory from the pieces of all owners.

    Pieces that are too far away to matter to the seat do not lead to a new computation.
    """
    taken, buildings, closed = occupied(island, tuple(pieces))
    nodes, edges = _surroundings(island, pieces[seat])
    return _territory(island, pieces[seat], taken & edges, buildings & nodes, closed & nodes)


@lru_cache(maxsize=1 << 10)
def occupied(island: Island, pieces: tuple[Pieces, ...]) -> tuple[int, int, int]:
    """Edges with a road, nodes with a building, and nodes that are closed by one."""
    taken = buildings = closed = 0
    for roads, settlements, cities in pieces:
        taken |= mask_of(roads)
        for node in (*settlements, *cities):
            buildings |= 1 << node
            closed |= 1 << node | island.grid.node_neighbours[node]
    return taken, buildings, closed


@lru_cache(maxsize=1 << 12)
def _surroundings(island: Island, own: Pieces) -> tuple[int, int]:
    """Return the nodes and edges that matter to a seat: its own, and those it could reach."""
    grid = island.grid
    nodes, edges = reached_by(island, own[0]) | mask_of(own[1]) | mask_of(own[2]), 0
    for _ in range(FURTHEST):
        for node in nodes_in(nodes):
            edges |= grid.node_edges[node]
            nodes |= grid.node_neighbours[node]
    return nodes, edges


def reached_by(island: Island, roads: Iterable[int]) -> int:
    found = 0
    for edge in roads:
        a, b = island.grid.edge_nodes[edge]
        found |= 1 << a | 1 << b
    return found


@lru_cache(maxsize=1 << 12)
def _territory(
    island: Island, pieces: Pieces, taken: int, buildings: int, closed: int
) -> Territory:
    own_roads, settlements, cities = pieces
    own = mask_of(settlements) | mask_of(cities)
    foreign = buildings & ~own
    reached = reached_by(island, own_roads)
    free = island.edges & ~taken
    open_edges = 0
    for node in nodes_in((reached | own) & ~foreign):
        open_edges |= island.grid.node_edges[node]
    has = holdings(island, settlements, cities)
    roads_left = ROADS_EACH - len(own_roads)
    sites: tuple[Site, ...] = ()
    if len(settlements) < SETTLEMENTS_EACH:
        ways = reachable(island, reached, own, foreign, free, min(FURTHEST, roads_left))
        sites = _best_sites(growths(island, has), ways, island.nodes & ~closed)
    return Territory(
        island=island,
        holdings=has,
        sites=sites,
        city=_best_city(island, has, settlements) if len(cities) < CITIES_EACH else None,
        roads=mask_of(own_roads),
        open_edges=open_edges & free if roads_left else 0,
        foreign=foreign,
    )


def reachable(
    island: Island, reached: int, own: int, foreign: int, free: int, furthest: int
) -> Iterator[Ways]:
    """By the number of missing roads: the nodes that a seat could reach."""
    grid = island.grid
    found = reached | own
    yield dict.fromkeys(nodes_in(reached), ())
    border: Ways = dict.fromkeys(nodes_in(found), ())
    for _ in range(furthest):
        further: Ways = {}
        for node, roads in border.items():
            if foreign >> node & 1:
                continue
            for edge in edges_in(grid.node_edges[node] & free):
                a, b = grid.edge_nodes[edge]
                end = b if a == node else a
                if not found >> end & 1:
                    found |= 1 << end
                    further[end] = (*roads, edge)
        yield further
        border = further


def _best_sites(growth: list[float], ways: Iterable[Ways], fit: int) -> tuple[Site, ...]:
    """Return the best places at each distance."""
    found: list[Site] = []
    for nodes in ways:
        sites = [
            Site(growth[node], node, roads) for node, roads in nodes.items() if fit >> node & 1
        ]
        sites.sort(key=_growth, reverse=True)
        found += sites[:KEPT]
    return tuple(found)


def _best_city(island: Island, has: Holdings, settlements: Iterable[int]) -> Site | None:
    sites = [Site(worth(island.pips[node], has.gains), NodeId(node)) for node in settlements]
    return max(sites, key=_growth, default=None)


def _growth(site: Site) -> float:
    return site.growth


@lru_cache(maxsize=1 << 12)
def _extension(
    island: Island, roads: int, open_edges: int, foreign: int, length: int
) -> EdgeId | None:
    for edge in edges_in(open_edges):
        if longest_trail(island.grid, roads | 1 << edge, foreign, length) > length:
            return edge
    return None
