"""The island of one game: terrain, tokens and harbours on a shared geometry."""

from collections.abc import Mapping
from typing import ClassVar, Final

from domain.base.events import Harbour, HarbourKind, Terrain, Tile
from domain.cards import Resource
from domain.grid.geometry import Geometry, geometry, hexes_in, mask_of
from domain.ids import HexId

YIELDS: Final[Mapping[Terrain, Resource]] = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}


class Board:
    """Immutable; everything the rules ask of the island is looked up, nothing searched."""

    NO_LAND: ClassVar[frozenset[Terrain]] = frozenset({"sea"})

    __slots__ = (
        "deserts",
        "edges",
        "geometry",
        "harbour_nodes",
        "harbours",
        "land",
        "nodes",
        "producers",
        "tiles",
    )

    def __init__(self, tiles: tuple[Tile, ...], harbours: tuple[Harbour, ...]) -> None:
        self.tiles = tiles
        self.harbours = harbours
        self.geometry: Geometry = geometry(tuple((tile.q, tile.r) for tile in tiles))
        self.land = mask_of(i for i, tile in enumerate(tiles) if tile.terrain not in self.NO_LAND)
        self.deserts = mask_of(i for i, tile in enumerate(tiles) if tile.terrain == "desert")
        grid = self.geometry
        self.nodes = self.edges = 0
        self.producers: list[list[tuple[HexId, Resource, int]]] = [[] for _ in range(13)]
        """By number: the hexes that pay, what they pay, and the nodes at them."""
        for hex_ in hexes_in(self.land):
            self.nodes |= grid.hex_nodes[hex_]
            self.edges |= grid.hex_edges[hex_]
            number, resource = tiles[hex_].number, self.yield_of(hex_)
            if number is not None and resource is not None:
                self.producers[number].append((hex_, resource, grid.hex_nodes[hex_]))
        self.harbour_nodes: dict[HarbourKind, int] = {}
        for harbour in harbours:
            a, b = grid.edge_nodes[harbour.edge]
            served = self.harbour_nodes.get(harbour.kind, 0)
            self.harbour_nodes[harbour.kind] = served | 1 << a | 1 << b

    def yield_of(self, hex_: HexId) -> Resource | None:
        """The resource of a hex; none for the desert, the sea and the frame."""
        return YIELDS.get(self.tiles[hex_].terrain) if hex_ < len(self.tiles) else None

    def facts(self) -> tuple[tuple[Tile, ...], tuple[Harbour, ...]]:
        """All that a board is made from: `Board(*facts)` is the same board."""
        return self.tiles, self.harbours
