"""The goals that a seat may save for, and the choice of the one that pays soonest."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from domain.base.commands import BuildCity, BuildRoad, BuildSettlement, BuyDevelopmentCard
from domain.base.costs import CITY_COST, DEVELOPMENT_CARD_COST, ROAD_COST, SETTLEMENT_COST
from domain.base.score import AWARD_POINTS
from domain.base.state import ROADS_EACH
from domain.ids import Seat
from domain.messages import Command
from workers.bots.base.economy import wait
from workers.bots.base.island import Five, five
from workers.bots.base.position import Position
from workers.bots.base.territory import Territory

ROAD: Final = five(ROAD_COST)
SETTLEMENT: Final = five(SETTLEMENT_COST)
CITY: Final = five(CITY_COST)
CARD: Final = five(DEVELOPMENT_CARD_COST)
ROAD_FROM, ARMY_FROM = 5, 3
"""The shortest longest road and the smallest largest army that count."""
MOST_ROADS: Final = 3
"""The planner builds no more roads than this for the longest road alone."""

PATIENCE: Final = 5.0
"""Rolls that are added to every wait; without them cheap goals would always come first."""
GROWTH: Final = 0.035
"""The value of a pip in points, for each point that the leader still lacks."""
WINNING: Final = 50.0
A_CARD: Final = 0.01
"""The part by which any card makes a hand better."""
CARD_POINTS: Final = 1.4
"""The value of a development card without the largest army."""
ARMY_SHARE: Final = 0.4
"""The part of the largest army that one more knight is worth while the army is within reach."""


class Goal(Struct, frozen=True, eq=False):
    """A goal to save for: its whole price, its value, and the next step towards it."""

    cost: Five
    points: float
    growth: float
    step: Command
    step_cost: Five

    @property
    def share(self) -> float:
        """The part of the whole price that the next step costs."""
        return sum(self.step_cost) / sum(self.cost)


@lru_cache(maxsize=1 << 12)
def buildings(territory: Territory, seat: Seat) -> tuple[Goal, ...]:
    """Return settlements and the best city as goals, with the roads that they need."""
    found = []
    for site in territory.sites:
        cost = tuple(s + len(site.roads) * r for s, r in zip(SETTLEMENT, ROAD, strict=True))
        if site.roads:
            step: Command = BuildRoad(seat, site.roads[0])
            found.append(Goal(cost, 1, site.growth, step, ROAD))
        else:
            step = BuildSettlement(seat, site.node)
            found.append(Goal(cost, 1, site.growth, step, SETTLEMENT))
    if territory.city is not None:
        step = BuildCity(seat, territory.city.node)
        found.append(Goal(CITY, 1, territory.city.growth, step, CITY))
    return tuple(found)


def goals(position: Position) -> Iterator[Goal]:
    """Yield every goal that is worth saving for now."""
    yield from buildings(position.territory, position.seat)
    if position.view.deck:
        yield Goal(CARD, card_points(position), 0, BuyDevelopmentCard(position.seat), CARD)
    road = longest_road(position)
    if road is not None:
        yield road


def roads_to_longest(position: Position) -> int | None:
    """How many more roads in a row take the longest road; None if this seat has it."""
    holder = position.holder("longest_road")
    if holder == position.seat or not position.counts("longest_road"):
        return None
    needed = ROAD_FROM if holder is None else position.road_length(holder) + 1
    return max(1, needed - position.road_length(position.seat))


def knights_to_largest(position: Position) -> int | None:
    """How many more knights take the largest army; None if this seat has it."""
    holder = position.holder("largest_army")
    if holder == position.seat or not position.counts("largest_army"):
        return None
    needed = ARMY_FROM if holder is None else position.knights(holder) + 1
    return max(1, needed - position.knights(position.seat))


def longest_road(position: Position) -> Goal | None:
    """Return the longest road as a goal, if it is near enough and can be made longer."""
    missing = roads_to_longest(position)
    left = ROADS_EACH - len(position.pieces[position.seat][0])
    if missing is None or missing > min(left, MOST_ROADS):
        return None
    edge = position.territory.extension(position.road_length(position.seat))
    if edge is None:
        return None
    cost = tuple([missing * count for count in ROAD])
    return Goal(cost, AWARD_POINTS, 0, BuildRoad(position.seat, edge), ROAD)


def card_points(position: Position) -> float:
    """The value of a development card: a point, a knight, or some cards or roads."""
    missing = knights_to_largest(position)
    if missing is None or missing <= position.own_cards["knight"]:
        return CARD_POINTS
    return CARD_POINTS + ARMY_SHARE * AWARD_POINTS / (missing - position.own_cards["knight"] + 1)


class Plan:
    """Weighs the goals of a seat by its hand."""

    __slots__ = ("best", "goals", "position", "rate", "standing", "waiting")

    def __init__(self, position: Position) -> None:
        self.position = position
        growth = GROWTH * max(1, position.target - max(position.points))
        need = position.need
        self.weigh(
            [
                (
                    goal,
                    goal.points + growth * goal.growth + (WINNING if goal.points >= need else 0),
                )
                for goal in self.find()
            ]
        )

    def weigh(self, goals: list[tuple[Goal, float]]) -> None:
        """Choose the best of these goals."""
        hand = self.position.hand
        self.goals = goals
        """The goals, each with its value in points."""
        self.best, self.rate, self.waiting = self.look(hand)
        """The goal that pays soonest, its points per roll, and the rolls that it takes."""
        self.standing = self.rate * (1 + A_CARD * sum(hand))
        """The value of the seat's own hand; `worth` returns that of any other hand."""

    def find(self) -> Iterator[Goal]:
        """Return every goal that is worth saving for now."""
        return goals(self.position)

    def look(self, hand: Five) -> tuple[Goal | None, float, float]:
        """Return the best goal with this hand, its points per roll, and the rolls that it takes."""
        slowness, rates = self.position.slowness, self.position.holdings.rates
        best, rate, waiting = None, 0.0, 0.0
        for goal, value in self.goals:
            if value <= rate * PATIENCE:
                continue  # It would not be better even if it took no time.
            rolls = wait(hand, goal.cost, slowness, rates)
            if value / (rolls + PATIENCE) > rate:
                best, rate, waiting = goal, value / (rolls + PATIENCE), rolls
        return best, rate, waiting

    def worth(self, hand: Five) -> float:
        """The value of a hand: points per roll, and a little for every card."""
        return self.look(hand)[1] * (1 + A_CARD * sum(hand))

    def by_value(self) -> list[tuple[Goal, float]]:
        """Return the goals, the most valuable first, whatever they cost."""
        return sorted(self.goals, key=lambda goal: -goal[1])

    def longest_road_within(self, roads: int) -> bool:
        """Whether so many roads in a row take the longest road."""
        missing = roads_to_longest(self.position)
        return missing is not None and missing <= roads
