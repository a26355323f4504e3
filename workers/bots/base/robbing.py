"""The robber and the seven: whom to hit, and which cards to let go."""

from collections.abc import Callable

from domain.base.commands import Discard, MoveRobber
from domain.cards import RESOURCES, Cards
from domain.ids import Seat
from workers.bots.base.economy import spare
from workers.bots.base.goals import Plan
from workers.bots.base.island import Five
from workers.bots.base.position import Position

THEFT = 3.0
"""What a stolen card is worth, in pips."""
OWN_LOSS = 4.0
"""How much more an own pip counts than a foreign one."""


def move_robber(position: Position, wishes: list[MoveRobber]) -> MoveRobber:
    """Where it costs the leader most; never, if it can be helped, where it costs this seat."""
    return max(wishes, key=robber_values(position))


def robber_values(position: Position) -> Callable[[MoveRobber], float]:
    """What a move of the robber is worth, in pips."""
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
    """How much a seat is to be feared: the leader three times as much as anybody else."""
    points = position.points[seat]
    leads = points == max(position.points[other] for other in position.others)
    return (3.0 if leads else 1.0) * (1 + points) / position.target


def discard(plan: Plan) -> Discard:
    return Discard(plan.position.seat, least_wanted(plan, plan.position.discard_due))


def least_wanted(plan: Plan, count: int) -> Cards:
    """What the best goal can do without first, then what comes back soonest."""
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
