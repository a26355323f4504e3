"""The game for two put together: the rulebook and hooks of the base game, and its changes."""

from dataclasses import replace
from typing import Any, Final

from domain.base import game as base
from domain.base import turn
from domain.base.events import DiceRolled
from domain.base.hooks import Hooks
from domain.base.island import dealing
from domain.base.options import Options
from domain.duel import (
    actions,
    knights,
    neutral,
    preparing,
    rolling,
    spending,
    trade_cards,
    view,
)
from domain.duel.events import RollRepeated
from domain.duel.options import colours, read_options
from domain.duel.redaction import REDACTORS
from domain.duel.state import SEATS, Duel
from domain.duel.statistics import STATISTICS
from domain.rulebook import Rulebook
from domain.table import lobby
from domain.table.lobby import GameOpened

rulebook = Rulebook(
    base.rulebook,
    preparing.rulebook,
    rolling.rulebook,
    neutral.rulebook,
    trade_cards.rulebook,
    spending.rulebook,
    knights.rulebook,
)

CHANGES: Final[dict[str, Any]] = {
    "starting_pieces": preparing.starting_pieces,
    "founding_order": dealing.snake,
    "still_to_roll": rolling.still_to_roll,
    "wrong_phase": {**turn.WRONG_PHASE, **neutral.WRONG_PHASE, **spending.WRONG_PHASE},
}
"""Beginners' pieces are for three and four players: two found on every board."""


def hooks_for(options: Options) -> Hooks:
    """The rules that these options choose."""
    return replace(base.hooks_for(options), **CHANGES)


def refer(state: Duel) -> None:
    """The hooks follow from the options, once there are any."""
    if state.options is not None:
        state.hooks = hooks_for(state.options)


@rulebook.evolves(GameOpened)
def game_opened(state: Duel, event: GameOpened) -> None:
    lobby.game_opened(state, event)
    refer(state)


DUEL: Final = replace(
    base.BASE,
    name="duel",
    rules=1,
    schema=1,
    seats=range(SEATS, SEATS + 1),
    rulebook=rulebook,
    blank=lambda ruleset: Duel(ruleset=ruleset),
    refer=refer,
    read_options=read_options,
    colours=colours,
    aftermath=neutral.aftermath,
    moves=actions.moves,
    to_act=actions.to_act,
    view=view.view,
    board=view.board,
    hand=view.hand,
    view_types=view.VIEW_TYPES,
    number_rolls=frozenset({DiceRolled, RollRepeated}),
    redactors=REDACTORS,
    statistics=STATISTICS,
    upcasters={},
)
