"""The planner of the game for two, with the decisions that the base game lacks."""

from domain.base.commands import EndTurn, RollDice
from domain.duel.commands import GiveBack, PlaceNeutralRoad, PlaceNeutralSettlement
from domain.messages import Command
from workers.bots.base import planner as base
from workers.bots.base.planner import Decisions, Look, of_kind, planner
from workers.bots.bot import Turn
from workers.bots.duel import neutral, spending
from workers.bots.duel.position import DuelPosition


def _place_neutral_road(turn: Turn, look: Look[DuelPosition]) -> Command:
    return neutral.place_road(look(), of_kind(turn, PlaceNeutralRoad))


def _place_neutral_settlement(turn: Turn, look: Look[DuelPosition]) -> Command:
    return neutral.place_settlement(look(), of_kind(turn, PlaceNeutralSettlement))


def _give_back(turn: Turn, look: Look[DuelPosition]) -> Command:
    return spending.give_back(look())


def _before_roll(turn: Turn, look: Look[DuelPosition]) -> Command:
    """Play a card if it helps, then take an action, then roll the dice."""
    wish = base.before_roll(turn, look)
    return (spending.spend(look(), turn.actions) or wish) if isinstance(wish, RollDice) else wish


def _main(turn: Turn, look: Look[DuelPosition]) -> Command:
    """Choose as in the base game; spend trade cards when nothing else is left to do."""
    wish = base.main(turn, look)
    return (spending.spend(look(), turn.actions) or wish) if isinstance(wish, EndTurn) else wish


DECISIONS: Decisions[DuelPosition] = {
    **base.DECISIONS,
    RollDice: _before_roll,
    EndTurn: _main,
    PlaceNeutralRoad: _place_neutral_road,
    PlaceNeutralSettlement: _place_neutral_settlement,
    GiveBack: _give_back,
}

choose_by_plan = planner(DuelPosition, DECISIONS)
