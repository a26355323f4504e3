"""Decides where the robber goes, from whom it steals, and which cards to discard."""

from collections.abc import Callable

from domain.base.commands import Discard, MoveRobber
from domain.cards import RESOURCES, Cards
from domain.choices import Below
from domain.ids import Seat
from workers.bots.base.economy import spare
from workers.bots.base.goals import Plan
from workers.bots.base.island import Five
from workers.bots.base.position import Position
from workers.bots.bot import best_of

THEFT = 3.0
"""The value of a stolen card, in pips."""
OWN_LOSS = 4.0
"""How much more a pip of this seat counts than a pip of another seat."""


def move_robber(position: Position, wishes: list[MoveRobber], below: Below) -> MoveRobber:
    """Choose the move that costs the leader most, and this seat nothing if possible."""
    return best_of(wishes, robber_values(position), below)


def robber_values(position: Position) -> Callable[[MoveRobber], float]:
    """Return a function that values a move of the robber, in pips."""
    threats = {seat: threat(position, seat) for seat in position.others}
    paid = {seat: position.holdings_of(seat).by_hex for seat in threats}
    own = position.holdings.by_hex

    def value(wish: MoveRobber) -> float:
        pips = position.island.pips_of(wish.hex)
        gain = -OWN_LOSS * own.get(wish.hex, 0) * pips
        for seat, weight in threats.items():
            gain += weight * paid[seat].get(wish.hex, 0) * pips
        return gain if wish.victim is None else gain + THEFT * threats[wish.victim]

    return value


def threat(position: Position, seat: Seat) -> float:
    """How dangerous a seat is: the leader counts three times as much as any other."""
    points = position.points[seat]
    leads = points == max(position.points[other] for other in position.others)
    return (3.0 if leads else 1.0) * (1 + points) / position.target


def discard(plan: Plan) -> Discard:
    return Discard(plan.position.seat, least_wanted(plan, plan.position.discard_due))


def least_wanted(plan: Plan, count: int) -> Cards:
    """Return cards that the best goal does not need, then those that come back soonest."""
    position = plan.position
    hand = list(position.hand)
    cost: Five = plan.best.cost if plan.best is not None else (0,) * len(RESOURCES)
    dropped: Cards = {}
    for _ in range(count):
        left = spare(tuple(hand), cost)
        if any(left):
            i = max(range(len(RESOURCES)), key=lambda i: (left[i], -position.slowness[i]))
        else:
            held = [i for i in range(len(RESOURCES)) if hand[i]]
            i = min(held, key=lambda i: position.slowness[i])
        hand[i] -= 1
        dropped[RESOURCES[i]] = dropped.get(RESOURCES[i], 0) + 1
    return dropped
