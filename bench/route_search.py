"""The search for trade routes that are hard to find: 15 roads and 15 ships on maps with islands.

Everything lies as play could have laid it: roads on land, ships at sea, each linked to a building
of its owner; buildings on land and apart from each other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bench.climbing import climb
from domain.grid.geometry import bits, geometry, mask_of
from domain.seafarers.shipping.routes import longest_route

PIECES_EACH: Final = 15
MOST_OWN: Final = 9
MOST_FOREIGN: Final = 3
LOOP_BIAS: Final = 0.7
"""How often a new piece closes a loop where it can."""
BUILDING_CHANGES: Final = 0.3
"""How often a step changes a building instead of pieces."""
WESTERNMOST: Final = (2, 1, 0, 0, -1, -1, -1)
"""Where the rows of a map begin, from the north."""


class SeaMap:
    """A map in rows from the north: # is land, ~ is sea. Around it there is sea as well."""

    def __init__(self, *rows: str) -> None:
        self.rows = rows
        places = {
            (west + i, r): terrain
            for r, (west, row) in enumerate(zip(WESTERNMOST, rows, strict=True), start=-3)
            for i, terrain in enumerate(row)
        }
        self.grid = geometry(tuple(places))
        is_land = [places.get(place) == "#" for place in self.grid.hexes]
        self.on_land = mask_of(
            i for i, beside in enumerate(self.grid.edge_hexes) if any(is_land[h] for h in beside)
        )
        self.at_sea = mask_of(
            i
            for i, beside in enumerate(self.grid.edge_hexes)
            if not all(is_land[h] for h in beside)
        )
        self.sites = mask_of(
            i
            for i, touching in enumerate(self.grid.node_hexes)
            if any(is_land[h] for h in touching)
        )

    def nodes_of(self, edges: int) -> int:
        """The nodes that these edges touch."""
        return mask_of(node for edge in bits(edges) for node in self.grid.edge_nodes[edge])

    def edges_at(self, nodes: int) -> int:
        """The edges that touch these nodes."""
        return mask_of(edge for node in bits(nodes) for edge in bits(self.grid.node_edges[node]))


MAPS: Final = (
    SeaMap("##~~", "~~~##", "~##~#~", "###~#", "####~~", "###~#", "##~#"),
    SeaMap("##~#~", "~~~~##", "~###~#~", "####~#", "#####~~", "####~#", "###~#"),
    SeaMap("#~##~#", "#~##~#~", "#~~#~~##", "~######", "~#######", "~#~#~~~", "~~#~##"),
)


@dataclass(frozen=True)
class Fleet:
    """Roads, ships and buildings of one seat on a map, and buildings of others."""

    map: SeaMap
    roads: int = 0
    ships: int = 0
    own: int = 0
    foreign: int = 0

    @property
    def pieces(self) -> int:
        return self.roads | self.ships

    @property
    def nodes(self) -> int:
        return self.map.nodes_of(self.pieces)


def judged(fleet: Fleet) -> Callable[[], int]:
    """The call that finds the longest route."""
    grid = fleet.map.grid
    return lambda: longest_route(grid, fleet.roads, fleet.ships, fleet.own, fleet.foreign)


def hardest(climbs: Iterator[int], steps: int, keep: int) -> list[Fleet]:
    """The dearest networks that so many climbs of so many steps come to."""
    return climb("fleets", judged, _begin, _vary, climbs, steps, keep)


def _begin(random: Random) -> Fleet:
    fleet = None
    while not fleet:
        map_ = random.choice(MAPS)
        coast = map_.sites & map_.nodes_of(map_.at_sea)
        fleet = _grow(random, Fleet(map_, own=1 << random.choice(bits(coast))))
    return fleet


def _vary(random: Random, fleet: Fleet) -> Fleet:
    """A neighbour in the search: some pieces moved, or a building more or less."""
    if random.random() < BUILDING_CHANGES:
        return _with_building_changed(random, fleet)
    varied = None
    while not varied:
        gone = mask_of(random.sample(bits(fleet.pieces), random.randint(1, 4)))
        fewer = replace(fleet, roads=fleet.roads & ~gone, ships=fleet.ships & ~gone)
        if _is_linked(fewer):
            varied = _grow(random, fewer)
    nodes = varied.nodes
    return replace(varied, own=varied.own & nodes, foreign=varied.foreign & nodes)


def _grow(random: Random, fleet: Fleet) -> Fleet | None:
    """Add pieces until all are there, loops preferred; settle where they cannot go on."""
    while fleet.pieces.bit_count() < 2 * PIECES_EACH:
        map_ = fleet.map
        roads = _next(fleet, fleet.roads, map_.on_land)
        ships = _next(fleet, fleet.ships, map_.at_sea)
        if around := bits(roads | ships):
            nodes = fleet.nodes
            loops = [edge for edge in around if map_.nodes_of(1 << edge) & ~nodes == 0]
            edge = random.choice(loops if loops and random.random() < LOOP_BIAS else around)
            if roads >> edge & 1 and (random.random() < 0.5 or not ships >> edge & 1):
                fleet = replace(fleet, roads=fleet.roads | 1 << edge)
            else:
                fleet = replace(fleet, ships=fleet.ships | 1 << edge)
        elif sites := [node for node in bits(fleet.nodes) if _is_site(fleet, node)]:
            fleet = replace(fleet, own=fleet.own | 1 << random.choice(sites))
        else:
            return None
    return fleet


def _next(fleet: Fleet, kind: int, allowed: int) -> int:
    """Where the next piece of this kind may lie."""
    if kind.bit_count() == PIECES_EACH:
        return 0
    open_nodes = fleet.map.nodes_of(kind) & ~fleet.foreign | fleet.own
    return fleet.map.edges_at(open_nodes) & allowed & ~fleet.pieces


def _with_building_changed(random: Random, fleet: Fleet) -> Fleet:
    node = random.choice(bits(fleet.nodes & fleet.map.sites))
    bit = 1 << node
    without = replace(fleet, own=fleet.own & ~bit, foreign=fleet.foreign & ~bit)
    if without != fleet:
        changed = without
    elif not _is_site(fleet, node):
        return fleet
    elif random.random() < 0.5 or fleet.foreign.bit_count() == MOST_FOREIGN:
        changed = replace(fleet, own=fleet.own | bit)
    else:
        changed = replace(fleet, foreign=fleet.foreign | bit)
    return changed if _is_linked(changed) else fleet


def _is_site(fleet: Fleet, node: int) -> bool:
    """Whether one more building of the seat may stand there."""
    taken = fleet.own | fleet.foreign
    near = fleet.map.grid.node_neighbours[node] | 1 << node
    return (
        bool(fleet.map.sites >> node & 1) and not taken & near and fleet.own.bit_count() < MOST_OWN
    )


def _is_linked(fleet: Fleet) -> bool:
    """Whether all pieces hang on own buildings, or did before others built."""
    map_ = fleet.map
    for kind in (fleet.roads, fleet.ships):
        linked, wider = 0, map_.edges_at(fleet.own) & kind
        while wider != linked:
            linked = wider
            wider |= map_.edges_at(map_.nodes_of(linked)) & kind
        if linked != kind:
            return False
    return True
