"""Estimates how long a seat waits for cards, from its income, bank rates and hand."""

from functools import lru_cache
from operator import ge
from typing import Final

from workers.bots.base.island import Five

ROLLS: Final = 36
TRADED: Final = 0.5
"""The part of the other income that can be traded away."""
NEVER: Final = 1_000.0
LEAST_LEFT: Final = 0.1
"""Spare cards never shorten the wait below this part of it: they rarely fit the bank's rate."""


@lru_cache(maxsize=1 << 12)
def rolls_a_card(income: Five, rates: Five) -> tuple[float, ...]:
    """For each resource: the number of rolls until a card of it comes, from hexes or the bank."""
    by_trade = [pips / rate for pips, rate in zip(income, rates, strict=True)]
    total = sum(by_trade)
    return tuple(
        ROLLS / gained if (gained := pips + TRADED * (total - own)) else NEVER
        for pips, own in zip(income, by_trade, strict=True)
    )


def wait(hand: Five, cost: Five, slowness: tuple[float, ...], rates: Five) -> float:
    """Estimate the number of rolls until the hand can pay; spare cards shorten it."""
    missing = 0
    spare = total = worst = 0.0
    for held, needed, slow, rate in zip(hand, cost, slowness, rates, strict=True):
        lack = needed - held
        if lack > 0:
            missing += lack
            rolls = lack * slow
            total += rolls
            if rolls > worst:
                worst = rolls
        elif lack:
            spare -= lack / rate
    if not missing:
        return 0.0
    left = 1 - spare / missing
    return (worst + total) / 2 * (left if left > LEAST_LEFT else LEAST_LEFT)


def lacking(hand: Five, cost: Five) -> Five:
    """Return the cards that a hand lacks for a price."""
    return tuple([n - h if n > h else 0 for h, n in zip(hand, cost, strict=True)])


def spare(hand: Five, cost: Five) -> Five:
    """Return the cards that are left after paying a price; no count is below zero."""
    return tuple([h - n if h > n else 0 for h, n in zip(hand, cost, strict=True)])


def covers(hand: Five, cost: Five) -> bool:
    """Whether the hand can pay the price."""
    return all(map(ge, hand, cost))


def moved(hand: Five, give: Five, take: Five) -> Five:
    """Return the hand after a trade."""
    return tuple([held - g + t for held, g, t in zip(hand, give, take, strict=True)])
