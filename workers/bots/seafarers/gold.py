"""Chooses cards from gold: those that the goals need."""

from domain.cards import EACH_IN_BANK, RESOURCES, Cards
from domain.seafarers.commands import PickGold
from workers.bots.base.island import Five
from workers.bots.seafarers.goals import SeaPlan
from workers.bots.seafarers.position import SeaPosition


def pick(plan: SeaPlan) -> PickGold | None:
    """Choose the cards that make the hand best; None if too little is known of a hidden bank."""
    position = plan.position
    bank = list(_in_bank(position))
    hand = list(position.hand)
    picked: Cards = {}
    for _ in range(_due(position)):
        there = [i for i in range(len(RESOURCES)) if bank[i] > 0]
        if not there:
            return None
        i = max(there, key=lambda i: (_worth(plan, hand, i), position.slowness[i]))
        bank[i] -= 1
        hand[i] += 1
        picked[RESOURCES[i]] = picked.get(RESOURCES[i], 0) + 1
    return PickGold(position.seat, picked)


def _worth(plan: SeaPlan, hand: list[int], more: int) -> float:
    return plan.worth(tuple([count + (i == more) for i, count in enumerate(hand)]))


def _due(position: SeaPosition) -> int:
    """How many cards this seat takes: as many as it may, or all that are left."""
    held = sum(position.cards_held(place.seat) for place in position.view.seats)
    return min(position.view.gold[0].count, EACH_IN_BANK * len(RESOURCES) - held)


def _in_bank(position: SeaPosition) -> Five:
    """How many cards of each resource the bank has; if that is hidden, how many at least."""
    if position.bank is not None:
        return position.bank
    elsewhere = sum(position.cards_held(place.seat) for place in position.view.seats)
    elsewhere -= sum(position.hand)
    return tuple([max(0, EACH_IN_BANK - own - elsewhere) for own in position.hand])
