"""Trades with the bank for the next purchase, and with players if both gain."""

from collections.abc import Iterator

from domain.base.commands import (
    AcceptTrade,
    ConfirmTrade,
    OfferTrade,
    RefuseTrade,
    TradeWithBank,
    WithdrawOffer,
)
from domain.base.view_types import BasePlayView, OfferView
from domain.cards import RESOURCES, Cards
from domain.ids import Seat
from domain.messages import Command
from domain.ruleset import Action
from domain.table.view import TableView
from workers.bots.base.economy import lacking, moved, spare
from workers.bots.base.goals import Plan
from workers.bots.base.island import Five, cards, five, lot
from workers.bots.base.partners import GAIN, Partner, expected_hands

OFFERS = 2
"""So many offers a turn; a table has better things to do than to answer the same one again."""
MOST_ASKED = 2
"""Offers are made to players when no more cards than this are missing."""
MOST_TRIED = 2
"""At most this many trades are thought through from the other side: it takes a while."""
MOST_GIVEN = 2
"""At most this many cards are given for one."""


def bank_trade(plan: Plan, actions: list[Action], *, in_part: bool = False) -> Command | None:
    """Choose the next trade with the bank, if such trades can bring all the missing cards.

    With `in_part` they need not bring all of them.
    """
    goal, position = plan.best, plan.position
    if goal is None:
        return None
    missing, left = lacking(position.hand, goal.cost), spare(position.hand, goal.cost)
    rates = position.holdings.rates
    lots = [count // rate for count, rate in zip(left, rates, strict=True)]
    if not in_part and sum(missing) > sum(lots):
        return None
    takes = sorted((i for i in range(len(RESOURCES)) if missing[i]), key=lambda i: -missing[i])
    gives = sorted(
        (i for i in range(len(RESOURCES)) if lots[i]), key=lambda i: (rates[i], -left[i])
    )
    for give in gives:
        for take in takes:
            wish = TradeWithBank(position.seat, RESOURCES[give], rates[give], {RESOURCES[take]: 1})
            if wish in actions:
                return wish
    return None


def has_offered(view: TableView) -> bool:
    """Whether the seat has made all its offers of this turn."""
    return isinstance(view, BasePlayView) and view.offers_made >= OFFERS


def offer(plan: Plan) -> OfferTrade | None:
    """Offer cards that the goal does not need for one it lacks, if a seat is likely to agree."""
    goal, position = plan.best, plan.position
    if goal is None or has_offered(position.view):
        return None
    missing, left = lacking(position.hand, goal.cost), spare(position.hand, goal.cost)
    if not 0 < sum(missing) <= MOST_ASKED or not any(left):
        return None
    least = GAIN * plan.standing
    swaps = [
        (worth, give, want)
        for give, want in _swaps(left, missing)
        if (worth := plan.worth(moved(position.hand, give, want))) > least
    ]
    if not swaps:
        return None
    partners = [
        Partner(plan, seat, expected)
        for seat, expected in expected_hands(position).items()
        if not position.is_about_to_win(seat)
    ]
    # An offer that was refused is not made again: the next best one is.
    passed = position.view.offers_made
    for _, give, want in sorted(swaps, key=lambda swap: -swap[0])[:MOST_TRIED]:
        to = tuple([partner.seat for partner in partners if partner.chance(give, want)])
        if to and not passed:
            return OfferTrade(position.seat, cards(give), cards(want), to)
        passed -= bool(to)
    return None


def _swaps(left: Five, missing: Five) -> Iterator[tuple[Five, Five]]:
    """Yield one or two spare cards of a kind, each with one card that is missing."""
    for want, lacks in enumerate(missing):
        for give, held in enumerate(left) if lacks else ():
            for count in range(1, min(held, MOST_GIVEN) + 1):
                yield lot(give, count), lot(want, 1)


def answer(plan: Plan) -> Command:
    """Accept an offer that helps this seat, unless it helps another seat to win."""
    position, made = plan.position, plan.position.offer
    if made is None or position.is_about_to_win(position.turn_seat):
        return RefuseTrade(position.seat)
    hand = moved(position.hand, five(made.want), five(made.give))
    if plan.worth(hand) > GAIN * plan.standing:
        return AcceptTrade(position.seat)
    return RefuseTrade(position.seat)


def conclude(plan: Plan, actions: list[Action], made: OfferView) -> Command:
    """Confirm the best trade that others have accepted; withdraw the offer if none is good."""
    position = plan.position
    best: Command = WithdrawOffer(position.seat)
    most = GAIN * plan.standing
    for action in actions:
        if isinstance(action, ConfirmTrade) and not position.is_about_to_win(action.partner):
            give, take = _terms(made, action.partner)
            hand = moved(position.hand, five(give), five(take))
            # Of equally good partners, take the one with the fewest points.
            value = plan.worth(hand) - 1e-6 * position.points[action.partner]
            if value > most:
                best, most = action, value
    return best


def _terms(made: OfferView, partner: Seat) -> tuple[Cards, Cards]:
    """Return what this seat would give and get."""
    answer = made.answers[partner]
    if answer.kind == "countered":
        return answer.want, answer.give
    return made.give, made.want
