"""The luck of a seat: what the dice gave it, against what fair dice give on the average."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from domain.base.state import Payout
from domain.base.statistics_kept import Production
from domain.chance.dice_sums import ALL_WAYS, WAYS
from domain.ids import Seat
from domain.statistics import LuckCounts

HOW: Final = (
    "Luck is counted in resource cards: due less expected. At every roll, a seat expects for each "
    "number the cards that its settlements (1) and cities (2) would bring, times the chance of "
    "that number (its ways of 36), as the board stands then. Due is what the numbers rolled bring. "
    "Robber and bank are left aside in both; received is what came in spite of them. Deviations "
    "is luck divided by the standard deviation that fair dice have over the same rolls: between "
    "-2 and 2 in about 95 of 100 games."
)


def spread(payouts: Sequence[Payout], but: int | None = None) -> dict[Seat, int]:
    """By seat the variance of the cards that a roll brings, in parts of 36 times 36.

    `payouts` has what every number pays, but one that does not count.
    """
    means: dict[Seat, int] = {}
    squares: dict[Seat, int] = {}
    for number, ways in WAYS.items():
        for seat, cards in payouts[number].gains.items() if number != but else ():
            count = sum(cards.values())
            means[seat] = means.get(seat, 0) + ways * count
            squares[seat] = squares.get(seat, 0) + ways * count * count
    return {seat: ALL_WAYS * squares[seat] - mean * mean for seat, mean in means.items()}


class SeatLuck(Struct, frozen=True):
    """The luck of a seat, in cards."""

    seat: Seat
    expected: float
    due: int
    received: int
    luck: float
    deviations: float | None
    """None as long as nothing is expected of the dice."""


def show_luck(seat: Seat, kept: Production) -> SeatLuck:
    """The luck in a seat's production, as it was counted."""
    received = sum(kept.received.values())
    due = received + sum(kept.blocked.values()) + sum(kept.short.values())
    expected = sum(kept.ways.values()) / ALL_WAYS
    deviation = sqrt(kept.spread) / ALL_WAYS
    return SeatLuck(
        seat=seat,
        expected=round(expected, 2),
        due=due,
        received=received,
        luck=round(due - expected, 2),
        deviations=round((due - expected) / deviation, 2) if deviation else None,
    )


def count_luck(seat: Seat, kept: Production) -> LuckCounts:
    """The luck in a seat's production in whole numbers, which add up over games."""
    cards = (kept.received, kept.blocked, kept.short)
    due = sum(sum(line.values()) for line in cards)
    return LuckCounts(seat, due, sum(kept.ways.values()), kept.spread)
