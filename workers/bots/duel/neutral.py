"""Places neutral pieces where they block the opponent, and not this seat."""

from collections.abc import Iterable
from typing import Final

from domain.base.awards import LONGEST_ROAD_FROM
from domain.base.score import AWARD_POINTS
from domain.duel.commands import PlaceNeutralRoad, PlaceNeutralSettlement
from domain.grid.geometry import nodes_in
from domain.ids import Seat
from workers.bots.base.territory import Site
from workers.bots.duel.position import DuelPosition

OWN: Final = 1.5
"""How much more this seat's way counts than the opponent's."""
A_POINT: Final = 6.0
"""The value of a point of the longest road, in pips of a place for a settlement."""


def place_road(position: DuelPosition, wishes: list[PlaceNeutralRoad]) -> PlaceNeutralRoad:
    """Choose the road that the opponent needs most, or that takes the longest road from them."""
    own, other = _ways(position.territory.sites), _ways(position.opposite.sites)

    def value(wish: PlaceNeutralRoad) -> float:
        way = other.get(wish.edge, 0.0) - OWN * own.get(wish.edge, 0.0)
        return way + _award(position, wish.neutral)

    return max(wishes, key=value)


def _ways(sites: Iterable[Site]) -> dict[int, float]:
    """The value of each path for a player on the way to these places."""
    found: dict[int, float] = {}
    for site in sites:
        for edge in site.roads:
            found[edge] = max(found.get(edge, 0.0), site.growth / (1 + len(site.roads)))
    return found


def _award(position: DuelPosition, neutral: Seat) -> float:
    """The value of a road by which the neutral player may take the longest road."""
    holder, length = position.holder("longest_road"), position.road_length(neutral) + 1
    needed = LONGEST_ROAD_FROM if holder is None else position.road_length(holder) + 1
    if length < needed or holder not in (position.seat, position.opponent):
        return 0.0
    points = AWARD_POINTS * A_POINT
    return points if holder == position.opponent else -points


def place_settlement(
    position: DuelPosition, wishes: list[PlaceNeutralSettlement]
) -> PlaceNeutralSettlement:
    """Choose the place that blocks the opponent most."""
    own, other = _places(position.territory.sites), _places(position.opposite.sites)
    around = position.island.grid.node_neighbours

    def value(wish: PlaceNeutralSettlement) -> float:
        closed = (wish.node, *nodes_in(around[wish.node]))
        return sum(other.get(node, 0.0) - OWN * own.get(node, 0.0) for node in closed)

    return max(wishes, key=value)


def _places(sites: Iterable[Site]) -> dict[int, float]:
    return {site.node: site.growth / (1 + len(site.roads)) for site in sites}
