"""What the view of any game tells: the table, its clocks and how it ended."""

from functools import lru_cache
from typing import Any, cast

from msgspec import to_builtins

from domain.ids import Seat, Viewer
from domain.table.clocks import clock_view
from domain.table.deadlines import TableOptions
from domain.table.pauses import pause_view
from domain.table.state import Table


def table_view(state: Table, viewer: Viewer) -> dict[str, Any]:
    """What this viewer may know now of any game; seats and board are up to the ruleset."""
    ruleset = state.ruleset
    return {
        "game": state.game,
        "ruleset": ruleset.name,
        "rules": ruleset.rules,
        "options": _options(state.options),
        "host": state.host,
        "commitment": state.commitment,
        "key_id": state.key_id,
        "challenge": to_builtins(state.challenge),
        "phase": state.phase,
        "turn": state.turn,
        "to_act": ruleset.flow.to_act(state),
        "score": to_builtins(ruleset.score(state, viewer)),
        "draws": state.next_draw,
        "clock": clock_view(state),
        "pause": pause_view(state),
        "outcome": state.outcome,
        "ending": state.ending,
        "winners": state.winners,
        "standings": to_builtins(state.standings),
        "seed": state.seed,
    }


def chair_view(state: Table, seat: Seat) -> dict[str, Any]:
    """Who sits there."""
    chair = state.chairs[seat]
    return {
        "seat": seat,
        "player": chair.player,
        "colour": chair.colour,
        "nonce": chair.nonce,
        "resigned": chair.resigned,
        "bot": chair.bot,
    }


@lru_cache(maxsize=64)
def _options(options: TableOptions) -> dict[str, Any]:
    """Shared by every view of games with these options, not to be changed."""
    return cast("dict[str, Any]", to_builtins(options))
