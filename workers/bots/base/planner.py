"""The planner: what it does with each kind of decision."""

from collections.abc import Callable
from typing import TypeVar

from domain.base.commands import (
    AcceptTrade,
    BuildRoad,
    ConfirmTrade,
    Discard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlaceSettlement,
    PlayKnight,
    RefuseTrade,
    RollDice,
    StopPlacing,
    WithdrawOffer,
)
from domain.choices import Below, Choice
from domain.messages import Command
from domain.ruleset import Action
from workers.bots.base import founding, robbing, trading
from workers.bots.base.cards import card_to_play, knight_before_roll
from workers.bots.base.economy import covers, moved, wait
from workers.bots.base.goals import Goal, Plan
from workers.bots.base.position import Position
from workers.bots.bot import Turn
from workers.bots.chancer import choose_at_random

C = TypeVar("C", bound=Command)
NOTHING = (0, 0, 0, 0, 0)


def choose_by_plan(turn: Turn, below: Below) -> Command:
    """Decide by what is asked; where there is nothing to decide, do not even look."""
    first = turn.actions[0]
    if isinstance(first, Choice):
        decision = _DECISIONS.get(first.command)
    elif len(turn.actions) == 1:
        return first
    else:
        decision = _DECISIONS.get(type(first))
    return decision(turn) if decision is not None else choose_at_random(turn, below)


def _position(turn: Turn) -> Position:
    return Position(turn.view, turn.seat)


def _of_kind(turn: Turn, kind: type[C]) -> list[C]:
    return [action for action in turn.actions if isinstance(action, kind)]


def _place_settlement(turn: Turn) -> Command:
    return founding.place_settlement(_position(turn), _of_kind(turn, PlaceSettlement))


def _place_road(turn: Turn) -> Command:
    position = _position(turn)
    wishes = _of_kind(turn, PlaceRoad)
    if position.is_founding:
        return founding.place_road(position, wishes)
    steps = [goal.step for goal, _ in Plan(position).by_value() if isinstance(goal.step, BuildRoad)]
    for step in steps:
        wish = PlaceRoad(turn.seat, step.edge)
        if wish in turn.actions:
            return wish
    stops = _of_kind(turn, StopPlacing)
    return stops[0] if stops else wishes[0]


def _roll(turn: Turn) -> Command:
    knights = _of_kind(turn, PlayKnight)
    return knights[0] if knights and knight_before_roll(_position(turn)) else RollDice(turn.seat)


def _discard(turn: Turn) -> Command:
    position = _position(turn)
    return robbing.discard(Plan(position), position.discard_due)


def _move_robber(turn: Turn) -> Command:
    return robbing.move_robber(_position(turn), _of_kind(turn, MoveRobber))


def _answer(turn: Turn) -> Command:
    if not _of_kind(turn, AcceptTrade):
        return RefuseTrade(turn.seat)
    return trading.answer(Plan(_position(turn)))


def _main(turn: Turn) -> Command:
    """Finish an offer, play a card, buy what was saved for, trade for it, buy what is in no way."""
    actions = turn.actions
    if WithdrawOffer(turn.seat) in actions and not _of_kind(turn, ConfirmTrade):
        return WithdrawOffer(turn.seat)
    if len(actions) == 2 and isinstance(actions[1], Choice) and trading.has_offered(turn.view):
        return EndTurn(turn.seat)
    position = _position(turn)
    plan = Plan(position)
    if position.offer is not None:
        return trading.conclude(plan, actions, position.offer)
    return (
        card_to_play(plan, actions)
        or _step(plan, actions)
        or trading.bank_trade(plan, actions)
        or _offer(plan, actions)
        or _by_the_way(plan, actions)
        or EndTurn(turn.seat)
    )


def _step(plan: Plan, actions: list[Action]) -> Command | None:
    goal = plan.best
    if goal is None or not covers(plan.position.hand, goal.step_cost):
        return None
    return goal.step if goal.step in actions else None


def _offer(plan: Plan, actions: list[Action]) -> Command | None:
    for action in reversed(actions):
        if isinstance(action, Choice) and action.command is OfferTrade:
            return trading.offer(plan)
    return None


def _by_the_way(plan: Plan, actions: list[Action]) -> Command | None:
    """Something else that is worth more than the time by which it puts off the goal."""
    best: Command | None = None
    most = 0.0
    for goal, value in plan.goals:
        if goal is plan.best or not covers(plan.position.hand, goal.step_cost):
            continue
        gain = value * goal.share - _cost_of_delay(plan, goal)
        if gain > most and goal.step in actions:
            best, most = goal.step, gain
    return best


def _cost_of_delay(plan: Plan, goal: Goal) -> float:
    position = plan.position
    if plan.best is None:
        return 0.0
    left = moved(position.hand, goal.step_cost, NOTHING)
    rolls = wait(left, plan.best.cost, position.slowness, position.holdings.rates)
    return (rolls - plan.waiting) * plan.rate


_DECISIONS: dict[type[Command], Callable[[Turn], Command]] = {
    PlaceSettlement: _place_settlement,
    PlaceRoad: _place_road,
    RollDice: _roll,
    Discard: _discard,
    MoveRobber: _move_robber,
    RefuseTrade: _answer,
    EndTurn: _main,
}
"""By the first action listed: what comes first tells what is asked."""
