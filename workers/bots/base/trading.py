"""Trades with the bank for the next purchase, and with players if both gain."""

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
from workers.bots.base.island import five

OFFERS = 2
"""So many offers a turn; a table has better things to do than to answer the same one again."""
MOST_ASKED = 2
"""Offers are made to players when no more cards than this are missing."""
GAIN = 1.03
"""A trade must make the hand better by at least this much."""


def bank_trade(plan: Plan, actions: list[Action]) -> Command | None:
    """Choose the next trade with the bank, if such trades can bring all the missing cards."""
    goal, position = plan.best, plan.position
    if goal is None:
        return None
    missing, left = lacking(position.hand, goal.cost), spare(position.hand, goal.cost)
    rates = position.holdings.rates
    lots = [count // rate for count, rate in zip(left, rates, strict=True)]
    if not 0 < sum(missing) <= sum(lots):
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
    """A card that the goal can do without for one that it lacks; at the second try, two for one."""
    goal, position = plan.best, plan.position
    if goal is None or has_offered(position.view):
        return None
    missing, left = lacking(position.hand, goal.cost), spare(position.hand, goal.cost)
    if not 0 < sum(missing) <= MOST_ASKED or not any(left):
        return None
    to = tuple(
        seat
        for seat in position.others
        if position.cards_held(seat) and not position.is_about_to_win(seat)
    )
    count = 1 + position.view.offers_made
    give = max(range(len(RESOURCES)), key=lambda i: (left[i], -position.slowness[i]))
    if not to or left[give] < count:
        return None
    want = max((i for i in range(len(RESOURCES)) if missing[i]), key=lambda i: position.slowness[i])
    return OfferTrade(position.seat, {RESOURCES[give]: count}, {RESOURCES[want]: 1}, to)


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
