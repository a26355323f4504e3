"""The goals that a seat may save for: those of the base game, by road or ship, and more."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from domain.base.commands import BuildCity, BuildRoad, BuildSettlement, BuyDevelopmentCard
from domain.base.score import AWARD_POINTS
from domain.ids import EdgeId, Seat
from domain.messages import Command
from domain.ruleset import Action
from domain.seafarers.commands import BuildShip
from domain.seafarers.shipping.ships import SHIP_COST
from workers.bots.base.economy import covers
from workers.bots.base.goals import (
    CARD,
    CITY,
    MOST_ROADS,
    ROAD,
    SETTLEMENT,
    Goal,
    Plan,
    card_points,
    roads_to_longest,
)
from workers.bots.base.island import Five, five
from workers.bots.seafarers import fortress, wonders
from workers.bots.seafarers.position import SeaPosition
from workers.bots.seafarers.territory import SeaTerritory

SHIP: Final = five(SHIP_COST)


@lru_cache(maxsize=1 << 12)
def buildings(territory: SeaTerritory, seat: Seat) -> tuple[Goal, ...]:
    """Return settlements, the best city and prizes as goals, with the roads or ships to them."""
    found = []
    for site in territory.sites:
        points = 1 + site.points
        if site.roads:
            step, price = _way(seat, site.roads[0], by_ship=site.by_ship)
            cost = with_ways(SETTLEMENT, len(site.roads), price)
            found.append(Goal(cost, points, site.growth, step, price))
        else:
            step = BuildSettlement(seat, site.node)
            found.append(Goal(SETTLEMENT, points, site.growth, step, SETTLEMENT))
    if territory.city is not None:
        step = BuildCity(seat, territory.city.node)
        found.append(Goal(CITY, 1, territory.city.growth, step, CITY))
    for prize in territory.prizes:
        step, price = _way(seat, prize.way[0], by_ship=prize.by_ship)
        cost = with_ways((0,) * len(price), len(prize.way), price)
        found.append(Goal(cost, prize.points, 0, step, price))
    return tuple(found)


def _way(seat: Seat, edge: EdgeId, *, by_ship: bool) -> tuple[Command, Five]:
    return (BuildShip(seat, edge), SHIP) if by_ship else (BuildRoad(seat, edge), ROAD)


def with_ways(cost: Five, count: int, price: Five) -> Five:
    """Return a price together with the price of so many roads or ships."""
    return tuple([c + count * p for c, p in zip(cost, price, strict=True)])


def longest_route(position: SeaPosition) -> Iterator[Goal]:
    """Yield the longest trade route as a goal, by road and by ship, if it is near enough."""
    missing = roads_to_longest(position)
    if missing is None or missing > MOST_ROADS:
        return
    place = position.view.seats[position.seat]
    road, ship = position.territory.extensions(position.road_length(position.seat))
    if road is not None and missing <= place.roads_left:
        yield _lengthen(position.seat, road, missing, by_ship=False)
    if ship is not None and missing <= place.ships_left:
        yield _lengthen(position.seat, ship, missing, by_ship=True)


def _lengthen(seat: Seat, edge: EdgeId, missing: int, *, by_ship: bool) -> Goal:
    step, price = _way(seat, edge, by_ship=by_ship)
    return Goal(tuple([missing * count for count in price]), AWARD_POINTS, 0, step, price)


class SeaPlan(Plan):
    """Weighs the goals of a seat by its hand."""

    __slots__ = ()

    position: SeaPosition

    def find(self) -> Iterator[Goal]:
        position = self.position
        yield from buildings(position.territory, position.seat)
        line = fortress.line_of(position.view, position.seat)
        if position.view.deck:
            points = (card_points if line is None else fortress.card_points)(position)
            yield Goal(CARD, points, 0, BuyDevelopmentCard(position.seat), CARD)
        yield from longest_route(position)
        yield from wonders.goals(position)

    def keep_possible(self, actions: list[Action]) -> None:
        """Give up a goal that the hand could pay for but that cannot be bought now."""
        hand = self.position.hand
        possible = [
            (goal, value)
            for goal, value in self.goals
            if not covers(hand, goal.step_cost) or goal.step in actions
        ]
        if len(possible) < len(self.goals):
            self.weigh(possible)
