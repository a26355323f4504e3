"""Which ships may move: the heads of open lines, and some on rings."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from domain.grid.geometry import Geometry, edges_in
from domain.grid.trails import prune
from domain.ids import EdgeId, NodeId

SHORTEST_RING: Final = 6


@lru_cache(maxsize=1 << 12)
def movable_ships(grid: Geometry, ships: int, ends: int) -> int:
    """The ships of a seat that are heads. Ends are the nodes that close a line: the seat's
    buildings, and whatever else counts as one. Foreign buildings do not matter.

    Kept, because it is asked for with every list of actions and seldom changes.
    """
    found = 0
    for ship in edges_in(ships):
        a, b = grid.edge_nodes[ship]
        bit = 1 << ship
        if (grid.node_edges[a] & ships == bit and not ends >> a & 1) or (
            grid.node_edges[b] & ships == bit and not ends >> b & 1
        ):
            found |= bit
    if ships.bit_count() < SHORTEST_RING:
        return found
    rings = prune(grid, ships)[0]
    for ship in edges_in(rings):
        if _is_free_on_ring(grid, rings, ends, ship) and not _is_closed(grid, ships, ends, ship):
            found |= 1 << ship
    return found


def _is_free_on_ring(grid: Geometry, ships: int, ends: int, ship: EdgeId) -> bool:
    """Whether the ship lies on a ring without ends, or on one with a single end and touches it."""
    a, b = grid.edge_nodes[ship]
    touched = ends & (1 << a | 1 << b)
    if touched.bit_count() == 2:
        return False
    return bool(_reached(grid, ships ^ 1 << ship, ends & ~touched, a) >> b & 1)


def _is_closed(grid: Geometry, ships: int, ends: int, ship: EdgeId) -> bool:
    """Whether the ship lies on a path, no node twice, between two different ends."""
    a, b = grid.edge_nodes[ship]
    start = 1 << b
    return any(
        _reached(grid, ships, way ^ start, b) & ends
        for way in _ways_to_an_end(grid, ships, ends, a, start)
    )


def _ways_to_an_end(
    grid: Geometry, ships: int, ends: int, node: NodeId, passed: int
) -> Iterator[int]:
    """Every path that leads from here to an end and passes none: its nodes and those passed."""
    passed |= 1 << node
    if ends >> node & 1:
        yield passed
        return
    for ship, onward in grid.node_ways[node]:
        if ships & ship and not passed >> onward & 1:
            yield from _ways_to_an_end(grid, ships, ends, onward, passed)


def _reached(grid: Geometry, ships: int, walls: int, node: NodeId) -> int:
    """The nodes that ships lead to from here without touching a wall."""
    found = 1 << node
    todo = [node]
    while todo:
        for ship, onward in grid.node_ways[todo.pop()]:
            if ships & ship and not (found | walls) >> onward & 1:
                found |= 1 << onward
                todo.append(onward)
    return found
