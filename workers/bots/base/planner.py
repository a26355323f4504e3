"""The planner: how it makes each kind of decision."""

from collections.abc import Callable, Mapping
from math import inf
from typing import Generic, TypeAlias, TypeVar

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
from domain.ids import Seat
from domain.messages import Command
from domain.ruleset import Action
from domain.table.view import TableView
from workers.bots.base import founding, robbing, trading
from workers.bots.base.cards import card_to_play, knight_before_roll
from workers.bots.base.economy import covers, moved, wait
from workers.bots.base.goals import Goal, Plan
from workers.bots.base.position import Position
from workers.bots.bot import Bot, Turn
from workers.bots.random_bot import choose_at_random

C = TypeVar("C", bound=Command)
P = TypeVar("P", bound=Position, covariant=True)
NOTHING = (0, 0, 0, 0, 0)


class Look(Generic[P]):
    """The table in the planner's numbers, and its goals; both are computed when they are needed."""

    __slots__ = ("_plan", "_read", "_turn", "below")

    def __init__(
        self,
        turn: Turn,
        read: Callable[[TableView, Seat], P],
        plan: Callable[[P], Plan],
        below: Below,
    ) -> None:
        self._turn, self._read, self._plan = turn, read, plan
        self.below = below
        """The bot's own randomness, which decides between equals."""

    def __call__(self) -> P:
        return self._read(self._turn.view, self._turn.seat)

    def plan(self) -> Plan:
        return self._plan(self())


Decisions: TypeAlias = Mapping[type[Command], Callable[[Turn, Look[P]], Command]]


def planner(
    read: Callable[[TableView, Seat], P], decisions: Decisions[P], plan: Callable[[P], Plan] = Plan
) -> Bot:
    """Make a bot with these decisions. It reads the view only if there is a choice."""

    def choose(turn: Turn, below: Below) -> Command:
        first = turn.actions[0]
        if isinstance(first, Choice):
            decision = decisions.get(first.command)
        elif len(turn.actions) == 1:
            return first
        else:
            decision = decisions.get(type(first))
        if decision is None:
            return choose_at_random(turn, below)
        return decision(turn, Look(turn, read, plan, below))

    return choose


def of_kind(turn: Turn, kind: type[C]) -> list[C]:
    return [action for action in turn.actions if isinstance(action, kind)]


def _place_settlement(turn: Turn, look: Look[Position]) -> Command:
    return founding.place_settlement(look(), of_kind(turn, PlaceSettlement))


def _place_road(turn: Turn, look: Look[Position]) -> Command:
    position = look()
    wishes = of_kind(turn, PlaceRoad)
    if position.is_founding:
        return founding.place_road(position, wishes)
    steps = [goal.step for goal, _ in Plan(position).by_value() if isinstance(goal.step, BuildRoad)]
    for step in steps:
        wish = PlaceRoad(turn.seat, step.edge)
        if wish in turn.actions:
            return wish
    stops = of_kind(turn, StopPlacing)
    return stops[0] if stops else wishes[0]


def before_roll(turn: Turn, look: Look[Position]) -> Command:
    knights = of_kind(turn, PlayKnight)
    return knights[0] if knights and knight_before_roll(look()) else RollDice(turn.seat)


def _discard(turn: Turn, look: Look[Position]) -> Command:
    return robbing.discard(look.plan())


def _move_robber(turn: Turn, look: Look[Position]) -> Command:
    return robbing.move_robber(look(), of_kind(turn, MoveRobber), look.below)


def _answer(turn: Turn, look: Look[Position]) -> Command:
    if not of_kind(turn, AcceptTrade):
        return RefuseTrade(turn.seat)
    return trading.answer(look.plan())


def main(turn: Turn, look: Look[Position]) -> Command:
    """Choose what to do after the roll."""
    return without_plan(turn) or pursue(look.plan(), turn.actions)


def without_plan(turn: Turn) -> Command | None:
    """Return a command that needs no thought, if there is one."""
    actions = turn.actions
    if WithdrawOffer(turn.seat) in actions and not of_kind(turn, ConfirmTrade):
        return WithdrawOffer(turn.seat)
    if len(actions) == 2 and isinstance(actions[1], Choice) and trading.has_offered(turn.view):
        return EndTurn(turn.seat)
    return None


def pursue(plan: Plan, actions: list[Action]) -> Command:
    """Finish an offer, play a card, buy the goal, trade for it, or buy what does not delay it.

    Cards that a seven might take are spent even if that delays the goal.
    """
    made = plan.position.offer
    if made is not None:
        return trading.conclude(plan, actions, made)
    return (
        card_to_play(plan, actions)
        or _step(plan, actions)
        or trading.bank_trade(plan, actions)
        or _by_the_way(plan, actions)
        or _rather_than_discard(plan, actions)
        or _offer(plan, actions)
        or EndTurn(plan.position.seat)
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


def _rather_than_discard(plan: Plan, actions: list[Action]) -> Command | None:
    """With too many cards, take a step to the goal, or else buy what delays it least."""
    if not plan.position.holds_too_many:
        return None
    return trading.bank_trade(plan, actions, in_part=True) or _by_the_way(plan, actions, -inf)


def _by_the_way(plan: Plan, actions: list[Action], least: float = 0.0) -> Command | None:
    """Choose another purchase that is worth more than the time by which it delays the goal."""
    best: Command | None = None
    most = least
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


DECISIONS: Decisions[Position] = {
    PlaceSettlement: _place_settlement,
    PlaceRoad: _place_road,
    RollDice: before_roll,
    Discard: _discard,
    MoveRobber: _move_robber,
    RefuseTrade: _answer,
    EndTurn: main,
}
"""Handlers by the type of the first listed action, which shows what kind of decision is asked."""

choose_by_plan = planner(Position, DECISIONS)
