"""The search for road networks whose longest road is hard to find: 15 roads, with loops, connected,
on the standard island."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from bench.climbing import climb
from domain.base.island.dealing import ISLAND
from domain.base.state import ROADS_EACH
from domain.grid.geometry import bits

MOST_BLOCKED = 3
LOOP_BIAS = 0.7
"""How often a new road closes a loop where it can."""
BLOCK_CHANGES = 0.2
"""How often a step changes a foreign building instead of a road."""


@dataclass(frozen=True)
class Roads:
    """Roads of one seat and the nodes where foreign buildings stand, as sets of our island."""

    edges: int
    blocked: int = 0

    @property
    def nodes(self) -> int:
        return nodes_of(self.edges)


Judge: TypeAlias = Callable[[Roads], Callable[[], int]]
"""Prepares a network for one side; the call that follows finds its longest road."""


def nodes_of(edges: int) -> int:
    """The nodes that these edges touch."""
    found = 0
    for edge in bits(edges):
        a, b = ISLAND.edge_nodes[edge]
        found |= 1 << a | 1 << b
    return found


def hardest(judge: Judge, climbs: Iterator[int], steps: int, keep: int) -> list[Roads]:
    """The dearest networks that so many climbs of so many steps come to."""
    return climb("roads", judge, _begin, _vary, climbs, steps, keep)


def _begin(random: Random) -> Roads:
    return Roads(_grow(random, 0))


def _grow(random: Random, edges: int) -> int:
    """Add roads to a connected network until there are 15, loops preferred."""
    if not edges:
        edges = 1 << random.randrange(len(ISLAND.edge_nodes))
    while edges.bit_count() < ROADS_EACH:
        nodes = nodes_of(edges)
        around = {edge for node in bits(nodes) for edge in bits(ISLAND.node_edges[node] & ~edges)}
        loops = [edge for edge in around if nodes_of(1 << edge) & ~nodes == 0]
        wanted = loops if loops and random.random() < LOOP_BIAS else around
        edges |= 1 << random.choice(sorted(wanted))
    return edges


def _vary(random: Random, roads: Roads) -> Roads:
    """A neighbour in the search: a few roads moved, or a foreign building more or less."""
    if random.random() < BLOCK_CHANGES:
        return Roads(roads.edges, _toggle(random, roads))
    while True:
        fewer = roads.edges
        for edge in random.sample(bits(fewer), random.randint(1, 3)):
            fewer &= ~(1 << edge)
        if _is_connected(fewer):
            edges = _grow(random, fewer)
            return Roads(edges, roads.blocked & nodes_of(edges))


def _toggle(random: Random, roads: Roads) -> int:
    node = random.choice(bits(roads.nodes))
    blocked = roads.blocked ^ 1 << node
    # The distance rule holds for foreign buildings as well.
    if blocked & ISLAND.node_neighbours[node] or blocked.bit_count() > MOST_BLOCKED:
        return roads.blocked & ~(1 << node)
    return blocked


def _is_connected(edges: int) -> bool:
    part = edges & -edges
    while True:
        wider = part
        for node in bits(nodes_of(part)):
            wider |= ISLAND.node_edges[node] & edges
        if wider == part:
            return part == edges
        part = wider
