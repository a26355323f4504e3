"""The other seats as trading partners: what they may hold, and what they would agree to."""

from math import exp

from domain.cards import EACH_IN_BANK, RESOURCES
from domain.ids import Seat
from workers.bots.base.economy import moved
from workers.bots.base.goals import Plan
from workers.bots.base.island import Five
from workers.bots.base.position import Position

GAIN = 1.03
"""A trade has to make a hand better by this much, or it is not worth an answer."""
LIKELY = 0.33
"""A seat is asked for a card only if it is at least this likely to hold one."""
NOTHING: Five = (0,) * len(RESOURCES)


def cards_elsewhere(position: Position) -> tuple[float, ...]:
    """Count the others' cards of each resource; guess them if the bank is hidden."""
    if position.bank is not None:
        return tuple(
            float(EACH_IN_BANK - left - own)
            for left, own in zip(position.bank, position.hand, strict=True)
        )
    total = sum(position.cards_held(seat) for seat in position.others)
    return (total / len(RESOURCES),) * len(RESOURCES)


def expected_hands(position: Position) -> dict[Seat, tuple[float, ...]]:
    """Guess how many cards of each resource every other seat holds, from what it earns."""
    shares = {
        seat: [position.cards_held(seat) * (1 + pips) for pips in position.holdings_of(seat).income]
        for seat in position.others
    }
    totals = [max(1, sum(column)) for column in zip(*shares.values(), strict=True)]
    elsewhere = cards_elsewhere(position)
    return {
        seat: tuple(
            [
                count * share / total
                for count, share, total in zip(elsewhere, own, totals, strict=True)
            ]
        )
        for seat, own in shares.items()
    }


class Partner:
    """Another seat, judged by what this planner would do there with the hand it may hold."""

    __slots__ = ("_expected", "_own", "_plan", "seat")

    def __init__(self, plan: Plan, seat: Seat, expected: tuple[float, ...]) -> None:
        self.seat = seat
        self._own = plan
        self._expected = expected
        self._plan: Plan | None = None

    def chance(self, give: Five, want: Five) -> float:
        """How likely this seat holds the card that is wanted; 0 if it would not agree."""
        holds = 1 - exp(-self._expected[want.index(1)])
        return holds if holds >= LIKELY and self._agrees(give, want) else 0.0

    def _agrees(self, give: Five, want: Five) -> bool:
        plan = self.plan
        hand = plan.position.hand
        if not hand[want.index(1)]:
            hand = moved(hand, NOTHING, want)
        return plan.worth(moved(hand, want, give)) > GAIN * plan.worth(hand)

    @property
    def plan(self) -> Plan:
        """The goals of this seat, as far as they can be known. Made when first asked for."""
        if self._plan is None:
            position = self._own.position
            hand = whole_hand(self._expected, position.cards_held(self.seat))
            self._plan = type(self._own)(position.from_seat(self.seat, hand))
        return self._plan


def whole_hand(expected: tuple[float, ...], held: int) -> Five:
    """Round an expected hand to a hand of so many cards, the largest remainders up."""
    total = sum(expected) or 1
    shares = [count * held / total for count in expected]
    hand = [int(share) for share in shares]
    by_remainder = sorted(range(len(hand)), key=lambda i: hand[i] - shares[i])
    for i in by_remainder[: held - sum(hand)]:
        hand[i] += 1
    return tuple(hand)
