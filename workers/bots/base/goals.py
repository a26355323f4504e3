"""What a seat may save for, and which of it pays soonest."""

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
"""The longest road and the largest army count from here on."""
MOST_ROADS: Final = 3
"""More roads than this are not built for the longest road alone."""

PATIENCE: Final = 5.0
"""So many rolls are lost over anything; without them what is cheap would always come first."""
GROWTH: Final = 0.035
"""What a pip is worth in points, for each point that the leader still lacks."""
WINNING: Final = 50.0
A_CARD: Final = 0.01
"""By which part any card makes a hand better."""
CARD_POINTS: Final = 1.4
"""What a development card is worth, largest army aside."""
ARMY_SHARE: Final = 0.4
"""Which part of the largest army one more knight is worth while it is within reach."""


class Goal(Struct, frozen=True, eq=False):
    """Something to save for: its whole price, what it brings, and the next step towards it."""

    cost: Five
    points: float
    growth: float
    step: Command
    step_cost: Five

    @property
    def share(self) -> float:
        """Which part of the price the next step is."""
        return sum(self.step_cost) / sum(self.cost)


@lru_cache(maxsize=1 << 12)
def buildings(territory: Territory, seat: Seat) -> tuple[Goal, ...]:
    """Settlements and the best city, with the roads that they need."""
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
    """Everything worth saving for now."""
    yield from buildings(position.territory, position.seat)
    if position.view.deck:
        yield Goal(CARD, card_points(position), 0, BuyDevelopmentCard(position.seat), CARD)
    road = longest_road(position)
    if road is not None:
        yield road


def roads_to_longest(position: Position) -> int | None:
    """How many more roads in a row take the longest road; none if it is this seat's already."""
    holder = position.holder("longest_road")
    if holder == position.seat or not position.counts("longest_road"):
        return None
    needed = ROAD_FROM if holder is None else position.road_length(holder) + 1
    return max(1, needed - position.road_length(position.seat))


def knights_to_largest(position: Position) -> int | None:
    """How many more knights take the largest army; none if it is this seat's already."""
    holder = position.holder("largest_army")
    if holder == position.seat or not position.counts("largest_army"):
        return None
    needed = ARMY_FROM if holder is None else position.knights(holder) + 1
    return max(1, needed - position.knights(position.seat))


def longest_road(position: Position) -> Goal | None:
    """The longest road, if it is not too far away and can be made longer."""
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
    """A card may be a point, a knight towards the largest army, or some cards or roads."""
    missing = knights_to_largest(position)
    if missing is None or missing <= position.own_cards["knight"]:
        return CARD_POINTS
    return CARD_POINTS + ARMY_SHARE * AWARD_POINTS / (missing - position.own_cards["knight"] + 1)


class Plan:
    """The goals of a seat, weighed by what it holds."""

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
        """Choose among these goals."""
        hand = self.position.hand
        self.goals = goals
        """With what each is worth, in points."""
        self.best, self.rate, self.waiting = self.look(hand)
        """The goal that pays soonest, the points a roll that it brings, and the rolls it takes."""
        self.standing = self.rate * (1 + A_CARD * sum(hand))
        """How good the hand is that the seat holds, as `worth` tells of another."""

    def find(self) -> Iterator[Goal]:
        """Everything worth saving for now."""
        return goals(self.position)

    def look(self, hand: Five) -> tuple[Goal | None, float, float]:
        """The best goal of a seat with this hand, its points a roll, and the rolls it takes."""
        slowness, rates = self.position.slowness, self.position.holdings.rates
        best, rate, waiting = None, 0.0, 0.0
        for goal, value in self.goals:
            if value <= rate * PATIENCE:
                continue  # Not even at once would it be better.
            rolls = wait(hand, goal.cost, slowness, rates)
            if value / (rolls + PATIENCE) > rate:
                best, rate, waiting = goal, value / (rolls + PATIENCE), rolls
        return best, rate, waiting

    def worth(self, hand: Five) -> float:
        """How good a hand is: points a roll, and a trifle for every card."""
        return self.look(hand)[1] * (1 + A_CARD * sum(hand))

    def by_value(self) -> list[tuple[Goal, float]]:
        """The goals, the most valuable first, whatever they cost."""
        return sorted(self.goals, key=lambda goal: -goal[1])

    def longest_road_within(self, roads: int) -> bool:
        """Whether so many roads in a row take the longest road."""
        missing = roads_to_longest(self.position)
        return missing is not None and missing <= roads
