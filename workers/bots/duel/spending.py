"""Decides when to pay trade cards for an action, and when to give up a knight for trade cards."""

from typing import Final

from domain.duel.commands import DiscardKnight, ForceTrade, GiveBack, SendRobberToDesert
from domain.duel.spending import TRADED
from domain.messages import Command
from domain.ruleset import Action
from workers.bots.base.economy import lacking, spare
from workers.bots.base.goals import Plan
from workers.bots.base.robbing import least_wanted
from workers.bots.duel.position import DuelPosition

OUT_OF_REACH: Final = 2
"""A seat that is so many knights behind has little use for its own."""


def spend(position: DuelPosition, actions: list[Action]) -> Command | None:
    """Move the robber off this seat's land at once; after the rolls, swap useless cards."""
    for action in actions:
        if isinstance(action, SendRobberToDesert) and position.is_robbed:
            return action
        if isinstance(action, ForceTrade) and _is_worth_it(position):
            return action
        if isinstance(action, DiscardKnight) and _is_idle(position):
            return action
    return None


def _is_worth_it(position: DuelPosition) -> bool:
    """Whether this seat has cards to give for two that it may need, before the turn ends."""
    goal = Plan(position).best
    if position.is_before_roll or goal is None or position.cards_held(position.opponent) < TRADED:
        return False
    missing, left = lacking(position.hand, goal.cost), spare(position.hand, goal.cost)
    return bool(any(missing)) and sum(left) >= TRADED


def _is_idle(position: DuelPosition) -> bool:
    """Whether a knight is of no use: the army is out of reach, and an action needs its price."""
    ahead = position.knights(position.opponent) - position.knights(position.seat)
    return ahead >= OUT_OF_REACH and not position.can_pay


def give_back(position: DuelPosition) -> GiveBack:
    return GiveBack(position.seat, least_wanted(Plan(position), TRADED))
