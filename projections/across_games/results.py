"""The results of closed games, for tables across games. All of it is public."""

from msgspec import Struct

from domain.table.state import CLOSED
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


def result_of(live: LiveGame, ledger: Ledger, trust: TrustedKeys) -> Result | None:
    """Return the result of a game; None if the game is not closed or is in quarantine."""
    state = live.state
    if state.phase != CLOSED or live.fault is not None:
        return None
    standings = sorted(state.standings, key=lambda standing: standing.seat)
    return Result(
        ranks=tuple(standing.rank for standing in standings),
        points=tuple(standing.points for standing in standings),
        resigned=tuple(chair.resigned for chair in state.chairs),
        by_bots=tuple(chair.bot is not None for chair in state.chairs),
        is_trusted=_is_trusted(live, ledger, trust),
    )


def _is_trusted(live: LiveGame, ledger: Ledger, trust: TrustedKeys) -> bool:
    signed = ledger.imported_signature(live.game)
    if signed is None:
        return True
    return signed != b"" and trust.has_signed(live.folded.head, read_trailer(signed))
