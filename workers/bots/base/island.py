"""The island in the planner's numbers: the yield of every crossing. Computed once per board."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import ClassVar, Final, Generic, TypeAlias, TypeVar

from domain.base.island.board import YIELDS
from domain.base.view_types import BoardView
from domain.cards import RESOURCES, Cards, Resource
from domain.grid.geometry import Geometry, geometry, mask_of

Five: TypeAlias = tuple[int, ...]
"""A count for each resource, in the order of `RESOURCES`."""

ANY: Final = "3:1"
_KEPT: Final = 256


def pips(number: int | None) -> int:
    """How many of the 36 ways in which two dice fall show this number."""
    return 0 if number is None else 6 - abs(7 - number)


def five(cards: Mapping[Resource, int]) -> Five:
    return tuple(cards.get(resource, 0) for resource in RESOURCES)


def cards(counts: Five) -> Cards:
    """Return cards by resource, without those of which there are none."""
    return {resource: count for resource, count in zip(RESOURCES, counts, strict=True) if count}


@lru_cache(maxsize=1 << 8)
def lot(resource: int, count: int) -> Five:
    """Return so many cards of one resource, which is given by its number."""
    return tuple(count if i == resource else 0 for i in range(len(RESOURCES)))


class Island:
    """The facts of a board that stay the same for the whole game."""

    NO_LAND: ClassVar[frozenset[str]] = frozenset({"sea"})

    __slots__ = ("board", "edges", "grid", "harbours", "kinds", "nodes", "pips", "yields")

    def __init__(self, board: BoardView) -> None:
        self.board = board
        land = [hex_ for hex_ in board.hexes if hex_.terrain not in self.NO_LAND]
        self.grid: Geometry = geometry(
            tuple((hex_.q, hex_.r) for hex_ in board.hexes if not hex_.frame)
        )
        self.nodes = self.edges = 0
        """The nodes and edges on which pieces can be placed."""
        self.yields: dict[int, tuple[int, int]] = {}
        """By hex: the resource, as its number, and the pips."""
        for hex_ in land:
            self.nodes |= self.grid.hex_nodes[hex_.id]
            self.edges |= self.grid.hex_edges[hex_.id]
            if hex_.terrain in YIELDS:
                resource = RESOURCES.index(YIELDS[hex_.terrain])
                self.yields[hex_.id] = resource, pips(hex_.number)
        self.pips: tuple[Five, ...] = tuple(map(self._pips_at, self.grid.node_hexes))
        """By node: the pips of each resource."""
        self.harbours: dict[str, int] = {}
        """By kind of harbour: its nodes."""
        self.kinds: dict[int, tuple[str, ...]] = {}
        """By node: its kinds of harbour."""
        for harbour in board.harbours:
            kind = harbour.kind
            self.harbours[kind] = self.harbours.get(kind, 0) | mask_of(harbour.nodes)
            for node in harbour.nodes:
                self.kinds[node] = (*self.kinds.get(node, ()), kind)

    def _pips_at(self, hexes: tuple[int, ...]) -> Five:
        found = [0] * len(RESOURCES)
        for hex_ in hexes:
            if hex_ in self.yields:
                resource, count = self.yields[hex_]
                found[resource] += count
        return tuple(found)

    def pips_of(self, hex_: int) -> int:
        """How often a hex pays the owners of buildings there."""
        return self.yields[hex_][1] if hex_ in self.yields else 0


Land = TypeVar("Land", bound=Island)


class Atlas(Generic[Land]):
    """The islands that were used last. Views of one board share their hexes, which are the key."""

    def __init__(self, draw: Callable[[BoardView], Land]) -> None:
        self._draw = draw
        self._known: dict[int, Land] = {}

    def __call__(self, board: BoardView) -> Land:
        """Return the island of a view."""
        known = self._known.get(id(board.hexes))
        if (
            known is not None
            and known.board.hexes is board.hexes
            and known.board.harbours is board.harbours
        ):
            return known
        if len(self._known) >= _KEPT:
            self._known.clear()
        island = self._known[id(board.hexes)] = self._draw(board)
        return island


island_of = Atlas(Island)
