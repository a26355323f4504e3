"""The planner of the dice game: it keeps and builds what has the highest average value."""

from functools import lru_cache
from typing import NamedTuple

from domain.choices import Below
from domain.dice.commands import EndTurn, ExchangeGold, Reroll, StopRolling, UseJoker
from domain.dice.sheet import FACES, GOLD, ROLLS, START_ROAD
from domain.dice.state import BUILDING, READY
from domain.dice.view_types import DicePlayView
from domain.grid.geometry import mask_of
from domain.messages import Command
from workers.bots.bot import Turn
from workers.bots.dice.covering import Cover, Jokers, cover
from workers.bots.dice.odds import Counts, best_kept, sets, worth_of_keeping
from workers.bots.dice.plans import COST, Marks, Plan, joker_worth, plans


class Position(NamedTuple):
    """Everything that the value of dice depends on."""

    marks: Marks
    jokers: Jokers
    turns_left: int
    """The number of turns after this one."""
    built: bool
    """Whether anything was built this turn."""


class Odds(NamedTuple):
    """The values of stopping, by full roll, and of rolling on, by set of kept dice."""

    final: list[float]
    with_one_roll: list[float]
    with_two_rolls: list[float]


def choose_by_odds(turn: Turn, below: Below) -> Command:
    """Roll, keep the best dice, and build the best plan."""
    view = _view(turn)
    if view.phase == READY:
        first = turn.actions[0]
        assert isinstance(first, Command)
        return first
    position = _position(view, turn)
    return _build(turn, position) if view.phase == BUILDING else _keep(turn, position)


def _view(turn: Turn) -> DicePlayView:
    view = turn.view
    assert isinstance(view, DicePlayView), "a bot acts in games that have started"
    return view


def _position(view: DicePlayView, turn: Turn) -> Position:
    own = view.seats[turn.seat]
    return Position(
        Marks(
            mask_of(own.roads) | START_ROAD,
            len(own.settlements),
            len(own.cities),
            len(own.knights),
        ),
        own.jokers,
        own.boxes_left - 1,
        view.built > 0,
    )


def _counts(view: DicePlayView) -> Counts:
    free = [die.face for die in view.dice if die.use == "free"]
    return tuple(free.count(face) for face in FACES)


def _keep(turn: Turn, position: Position) -> Command:
    """Keep the set with the highest value for the rolls to come; of equal ones, the most dice."""
    view, odds = _view(turn), _odds(position)
    roll = sets().numbers[_counts(view)]
    rolling = odds.with_two_rolls if view.rolls < ROLLS - 1 else odds.with_one_roll
    best = max(sets().kept_from[roll][:-1], key=lambda kept: rolling[kept])
    if odds.final[roll] >= rolling[best]:
        return StopRolling(turn.seat)
    left = dict(zip(FACES, sets().all[best], strict=True))
    again = []
    for i, die in enumerate(view.dice):
        if left[die.face]:
            left[die.face] -= 1
        else:
            again.append(i)
    return Reroll(turn.seat, tuple(again))


@lru_cache(maxsize=1 << 8)
def _odds(position: Position) -> Odds:
    final = [_best(counts, position)[0] for counts in sets().all[: sets().full]]
    with_one_roll = worth_of_keeping(final)
    return Odds(final, with_one_roll, worth_of_keeping(best_kept(final, with_one_roll)))


def _best(counts: Counts, position: Position) -> tuple[float, Plan, Cover]:
    """Choose the most valuable plan that the dice can pay for; the jokers that it uses count."""
    each = joker_worth(position.turns_left)
    found = None
    for plan in plans(position.marks, position.turns_left, position.built):
        way = cover(counts, plan.cost, position.jokers)
        if way is not None:
            worth = plan.worth - each * len(way.jokers)
            if found is None or worth > found[0]:
                found = worth, plan, way
    assert found is not None, "building nothing can always be paid for"
    return found


def _build(turn: Turn, position: Position) -> Command:
    """Choose the next step: build what the dice pay for, else turn a die that is missing."""
    counts = _counts(_view(turn))
    _, plan, way = _best(counts, position)
    for step in plan.steps[:1]:
        if cover(counts, COST[step.piece], ()) == Cover((), ()):
            return step.command(turn.seat)
    if way.exchanges:
        die, given, *_ = _showing(_view(turn), GOLD)
        return ExchangeGold(turn.seat, die, given, way.exchanges[0])
    if way.jokers:
        knight, face = way.jokers[0]
        return UseJoker(turn.seat, knight, _spare(_view(turn), plan.cost), face)
    return EndTurn(turn.seat)


def _showing(view: DicePlayView, face: str) -> list[int]:
    return [i for i, die in enumerate(view.dice) if die.face == face and die.use == "free"]


def _spare(view: DicePlayView, cost: Counts) -> int:
    """Return a free die that pays for nothing, gold last."""
    needed = dict(zip(FACES, cost, strict=True))
    dice = [die for face in FACES for die in _showing(view, face)[needed[face] :]]
    return dice[0]
