"""What a seat gets from its buildings: income, rates at the bank, and which resources it lacks."""

from dataclasses import dataclass
from functools import lru_cache
from operator import getitem
from typing import Final, TypeAlias

from domain.base.harbours import AT_ANY_HARBOUR, AT_OWN_HARBOUR, WITHOUT_HARBOUR
from domain.cards import RESOURCES
from domain.grid.geometry import mask_of
from workers.bots.base.island import ANY, Five, Island

Gains: TypeAlias = tuple[tuple[float, ...], ...]
"""For each resource: the value of a number of additional pips."""

WEIGHTS: Final = (1.0, 1.0, 0.8, 1.15, 1.1)
"""The value of a pip of each resource for a seat that has a little of everything."""
NEW: Final = 1.25
RARE: Final = 1.1
"""How much more a pip is worth for a seat that has little or none of the resource."""
FIRST: Final = 1.5
"""The value, in pips, of the first income of a resource."""
MOST_PIPS: Final = 15
"""The most pips of a crossing: three hexes with five pips each."""
ENOUGH: Final = 4
"""A seat with so many pips of a resource has enough of it."""
THREE_FOR_ONE: Final = 0.1
TWO_FOR_ONE: Final = 0.25
"""The value that a harbour adds to every pip that it can trade."""


@dataclass(frozen=True, slots=True, eq=False)
class Holdings:
    """The income and rates of a seat, which follow from its settlements and cities alone."""

    income: Five
    """The pips of each resource, without the effect of the robber."""
    by_hex: dict[int, int]
    """How many cards each hex pays when its number is rolled."""
    rates: Five
    """How many cards of each resource the bank takes for one card."""
    gains: Gains

    def robbed(self, island: Island, robber: int | None) -> Five:
        """Return the income while the robber is on this hex."""
        if robber is None or not self.by_hex.get(robber):
            return self.income
        paid = self.by_hex[robber]
        resource, pips = island.yields[robber]
        income = list(self.income)
        income[resource] -= paid * pips
        return tuple(income)


@lru_cache(maxsize=1 << 12)
def holdings(island: Island, settlements: tuple[int, ...], cities: tuple[int, ...]) -> Holdings:
    by_hex: dict[int, int] = {}
    income = [0] * len(RESOURCES)
    for nodes, paid in ((settlements, 1), (cities, 2)):
        for node in nodes:
            for hex_ in island.grid.node_hexes[node]:
                if hex_ in island.yields:
                    resource, pips = island.yields[hex_]
                    income[resource] += pips * paid
                    by_hex[hex_] = by_hex.get(hex_, 0) + paid
    own = mask_of(settlements) | mask_of(cities)
    earned = tuple(income)
    return Holdings(earned, by_hex, _rates(island, own), gains(earned))


def _rates(island: Island, own: int) -> Five:
    general = AT_ANY_HARBOUR if island.harbours.get(ANY, 0) & own else WITHOUT_HARBOUR
    return tuple(
        AT_OWN_HARBOUR if island.harbours.get(resource, 0) & own else general
        for resource in RESOURCES
    )


@lru_cache(maxsize=1 << 12)
def gains(income: Five, weights: tuple[float, ...] = WEIGHTS) -> Gains:
    """The value of more pips for a seat with this income; missing resources are worth most."""
    return tuple(_gains(weight, pips) for weight, pips in zip(weights, income, strict=True))


def _gains(weight: float, pips: int) -> tuple[float, ...]:
    weight *= NEW if not pips else RARE if pips < ENOUGH else 1.0
    first = 0 if pips else FIRST
    return (0.0, *(weight * more + first for more in range(1, MOST_PIPS + 1)))


def worth(pips: Five, by_count: Gains) -> float:
    """Return the sum of the values of a crossing's pips."""
    return sum(map(getitem, by_count, pips), 0.0)


@lru_cache(maxsize=1 << 12)
def growths(island: Island, has: Holdings) -> list[float]:
    """By node: the value that a settlement there would add for a seat, in pips."""
    found = [worth(pips, has.gains) for pips in island.pips]
    for node, kinds in island.kinds.items():
        found[node] += sum(harbour_worth(kind, has) for kind in kinds)
    return found


def harbour_worth(kind: str, has: Holdings) -> float:
    if kind != ANY:
        i = RESOURCES.index(kind)
        return TWO_FOR_ONE * has.income[i] if has.rates[i] > AT_OWN_HARBOUR else 0.0
    return THREE_FOR_ONE * sum(has.income) if WITHOUT_HARBOUR in has.rates else 0.0
