"""Chooses starting places by production odds, missing resources and harbours."""

from functools import lru_cache

from domain.base.commands import PlaceRoad, PlaceSettlement
from domain.grid.geometry import Geometry, mask_of, nodes_in
from domain.ids import NodeId
from workers.bots.base.holdings import growths
from workers.bots.base.position import Position

OUTLOOK = 0.1
"""The part of the value of the best place two roads away that a starting place gets added."""


def place_settlement(position: Position, wishes: list[PlaceSettlement]) -> PlaceSettlement:
    """Choose the crossing with the best yield; resources that the seat lacks count most."""
    island = position.island
    growth = growths(island, position.holdings)
    free = mask_of(wish.node for wish in wishes)

    def value(wish: PlaceSettlement) -> float:
        further = nodes_in(two_away(island.grid, wish.node) & free)
        return growth[wish.node] + OUTLOOK * max((growth[node] for node in further), default=0.0)

    return max(wishes, key=value)


@lru_cache(maxsize=1 << 12)
def two_away(grid: Geometry, node: NodeId) -> int:
    """Return the crossings two roads away, where a second settlement may stand."""
    found = 0
    for near in nodes_in(grid.node_neighbours[node]):
        found |= grid.node_neighbours[near]
    return found & ~(1 << node)


def place_road(position: Position, wishes: list[PlaceRoad]) -> PlaceRoad:
    """Choose the road that leads to the best free place for the next settlement."""
    towards = {
        site.roads[0]: site.growth / (1 + len(site.roads))
        for site in sorted(position.territory.sites, key=lambda site: site.growth)
        if site.roads
    }
    return max(wishes, key=lambda wish: towards.get(wish.edge, 0.0))
