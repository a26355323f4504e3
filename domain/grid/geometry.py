"""Geometry of a hex map: computed once for a set of hexes and shared by every game on it.

Hexes are axial (q, r), pointy-top, r growing downwards. A node is where three hexes meet, an edge
where two do; frame hexes count, so a node on the coast has three hexes as well. Sets of nodes and
edges are bit masks.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import sqrt
from typing import Protocol, TypeAlias, cast

from domain.ids import EdgeId, HexId, NodeId

Axial: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def neighbours(hex_: Axial) -> list[Axial]:
    """The six hexes around a hex, from the east, counter-clockwise."""
    return [(hex_[0] + q, hex_[1] + r) for q, r in DIRECTIONS]


def turned(hex_: Axial, sixths: int) -> Axial:
    """Where a hex comes to lie when the map is turned about its middle, clockwise."""
    q, r = hex_
    for _ in range(sixths):
        q, r = -r, q + r
    return q, r


_BYTES = 80
"""No map has more nodes or edges than fit into so many bytes."""
_NUMBERS = tuple(
    tuple(tuple(8 * place + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for place in range(_BYTES)
)
"""By the place of a byte and what it is: the numbers in it."""


@lru_cache(maxsize=1 << 14)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers in a set, ascending. The same few sets are asked for again and again."""
    found: list[int] = []
    for numbers, byte in zip(
        _NUMBERS, mask.to_bytes((mask.bit_length() + 7) // 8, "little"), strict=False
    ):
        if byte:
            found += numbers[byte]
    return tuple(found)


hexes_in = cast("Callable[[int], tuple[HexId, ...]]", bits)
nodes_in = cast("Callable[[int], tuple[NodeId, ...]]", bits)
edges_in = cast("Callable[[int], tuple[EdgeId, ...]]", bits)


def mask_of(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


class Graph(Protocol):
    """What a walk needs to know: the two nodes of every edge, the edges at every node."""

    @property
    def edge_nodes(self) -> Sequence[tuple[NodeId, NodeId]]: ...

    @property
    def node_edges(self) -> Sequence[int]: ...


class Geometry:
    """Hexes, nodes and edges of one map as small integers, and what touches what.

    The hexes of the map come first, row by row; the ring of frame hexes around them follows.
    """

    __slots__ = (
        "edge_by_hexes",
        "edge_hexes",
        "edge_nodes",
        "hex_edges",
        "hex_ids",
        "hex_nodes",
        "hex_places",
        "hexes",
        "inner",
        "node_by_hexes",
        "node_edges",
        "node_hexes",
        "node_neighbours",
        "node_places",
        "node_ways",
    )

    def __init__(self, hexes: tuple[Axial, ...]) -> None:
        inside = sorted(hexes, key=_reading_order)
        ring = {around for hex_ in inside for around in neighbours(hex_)} - set(inside)
        self.inner = len(inside)
        self.hexes: tuple[Axial, ...] = (*inside, *sorted(ring, key=_reading_order))
        self.hex_ids = {hex_: HexId(i) for i, hex_ in enumerate(self.hexes)}

        triples: set[tuple[Axial, ...]] = set()
        pairs: set[tuple[Axial, ...]] = set()
        for hex_ in inside:
            around = neighbours(hex_)
            for i, one in enumerate(around):
                triples.add(tuple(sorted((hex_, one, around[i - 1]))))
                pairs.add(tuple(sorted((hex_, one))))
        nodes = sorted(triples, key=_centre)
        edges = sorted(pairs, key=_centre)
        self.node_by_hexes = {hexes: NodeId(i) for i, hexes in enumerate(nodes)}
        self.edge_by_hexes = {hexes: EdgeId(i) for i, hexes in enumerate(edges)}
        self.node_hexes = tuple(tuple(self.hex_ids[hex_] for hex_ in node) for node in nodes)
        self.edge_hexes = tuple(tuple(self.hex_ids[hex_] for hex_ in edge) for edge in edges)
        # Where things are drawn, y downwards, side length 1.
        self.hex_places = tuple(_place((hex_,)) for hex_ in self.hexes)
        self.node_places = tuple(_place(node) for node in nodes)

        ends: list[list[NodeId]] = [[] for _ in edges]
        for node, i in self.node_by_hexes.items():
            for left_out in range(3):
                pair = node[:left_out] + node[left_out + 1 :]
                if pair in self.edge_by_hexes:
                    ends[self.edge_by_hexes[pair]].append(i)
        self.edge_nodes = tuple((NodeId(a), NodeId(b)) for a, b in ends)

        self.node_edges = [0] * len(nodes)
        self.node_neighbours = [0] * len(nodes)
        for edge, (a, b) in enumerate(self.edge_nodes):
            self.node_edges[a] |= 1 << edge
            self.node_edges[b] |= 1 << edge
            self.node_neighbours[a] |= 1 << b
            self.node_neighbours[b] |= 1 << a
        self.node_ways: list[list[tuple[int, NodeId]]] = [[] for _ in nodes]
        """For every node the edges that leave it, as a bit, and where each leads."""
        for edge, (a, b) in enumerate(self.edge_nodes):
            self.node_ways[a].append((1 << edge, b))
            self.node_ways[b].append((1 << edge, a))
        self.hex_nodes = [0] * len(self.hexes)
        for i, touching in enumerate(self.node_hexes):
            for hex_id in touching:
                self.hex_nodes[hex_id] |= 1 << i
        self.hex_edges = [0] * len(self.hexes)
        for i, beside in enumerate(self.edge_hexes):
            for hex_id in beside:
                self.hex_edges[hex_id] |= 1 << i


@lru_cache(maxsize=256)
def geometry(hexes: tuple[Axial, ...]) -> Geometry:
    """The geometry of these hexes, shared by all who ask for the same ones."""
    return Geometry(hexes)


def _reading_order(hex_: Axial) -> tuple[int, int]:
    return hex_[1], hex_[0]


def _centre(hexes: tuple[Axial, ...]) -> tuple[int, int]:
    """Exact whole numbers that order points as they are drawn: row by row, from the west."""
    down = sum(r for _, r in hexes)
    return down, 2 * sum(q for q, _ in hexes) + down


def _place(hexes: tuple[Axial, ...]) -> tuple[float, float]:
    down, across = _centre(hexes)
    return round(sqrt(3) / 2 * across / len(hexes), 4), round(1.5 * down / len(hexes), 4)
