"""Placeholder until the real one is merged."""

from domain.base.network import longest_trail
from domain.hexgrid import Geometry, edges_in


def longest_route(
    grid: Geometry, roads: int, ships: int, own: int, foreign: int, known: int = 0
) -> int:
    return longest_trail(grid, roads | ships, foreign)


def longer_route(
    grid: Geometry, roads: int, ships: int, own: int, foreign: int, new: int, known: int
) -> int:
    return longest_trail(grid, roads | ships, foreign)


def movable_ships(grid: Geometry, ships: int, ends: int) -> int:
    found = 0
    for edge in edges_in(ships):
        for node in grid.edge_nodes[edge]:
            if not ends >> node & 1 and grid.node_edges[node] & ships == 1 << edge:
                found |= 1 << edge
    return found
