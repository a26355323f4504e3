"""The planner of Seafarers, with the decisions that the base game lacks."""

from domain.base.commands import (
    BuildRoad,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    PlayKnight,
    RollDice,
    StopPlacing,
)
from domain.choices import Choice
from domain.messages import Command
from domain.seafarers.commands import BuildShip, MovePirate, PickGold, PlaceHarbour, PlaceShip
from domain.seafarers.scenarios.new_world.messages import AcceptBoard
from domain.seafarers.scenarios.pirate_islands.commands import StealCard
from workers.bots.base import planner as base
from workers.bots.base.economy import moved, wait
from workers.bots.base.goals import PATIENCE, Goal
from workers.bots.base.planner import NOTHING, Decisions, Look, of_kind, planner
from workers.bots.bot import Turn
from workers.bots.seafarers import fortress, founding, gold, harbours, robbing, wonders
from workers.bots.seafarers.goals import SeaPlan
from workers.bots.seafarers.moving import useful_move
from workers.bots.seafarers.position import SeaPosition


def _place_settlement(turn: Turn, look: Look[SeaPosition]) -> Command:
    return founding.place_settlement(look(), of_kind(turn, PlaceSettlement))


def _place_way(turn: Turn, look: Look[SeaPosition]) -> Command:
    """Choose a starting road or ship, or a free one from a card."""
    position = look()
    wishes: list[PlaceRoad | PlaceShip] = [*of_kind(turn, PlaceRoad), *of_kind(turn, PlaceShip)]
    if position.is_founding:
        return founding.place_way(position, wishes)
    plan = SeaPlan(position)
    ways = [goal for goal in plan.goals if isinstance(goal[0].step, BuildRoad | BuildShip)]
    for goal, _ in sorted(ways, key=lambda goal: -_rate_if_free(plan, *goal)):
        wish = _for_free(goal)
        if wish in turn.actions:
            return wish
    stops = of_kind(turn, StopPlacing)
    return stops[0] if stops else wishes[0]


def _rate_if_free(plan: SeaPlan, goal: Goal, value: float) -> float:
    """The points per roll of a goal if its next steps cost nothing."""
    position = plan.position
    free = position.view.free_roads
    hand = moved(position.hand, NOTHING, tuple([free * count for count in goal.step_cost]))
    rolls = wait(hand, goal.cost, position.slowness, position.holdings.rates)
    return value / (rolls + PATIENCE)


def _for_free(goal: Goal) -> Command:
    step = goal.step
    assert isinstance(step, BuildRoad | BuildShip)
    return (PlaceRoad if isinstance(step, BuildRoad) else PlaceShip)(step.seat, step.edge)


def _move_robber_or_pirate(turn: Turn, look: Look[SeaPosition]) -> Command:
    return robbing.move(
        look(), [*of_kind(turn, MoveRobber), *of_kind(turn, MovePirate)], look.below
    )


def _pick_gold(turn: Turn, look: Look[SeaPosition]) -> Command:
    choice = turn.actions[0]
    assert isinstance(choice, Choice)
    return gold.pick(SeaPlan(look())) or turn.sample(choice)


def _place_harbour(turn: Turn, look: Look[SeaPosition]) -> Command:
    return harbours.place(look(), of_kind(turn, PlaceHarbour))


def _steal(turn: Turn, look: Look[SeaPosition]) -> Command:
    return robbing.steal(look(), of_kind(turn, StealCard), look.below)


def _accept_board(turn: Turn, look: Look[SeaPosition]) -> Command:
    return AcceptBoard(turn.seat)


def _before_roll(turn: Turn, look: Look[SeaPosition]) -> Command:
    """Choose as in the base game; make warships before the pirate fleet moves."""
    if fortress.line_of(turn.view, turn.seat) is None:
        return base.before_roll(turn, look)
    knights = of_kind(turn, PlayKnight)
    return knights[0] if knights else fortress.arm(turn.actions) or RollDice(turn.seat)


def _main(turn: Turn, look: Look[SeaPosition]) -> Command:
    """Choose as in the base game; first move ships that are more useful elsewhere."""
    wish = base.without_plan(turn)
    if wish is not None:
        return wish
    plan = SeaPlan(look())
    plan.keep_possible(turn.actions)
    actions, position = turn.actions, plan.position
    wish = (
        wonders.claim(position, actions)
        or fortress.arm(actions)
        or useful_move(plan, actions)
        or base.pursue(plan, actions)
    )
    return (fortress.attack(position, actions) or wish) if isinstance(wish, EndTurn) else wish


DECISIONS: Decisions[SeaPosition] = {
    **base.DECISIONS,
    PlaceSettlement: _place_settlement,
    PlaceRoad: _place_way,
    PlaceShip: _place_way,
    StopPlacing: _place_way,
    RollDice: _before_roll,
    MoveRobber: _move_robber_or_pirate,
    MovePirate: _move_robber_or_pirate,
    PickGold: _pick_gold,
    PlaceHarbour: _place_harbour,
    StealCard: _steal,
    AcceptBoard: _accept_board,
    EndTurn: _main,
}

choose_by_plan = planner(SeaPosition, DECISIONS, SeaPlan)
