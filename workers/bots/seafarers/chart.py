"""The sea in the planner's numbers: where ships sail, what lies there, and how far it is."""

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, Final

from domain.base.view_types import BoardView
from domain.grid.geometry import hexes_in, mask_of, nodes_in
from domain.seafarers.view_types import SeaBoardView
from workers.bots.base.island import Atlas, Island, pips

FAR_AWAY: Final = 99


class Chart(Island):
    """The facts of a board that stay the same until a hex is discovered."""

    NO_LAND: ClassVar[frozenset[str]] = frozenset({"sea", "fog"})

    __slots__ = ("areas", "gold", "gold_at", "hidden", "hidden_nodes", "sea_edges")

    def __init__(self, board: BoardView) -> None:
        assert isinstance(board, SeaBoardView), "a chart is drawn of a board at sea"
        super().__init__(board)
        grid = self.grid
        self.hidden = mask_of(hex_.id for hex_ in board.hexes if hex_.terrain == "fog")
        self.sea_edges = self.hidden_nodes = 0
        """The edges for ships, and the crossings from which a hex is discovered."""
        self.gold: dict[int, int] = {}
        """By gold hex: its pips."""
        self.areas: dict[str, int] = {}
        """By area: its nodes."""
        for hex_ in board.hexes:
            if hex_.terrain == "sea":
                self.sea_edges |= grid.hex_edges[hex_.id]
            elif hex_.terrain == "gold":
                self.gold[hex_.id] = pips(hex_.number)
        for i in hexes_in(self.hidden):
            self.edges &= ~grid.hex_edges[i]
            self.sea_edges &= ~grid.hex_edges[i]
            self.hidden_nodes |= grid.hex_nodes[i]
        for area in board.areas:
            nodes = 0
            for i in area.hexes:
                nodes |= grid.hex_nodes[i]
            self.areas[area.id] = nodes
        self.gold_at: tuple[int, ...] = tuple(
            sum(self.gold.get(i, 0) for i in hexes) for hexes in grid.node_hexes
        )
        """By node: the pips of gold."""

    def pips_of(self, hex_: int) -> int:
        return self.gold.get(hex_) or super().pips_of(hex_)


chart_of = Atlas(Chart)


@lru_cache(maxsize=1 << 10)
def ships_to(chart: Chart, goals: int) -> tuple[int, ...]:
    """By node: how many ships it takes to the nearest of these nodes if no edge is taken."""
    found = [FAR_AWAY] * len(chart.grid.node_edges)
    border, distance = goals, 0
    seen = goals
    while border:
        for node in nodes_in(border):
            found[node] = distance
        border = _beside(chart, nodes_in(border)) & ~seen
        seen |= border
        distance += 1
    return tuple(found)


def _beside(chart: Chart, nodes: Iterable[int]) -> int:
    """Return the nodes that are one ship away from these."""
    beside = 0
    for node in nodes:
        for edge, onward in chart.grid.node_ways[node]:
            if chart.sea_edges & edge:
                beside |= 1 << onward
    return beside
