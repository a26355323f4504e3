"""What a seat gets from its buildings: income, rates and gold."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from workers.bots.base import economy
from workers.bots.base import holdings as base
from workers.bots.base.economy import ROLLS
from workers.bots.base.holdings import Holdings, gains, worth
from workers.bots.base.island import Five
from workers.bots.seafarers.chart import Chart

WEIGHTS: Final = (0.95, 1.1, 0.95, 1.15, 1.1)
"""The value of a pip of each resource; ships need lumber and wool."""
GOLD: Final = 1.4
"""The value of a pip of gold."""
GOLD_SHARE: Final = 0.5
"""The part of the gold that is free for any one resource."""


@dataclass(frozen=True, slots=True, eq=False)
class SeaHoldings(Holdings):
    """Gold hexes are in `by_hex`, but not in the income."""

    gold: int
    """The pips of gold."""


@lru_cache(maxsize=1 << 12)
def holdings(chart: Chart, settlements: tuple[int, ...], cities: tuple[int, ...]) -> SeaHoldings:
    plain = base.holdings(chart, settlements, cities)
    by_hex, gold = dict(plain.by_hex), 0
    for nodes, paid in ((settlements, 1), (cities, 2)):
        for node in nodes:
            for hex_ in chart.grid.node_hexes[node]:
                if hex_ in chart.gold:
                    by_hex[hex_] = by_hex.get(hex_, 0) + paid
                    gold += chart.gold[hex_] * paid
    # With gold no resource is missing completely.
    income = tuple([pips + gold // 2 for pips in plain.income]) if gold else plain.income
    return SeaHoldings(plain.income, by_hex, plain.rates, gains(income, WEIGHTS), gold)


@lru_cache(maxsize=1 << 12)
def growths(chart: Chart, has: SeaHoldings) -> list[float]:
    """By node: the value that a settlement there would add for a seat, in pips."""
    found = base.growths(chart, has)
    return [growth + GOLD * gold for growth, gold in zip(found, chart.gold_at, strict=True)]


def city_growth(chart: Chart, has: SeaHoldings, node: int) -> float:
    return worth(chart.pips[node], has.gains) + GOLD * chart.gold_at[node]


def rolls_a_card(has: SeaHoldings, chart: Chart, robber: int | None) -> tuple[float, ...]:
    """As in the base game; gold counts as the resource that is needed."""
    income: Five = has.income
    gold = has.gold
    if robber in chart.gold:
        gold -= has.by_hex.get(robber, 0) * chart.gold[robber]
    elif robber is not None:
        income = has.robbed(chart, robber)
    slowness = economy.rolls_a_card(income, has.rates)
    if not gold:
        return slowness
    return tuple([ROLLS / (ROLLS / slow + GOLD_SHARE * gold) for slow in slowness])
