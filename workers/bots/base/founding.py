"""Starting places: by production odds, what is still missing, and harbours."""

from domain.base.commands import PlaceRoad, PlaceSettlement
from domain.hexgrid import nodes_in
from domain.ids import NodeId
from workers.bots.base.holdings import harbour_worth, worth
from workers.bots.base.position import Position

OUTLOOK = 0.1
"""How much the best place two roads away adds to a starting place."""


def place_settlement(position: Position, wishes: list[PlaceSettlement]) -> PlaceSettlement:
    """The crossing that yields most, of what the seat does not have yet above all."""
    free = {wish.node for wish in wishes}
    return max(wishes, key=lambda wish: _value(position, wish.node, free))


def _value(position: Position, node: NodeId, free: set[NodeId]) -> float:
    island, has = position.island, position.holdings
    value = worth(island.pips[node], has.weights) + harbour_worth(island, node, has)
    return value + OUTLOOK * max(
        (sum(island.pips[further]) for further in _two_away(position, node) & free), default=0
    )


def _two_away(position: Position, node: NodeId) -> set[NodeId]:
    neighbours = position.island.grid.node_neighbours
    return {
        further for near in nodes_in(neighbours[node]) for further in nodes_in(neighbours[near])
    } - {node}


def place_road(position: Position, wishes: list[PlaceRoad]) -> PlaceRoad:
    """The road that leads towards the best free place for the next settlement."""
    towards = {
        site.roads[0]: site.growth / (1 + len(site.roads))
        for site in sorted(position.territory.sites, key=lambda site: site.growth)
        if site.roads
    }
    return max(wishes, key=lambda wish: towards.get(wish.edge, 0.0))
