"""When the games of a round start: at one time, from which all their clocks run.

Between the opening of its tables and that time players can add nonces. When everybody has added
one, the service brings the start forward.
"""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.messages import Event, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.deadlines import SECOND_MS
from domain.tournament.playing import TableToOpen, require_round
from domain.tournament.state import Round, RoundTable, Tournament

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class BringStartForward(SystemCommand, tag="bring_start_forward"):
    """Everybody has added a nonce, so that the tables which wait for their start need not wait."""

    at: int
    """When (ms) this happens."""
    round: int


class StartBroughtForward(Event, tag="start_brought_forward"):
    """The tables that waited for their start begin at this time (ms)."""

    round: int
    starts_at: int


class NoTableWaits(RuleViolation):
    """No table of this round waits for its start."""

    code = "round/no_table_waits"


def start_after(state: Tournament, at: int, tables: list[TableToOpen]) -> int:
    """When (ms) these tables start if they are opened now. Bots add no nonces."""
    has_person = any(bot is None for table in tables for bot in table.bots)
    return at + state.nonce_seconds * SECOND_MS * has_person


def tables_waiting(current: Round, at: int) -> list[RoundTable]:
    """The tables of a round whose start lies ahead."""
    return [
        table
        for table in current.tables
        if table.result is None and table.starts_at is not None and table.starts_at > at
    ]


def games_waiting(state: Tournament, at: int) -> list[str]:
    """The games of the running round whose start lies ahead."""
    current = state.open_round
    if current is None or current.status != "running":
        return []
    return [table.game for table in tables_waiting(current, at) if table.game is not None]


@decides(BringStartForward)
def bring_start_forward(
    state: Tournament, command: BringStartForward, chance: Chance
) -> Iterator[Event]:
    current = require_round(state, command.round)
    if not tables_waiting(current, command.at):
        raise NoTableWaits("no table waits for its start")
    yield StartBroughtForward(command.round, command.at)


@evolves(StartBroughtForward)
def start_brought_forward(state: Tournament, event: StartBroughtForward) -> None:
    for table in tables_waiting(state.rounds[-1], event.starts_at):
        table.starts_at = event.starts_at


PUBLIC: tuple[type[Event], ...] = (StartBroughtForward,)
"""Facts that everybody may know in full."""
