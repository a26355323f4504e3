"""How long a seat waits for cards: income, the bank's rates and what it holds."""

from functools import lru_cache
from typing import Final

from workers.bots.base.island import Five
from workers.bots.base.territory import Territory

ROLLS: Final = 36
TRADED: Final = 0.5
"""Which part of the other income is free to be traded away."""
NEVER: Final = 1_000.0


@lru_cache(maxsize=1 << 12)
def rolls_a_card(income: Five, rates: Five) -> tuple[float, ...]:
    """For each resource: after how many rolls a card of it can be had, from hexes or the bank."""
    by_trade = [pips / rate for pips, rate in zip(income, rates, strict=True)]
    total = sum(by_trade)
    return tuple(
        ROLLS / gained if (gained := pips + TRADED * (total - own)) else NEVER
        for pips, own in zip(income, by_trade, strict=True)
    )


def robbed_income(territory: Territory, robber: int) -> Five:
    """The income while the robber stands where it does."""
    paid = territory.by_hex.get(robber)
    if not paid:
        return territory.income
    resource, pips = territory.island.yields[robber]
    income = list(territory.income)
    income[resource] -= paid * pips
    return tuple(income)


def wait(hand: Five, cost: Five, slowness: tuple[float, ...], rates: Five) -> float:
    """About how many rolls pass until the hand can pay; spare cards shorten it at the bank's rate."""
    missing = 0
    spare = total = worst = 0.0
    for held, needed, slow, rate in zip(hand, cost, slowness, rates, strict=True):
        if held < needed:
            missing += needed - held
            rolls = (needed - held) * slow
            total += rolls
            if rolls > worst:
                worst = rolls
        elif held > needed:
            spare += (held - needed) / rate
    if not missing:
        return 0.0
    return (worst + total) / 2 * max(0.1, 1 - spare / missing)


def lacking(hand: Five, cost: Five) -> Five:
    """What is missing of a price."""
    return tuple(max(0, needed - held) for held, needed in zip(hand, cost, strict=True))


def spare(hand: Five, cost: Five) -> Five:
    """What would be left after paying, as far as there is any."""
    return tuple(max(0, held - needed) for held, needed in zip(hand, cost, strict=True))


def covers(hand: Five, cost: Five) -> bool:
    return all(held >= needed for held, needed in zip(hand, cost, strict=True))


def moved(hand: Five, give: Five, take: Five) -> Five:
    """The hand after a trade."""
    return tuple(held - g + t for held, g, t in zip(hand, give, take, strict=True))
