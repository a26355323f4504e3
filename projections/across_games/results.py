"""The results of closed games, for tables across games. All of it is public."""

import msgspec
from msgspec import Struct

from domain.table.rated import unrateable_options, was_cut_short
from domain.table.state import CLOSED, Table
from eventlog.commit import codec_for
from eventlog.ledger import Ledger
from eventlog.ledger_file import read_trailer
from eventlog.live_games import LiveGame
from eventlog.public_keys import TrustedKeys


class Result(Struct, frozen=True):
    """The result of a closed game by seat, and whether this server trusts it."""

    ranks: tuple[int | None, ...]
    points: tuple[int, ...]
    resigned: tuple[bool, ...]
    by_bots: tuple[bool, ...]
    """Seats for which bots moved at the end."""
    is_trusted: bool
    """Whether it was played to its end here, or is signed by a key that this server trusts."""
    ended_at: int | None = None
    """When the last commit before its closing was made: it may be closed much later."""
    is_rateable: bool = True
    """Whether it was opened as a game that can be rated, and not called casual."""
    is_cut_short: bool = False
    """Whether all but one resigned or went away before it had gone on for long."""


def result_of(live: LiveGame, ledger: Ledger, trust: TrustedKeys) -> Result | None:
    """Return the result of a game; None if the game is not closed or is in quarantine.

    A game that goes on from a copy has none either: it counts nowhere.
    """
    state = live.state
    if state.phase != CLOSED or live.fault is not None or state.copied_from is not None:
        return None
    standings = sorted(state.standings, key=lambda standing: standing.seat)
    return Result(
        ranks=tuple(standing.rank for standing in standings),
        points=tuple(standing.points for standing in standings),
        resigned=tuple(chair.resigned for chair in state.chairs),
        by_bots=tuple(chair.bot is not None for chair in state.chairs),
        is_trusted=_is_trusted(live, ledger, trust),
        ended_at=_ended_at(live, ledger),
        is_rateable=_is_rateable(state),
        is_cut_short=was_cut_short(state),
    )


def _is_rateable(state: Table) -> bool:
    if not state.rated:
        return False
    read_options = state.ruleset.opening.read_options
    plain = msgspec.to_builtins(state.options, str_keys=True)
    return not unrateable_options(read_options, state.options, plain, len(state.chairs))


def _is_trusted(live: LiveGame, ledger: Ledger, trust: TrustedKeys) -> bool:
    signed = ledger.imported_signature(live.game)
    if signed is None:
        return True
    return signed != b"" and trust.has_signed(live.folded.head, read_trailer(signed))


def _ended_at(live: LiveGame, ledger: Ledger) -> int | None:
    codec = codec_for(live.folded.ruleset)
    lines = ledger.read(live.game, live.version - 2, live.version - 1)
    return codec.outline(lines[0][1]).at if lines else None
