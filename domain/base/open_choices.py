"""Open choices of the base game: spelled out for clients, and sampled for random players."""

from collections.abc import Mapping

from domain.base.actions import lots_by_rate
from domain.base.commands import CounterTrade, Discard, OfferTrade, TradeWithBank
from domain.base.state import Game
from domain.cards import EACH_IN_BANK, RESOURCES, Cards, Hand, Resource, full_bank
from domain.choices import BankRate, Below, Bound, Bounds, ChoiceKind
from domain.ids import Seat
from domain.messages import Command

MOST_ON_A_SIDE = 2
"""Random players do not haggle over more cards than this."""


def held(hand: Hand) -> dict[Resource, int]:
    """The cards of a hand, or of the bank, by resource."""
    return {resource: hand[resource] for resource in RESOURCES if hand[resource] > 0}


def _discard_bounds(state: Game, seat: Seat) -> Bounds:
    due = state.discards_due[seat]
    return {"cards": Bound(total=due, most=held(state.hands[seat]))}


def _offer_bounds(state: Game, seat: Seat) -> Bounds:
    return {
        "give": Bound(least_total=1, most=held(state.hands[seat])),
        "want": Bound(least_total=1, most=dict.fromkeys(RESOURCES, EACH_IN_BANK)),
        "apart": ["give", "want"],
        "to": Bound(seats=[other for other in state.playing if other != seat], all=None),
    }


def _counter_bounds(state: Game, seat: Seat) -> Bounds:
    bounds = _offer_bounds(state, seat)
    del bounds["to"]
    return bounds


def _bank_bounds(state: Game, seat: Seat) -> Bounds:
    """What the hand allows, and the bank as far as it is shown."""
    bank = state.bank if state.options.bank_visible else full_bank()
    hand, bank_rates = state.hands[seat], state.hooks.bank_rates
    return {
        "give": [
            BankRate(give, rate, hand[give] // rate)
            for give in RESOURCES
            for rate in bank_rates(state, seat, give)
            if hand[give] >= rate
        ],
        "take": Bound(total="one card a lot, none of the resource given", most=held(bank)),
    }


def _sample_discard(state: Game, seat: Seat, below: Below) -> Command:
    return Discard(seat, some(held(state.hands[seat]), state.discards_due[seat], below))


def _sample_sides(hand: Hand, below: Below) -> tuple[Cards, Cards]:
    """Cards of the hand for cards of other kinds."""
    piles = held(hand)
    # Of five kinds at least one has to be left to ask for.
    while len(piles) == len(RESOURCES):
        del piles[RESOURCES[below(len(RESOURCES))]]
    give = some(piles, 1 + below(min(MOST_ON_A_SIDE, sum(piles.values()))), below)
    wanted = {resource: MOST_ON_A_SIDE for resource in RESOURCES if resource not in give}
    return give, some(wanted, 1 + below(MOST_ON_A_SIDE), below)


def _sample_offer(state: Game, seat: Seat, below: Below) -> Command:
    give, want = _sample_sides(state.hands[seat], below)
    others = [other for other in state.playing if other != seat]
    if below(4) < 3:
        return OfferTrade(seat, give, want)
    return OfferTrade(seat, give, want, (others[below(len(others))],))


def _sample_counter(state: Game, seat: Seat, below: Below) -> Command:
    give, want = _sample_sides(state.hands[seat], below)
    return CounterTrade(seat, give, want)


def _sample_bank_trade(state: Game, seat: Seat, below: Below) -> Command:
    ways = [way for way in lots_by_rate(state, seat) if way[2] > 1]
    give, rate, lots = ways[below(len(ways))]
    count = 2 + below(lots - 1)
    piles = {resource: left for resource, left in held(state.bank).items() if resource != give}
    return TradeWithBank(seat, give, rate, some(piles, count, below))


def some(piles: Mapping[Resource, int], count: int, below: Below) -> Cards:
    """This many cards out of these, each card as likely."""
    left = [resource for resource, held in piles.items() for _ in range(held)]
    chosen: Cards = {}
    for _ in range(count):
        resource = left.pop(below(len(left)))
        chosen[resource] = chosen.get(resource, 0) + 1
    return chosen


CHOICES: dict[type[Command], ChoiceKind[Game]] = {
    Discard: ChoiceKind(_discard_bounds, _sample_discard),
    OfferTrade: ChoiceKind(_offer_bounds, _sample_offer, between_players=True),
    CounterTrade: ChoiceKind(_counter_bounds, _sample_counter, between_players=True),
    TradeWithBank: ChoiceKind(_bank_bounds, _sample_bank_trade),
}
