"""Chooses starting places by production odds, by harbours, and by what ships can reach."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.base.commands import PlaceRoad, PlaceSettlement
from domain.grid.geometry import mask_of, nodes_in
from domain.ids import NodeId
from domain.seafarers.commands import PlaceShip
from workers.bots.base.founding import OUTLOOK, two_away
from workers.bots.seafarers.holdings import growths
from workers.bots.seafarers.lures import A_POINT
from workers.bots.seafarers.position import SeaPosition
from workers.bots.seafarers.territory import territory, with_outlook


def place_settlement(position: SeaPosition, wishes: list[PlaceSettlement]) -> PlaceSettlement:
    """Choose the crossing with the best yield and the best destinations for ships."""
    chart = position.island
    growth = growths(chart, position.holdings)
    value = with_outlook(growth, position.lures, position.territory.own)
    free = mask_of(wish.node for wish in wishes)

    def total(wish: PlaceSettlement) -> float:
        further = nodes_in(two_away(chart.grid, wish.node) & free)
        return value[wish.node] + OUTLOOK * max((growth[node] for node in further), default=0.0)

    return max(wishes, key=total)


def place_way(
    position: SeaPosition, wishes: Sequence[PlaceRoad | PlaceShip]
) -> PlaceRoad | PlaceShip:
    """Choose the road or ship that leads from the new settlement to the best destination."""
    standing = replace(
        position.standing, pieces=((), (_new_settlement(position, wishes),), ()), ships=()
    )
    here = territory(position.island, standing, position.lures)
    ways: dict[tuple[int, bool], float] = {}
    for site in here.sites:
        if site.roads:
            first = site.roads[0], site.by_ship
            value = (site.growth + A_POINT * site.points) / (1 + len(site.roads))
            ways[first] = max(ways.get(first, 0.0), value)
    for prize in here.prizes:
        first = prize.way[0], prize.by_ship
        ways[first] = max(ways.get(first, 0.0), A_POINT * prize.points / len(prize.way))
    return max(wishes, key=lambda wish: ways.get((wish.edge, isinstance(wish, PlaceShip)), 0.0))


def _new_settlement(position: SeaPosition, wishes: Sequence[PlaceRoad | PlaceShip]) -> NodeId:
    """Return the seat's settlement that every action touches."""
    own = position.territory.own
    for wish in wishes:
        own &= mask_of(position.island.grid.edge_nodes[wish.edge])
    return nodes_in(own)[0]
