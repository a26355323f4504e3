"""The game for two put together: the rulebook and hooks of the base game, and its changes."""

from dataclasses import replace
from typing import Final

from domain.base import game as base
from domain.base import turn
from domain.base.events import DiceRolled
from domain.base.hooks import Hooks, WrongPhase
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
from domain.duel.dealings import TAKINGS
from domain.duel.events import NeutralRoadBuilt, NeutralSettlementBuilt, RollRepeated
from domain.duel.options import read_options
from domain.duel.redaction import REDACTORS
from domain.duel.state import SEATS, Duel
from domain.duel.statistics import STATISTICS
from domain.ledger_rules import StateKind
from domain.rulebook import Rulebook
from domain.ruleset import Flow, NotableEvents, Opening, Ruleset, Views
from domain.table import lobby
from domain.table.copying import with_copies
from domain.table.lobby import GameOpened
from domain.table.state import COLOURS

rulebook = Rulebook[Duel](
    base.rulebook,
    preparing.rulebook,
    rolling.rulebook,
    neutral.rulebook,
    trade_cards.rulebook,
    spending.rulebook,
    knights.rulebook,
)

WRONG_PHASE: Final[WrongPhase] = {
    **turn.WRONG_PHASE,
    **neutral.WRONG_PHASE,
    **spending.WRONG_PHASE,
}


def hooks_for(options: Options) -> Hooks[Duel]:
    """The rules that these options choose.

    Beginners' pieces are for three and four players: two found on every board.
    """
    hooks: Hooks[Duel] = base.hooks_for(options)
    return replace(
        hooks,
        starting_pieces=preparing.starting_pieces,
        founding_order=dealing.snake,
        still_to_roll=rolling.still_to_roll,
        wrong_phase=WRONG_PHASE,
    )


def refer(state: Duel) -> None:
    """The hooks follow from the options, once there are any."""
    if state.options is not None:
        state.hooks = hooks_for(state.options)


@rulebook.evolves(GameOpened)
def game_opened(state: Duel, event: GameOpened) -> None:
    lobby.game_opened(state, event)
    refer(state)


DUEL: Final[Ruleset[Duel]] = Ruleset(
    name="duel",
    rules=2,
    schema=1,
    upcasters={},
    seats=range(SEATS, SEATS + 1),
    bots=base.BASE.bots,
    state=StateKind(blank=lambda ruleset: Duel(ruleset=ruleset), refer=refer),
    opening=Opening(
        options=base.BASE.opening.options,
        presets=base.BASE.opening.presets,
        read_options=read_options,
        colours=lambda state: COLOURS,
    ),
    rulebook=rulebook,
    flow=Flow(
        begin=dealing.begin,
        aftermath=neutral.aftermath,
        to_act=actions.to_act,
        moves=actions.moves,
        choices=base.BASE.flow.choices,
    ),
    clock=base.BASE.clock,
    views=Views(
        view=view.view,
        board=view.board,
        hand=view.hand,
        geometry=base.BASE.views.geometry,
        types=view.VIEW_TYPES,
        redactors=with_copies(REDACTORS),
    ),
    scoring=base.BASE.scoring,
    statistics=STATISTICS,
    notable=NotableEvents(
        number_rolls=frozenset({DiceRolled, RollRepeated}),
        offers=base.BASE.notable.offers,
        answers=base.BASE.notable.answers,
        trades=base.BASE.notable.trades,
        takings=TAKINGS,
        buildings=base.BASE.notable.buildings | {NeutralRoadBuilt, NeutralSettlementBuilt},
    ),
    prices=base.BASE.prices,
)
