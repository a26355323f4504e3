"""A chart: islands, the sea between them, and what is still hidden."""

from functools import lru_cache
from typing import ClassVar

from domain.base.events import Harbour, Terrain, Tile
from domain.base.island.board import Board
from domain.grid.geometry import Geometry, edges_in, hexes_in, mask_of, nodes_in
from domain.ids import HexId


class SeaBoard(Board):
    """A board on which ships sail. The frame around it is sea; nothing lies at a hidden hex."""

    NO_LAND: ClassVar[frozenset[Terrain]] = frozenset({"sea", "fog"})

    __slots__ = ("gold", "hidden", "sea", "sea_edges")

    def __init__(self, tiles: tuple[Tile, ...], harbours: tuple[Harbour, ...]) -> None:
        super().__init__(tiles, harbours)
        grid = self.geometry
        self.hidden = mask_of(i for i, tile in enumerate(tiles) if tile.terrain == "fog")
        self.sea = mask_of(range(grid.inner, len(grid.hexes)))
        self.sea |= mask_of(i for i, tile in enumerate(tiles) if tile.terrain == "sea")
        self.sea_edges = 0
        for hex_ in hexes_in(self.sea):
            self.sea_edges |= grid.hex_edges[hex_]
        for hex_ in hexes_in(self.hidden):
            self.edges &= ~grid.hex_edges[hex_]
            self.sea_edges &= ~grid.hex_edges[hex_]
        self.gold: list[list[tuple[HexId, int]]] = [[] for _ in self.producers]
        """By number: the gold rivers, and the nodes at them."""
        for hex_ in hexes_in(self.land):
            number = tiles[hex_].number
            if tiles[hex_].terrain == "gold" and number is not None:
                self.gold[number].append((hex_, grid.hex_nodes[hex_]))

    def sea_edges_at(self, nodes: int) -> int:
        """All edges on which ships can sail that touch one of these nodes."""
        return edges_around(self.geometry, nodes) & self.sea_edges


@lru_cache(maxsize=1 << 14)
def edges_around(grid: Geometry, nodes: int) -> int:
    """All edges that touch one of these nodes. The same sets are asked for again and again."""
    found = 0
    for node in nodes_in(nodes):
        found |= grid.node_edges[node]
    return found


@lru_cache(maxsize=1 << 14)
def ends_of(grid: Geometry, ships: int) -> int:
    """The nodes at which these ships end."""
    nodes = 0
    for edge in edges_in(ships):
        a, b = grid.edge_nodes[edge]
        nodes |= 1 << a | 1 << b
    return nodes


@lru_cache(maxsize=1 << 14)
def hexes_beside(grid: Geometry, ships: int) -> int:
    """The hexes at whose sides these ships lie."""
    hexes = 0
    for edge in edges_in(ships):
        a, b = grid.edge_hexes[edge]
        hexes |= 1 << a | 1 << b
    return hexes
