"""The longest trade route: one walk over own roads and ships, which only own buildings join."""

from typing import NamedTuple

from domain.grid.geometry import Geometry, Graph, edges_in, nodes_in
from domain.grid.trails import longer_trail, longest_trail
from domain.ids import EdgeId, NodeId


class _Parted(NamedTuple):
    """A map on which roads and ships end at nodes of their own where nothing joins them."""

    edge_nodes: list[tuple[NodeId, NodeId]]
    node_edges: list[int]


def longest_route(
    grid: Geometry, roads: int, ships: int, own: int, foreign: int, known: int = 0
) -> int:
    """The most pieces that one walk can use, each once, nodes as often as it likes. It changes
    between road and ship at own buildings only and passes no foreign one.

    Nothing shorter than what is known is looked for.
    """
    return longest_trail(parted(grid, roads, ships, own | foreign), roads | ships, foreign, known)


def longer_route(
    grid: Geometry, roads: int, ships: int, own: int, foreign: int, new: EdgeId, known: int
) -> int:
    """The longest route after one more piece, if it was `known` before."""
    return longer_trail(
        parted(grid, roads, ships, own | foreign), roads | ships, foreign, new, known
    )


def parted(grid: Geometry, roads: int, ships: int, buildings: int) -> Graph:
    """The map, but ships lead to another node than roads where they meet without a building."""
    meeting = _meeting(grid, roads, ships) & ~buildings
    if not meeting:
        return grid
    parted = _Parted(list(grid.edge_nodes), list(grid.node_edges))
    for node in nodes_in(meeting):
        berth = NodeId(len(parted.node_edges))
        lying = grid.node_edges[node] & ships
        parted.node_edges[node] ^= lying
        parted.node_edges.append(lying)
        for ship in edges_in(lying):
            a, b = parted.edge_nodes[ship]
            parted.edge_nodes[ship] = (berth, b) if a == node else (a, berth)
    return parted


def _meeting(grid: Geometry, roads: int, ships: int) -> int:
    """The nodes with a road and a ship."""
    nodes = 0
    if roads:
        for ship in edges_in(ships):
            a, b = grid.edge_nodes[ship]
            if grid.node_edges[a] & roads:
                nodes |= 1 << a
            if grid.node_edges[b] & roads:
                nodes |= 1 << b
    return nodes
