"""How a closed game came out, for tables across games. Everybody may know all of it."""

from msgspec import Struct

from domain.table.state import CLOSED
from eventlog.ledger import Ledger
from eventlog.ledger_file import read_trailer
from eventlog.live_games import LiveGame
from eventlog.public_keys import TrustedKeys


class Result(Struct, frozen=True):
    """What is recorded of the seats of a closed game, in their order, and if it is believed."""

    ranks: tuple[int | None, ...]
    points: tuple[int, ...]
    resigned: tuple[bool, ...]
    by_bots: tuple[bool, ...]
    """Seats for which bots moved at the end."""
    is_trusted: bool
    """Played to its end here, or signed by somebody whom this server trusts."""


def result_of(live: LiveGame, ledger: Ledger, trust: TrustedKeys) -> Result | None:
    """The result of a game that is held; None if it has none that can be believed."""
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
