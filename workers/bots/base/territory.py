"""What a seat has on the board and where it can go from there. Worked out anew when pieces change."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from domain.base.network import longest_trail
from domain.base.state import CITIES_EACH, ROADS_EACH, SETTLEMENTS_EACH
from domain.cards import RESOURCES
from domain.hexgrid import bits, edges_in, mask_of, nodes_in
from domain.ids import EdgeId, NodeId
from workers.bots.base.island import ANY, Five, Island

Pieces: TypeAlias = tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...]
"""For every seat its roads, settlements and cities."""

WEIGHTS: Final = (1.0, 1.0, 0.8, 1.15, 1.1)
"""What a pip of each resource is worth to somebody who has a little of everything."""
NEW, RARE = 1.5, 1.2
"""How much more it is worth to somebody who has none of it, or not much."""
ENOUGH: Final = 4
"""So many pips of a resource are not rare."""
FURTHEST: Final = 3
"""So many roads away a place for a settlement is looked for."""
KEPT: Final = 2
"""How many places are kept of those that are equally far away."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place for a settlement, and the roads that still have to lead there."""

    node: NodeId
    roads: tuple[EdgeId, ...]
    growth: float


@dataclass(frozen=True, slots=True, eq=False)
class Territory:
    """A seat's part of the board."""

    island: Island
    income: Five
    """Pips of each resource, the robber left aside."""
    by_hex: dict[int, int]
    """How many cards each hex pays when its number falls."""
    rates: Five
    """At how many for one the bank takes each resource."""
    sites: tuple[Site, ...]
    city: Site | None
    """The settlement that gains most as a city."""
    roads: int
    open_edges: int
    foreign: int
    """Nodes with a building of somebody else."""

    def longest_with(self, edges: Iterable[EdgeId]) -> int:
        """How long the longest road would be with these as well."""
        return _trail(self.island, self.roads | mask_of(edges), self.foreign)

    def best_extension(self) -> tuple[int, EdgeId] | None:
        """The road that makes the longest road longest, and how long that is."""
        return _extension(self.island, self.roads, self.open_edges, self.foreign)


def worth(pips: Five, income: Five) -> float:
    """Pips as they count for a seat with this income: what it lacks counts for more."""
    total = 0.0
    for i, count in enumerate(pips):
        if count:
            scarcity = NEW if not income[i] else RARE if income[i] < ENOUGH else 1.0
            total += count * WEIGHTS[i] * scarcity
    return total


def harbour_worth(island: Island, node: NodeId, income: Five, rates: Five) -> float:
    """What the harbour of a node adds, in pips."""
    total = 0.0
    for kind, nodes in island.harbours.items():
        if nodes >> node & 1:
            if kind == ANY:
                total += 0.1 * sum(count for count, rate in zip(income, rates, strict=True) if rate > 3)
            else:
                i = RESOURCES.index(kind)  # type: ignore[arg-type]
                total += 0.25 * income[i] if rates[i] > 2 else 0.0
    return total


@lru_cache(maxsize=1 << 12)
def territory(island: Island, pieces: Pieces, seat: int) -> Territory:
    """What follows for a seat from where everybody's pieces lie."""
    grid = island.grid
    own_roads, settlements, cities = pieces[seat]
    by_hex: dict[int, int] = {}
    income = [0] * len(RESOURCES)
    for node, paid in (*((n, 1) for n in settlements), *((n, 2) for n in cities)):
        for hex_ in grid.node_hexes[node]:
            if hex_ in island.yields:
                by_hex[hex_] = by_hex.get(hex_, 0) + paid
                resource, count = island.yields[hex_]
                income[resource] += count * paid
    earned = tuple(income)
    own = mask_of((*settlements, *cities))
    foreign = closed = taken = 0
    for i, (roads, small, large) in enumerate(pieces):
        taken |= mask_of(roads)
        for node in (*small, *large):
            closed |= 1 << node | grid.node_neighbours[node]
            if i != seat:
                foreign |= 1 << node
    rates = _rates(island, own)
    reached = mask_of(end for edge in own_roads for end in grid.edge_nodes[edge])
    open_edges = 0
    for node in nodes_in((reached | own) & ~foreign):
        open_edges |= grid.node_edges[node]
    open_edges &= island.edges & ~taken
    roads_left = ROADS_EACH - len(own_roads)
    sites: tuple[Site, ...] = ()
    if len(settlements) < SETTLEMENTS_EACH:
        found = _reach(island, reached, own, foreign, taken, min(FURTHEST, roads_left))
        sites = _best(
            Site(
                node,
                roads,
                worth(island.pips[node], earned) + harbour_worth(island, node, earned, rates),
            )
            for node, roads in found.items()
            if not closed >> node & 1 and island.nodes >> node & 1
        )
    city = None
    if settlements and len(cities) < CITIES_EACH:
        growths = [Site(NodeId(n), (), worth(island.pips[n], earned)) for n in settlements]
        city = max(growths, key=lambda site: site.growth)
    return Territory(
        island=island,
        income=earned,
        by_hex=by_hex,
        rates=rates,
        sites=sites,
        city=city,
        roads=mask_of(own_roads),
        open_edges=open_edges if roads_left else 0,
        foreign=foreign,
    )


def _rates(island: Island, own: int) -> Five:
    general = 3 if island.harbours.get(ANY, 0) & own else 4
    return tuple(
        2 if island.harbours.get(resource, 0) & own else general for resource in RESOURCES
    )


def _reach(
    island: Island, reached: int, own: int, foreign: int, taken: int, furthest: int
) -> dict[NodeId, tuple[EdgeId, ...]]:
    """Nodes that a road of the seat leads to, or could, with the roads that are missing."""
    grid = island.grid
    free = island.edges & ~taken
    found: dict[NodeId, tuple[EdgeId, ...]] = {node: () for node in nodes_in(reached)}
    border = dict.fromkeys(nodes_in((reached | own) & ~foreign), ())
    ways: dict[NodeId, tuple[EdgeId, ...]] = dict(border)
    for _ in range(furthest):
        further: dict[NodeId, tuple[EdgeId, ...]] = {}
        for node, roads in ways.items():
            for edge in edges_in(grid.node_edges[node] & free):
                a, b = grid.edge_nodes[edge]
                end = b if a == node else a
                if end not in found and end not in further:
                    further[end] = (*roads, edge)
        found |= further
        ways = {node: roads for node, roads in further.items() if not foreign >> node & 1}
    return found


def _best(sites: Iterator[Site]) -> tuple[Site, ...]:
    """The best places at each distance."""
    by_distance: dict[int, list[Site]] = {}
    for site in sites:
        by_distance.setdefault(len(site.roads), []).append(site)
    return tuple(
        site
        for distance in sorted(by_distance)
        for site in sorted(by_distance[distance], key=lambda site: -site.growth)[:KEPT]
    )


@lru_cache(maxsize=1 << 12)
def _trail(island: Island, roads: int, foreign: int) -> int:
    return longest_trail(island.grid, roads, foreign)


@lru_cache(maxsize=1 << 12)
def _extension(
    island: Island, roads: int, open_edges: int, foreign: int
) -> tuple[int, EdgeId] | None:
    return max(
        ((_trail(island, roads | 1 << edge, foreign), EdgeId(edge)) for edge in bits(open_edges)),
        default=None,
    )
