"""Recorded games to measure with: random ones, trades between players included."""

from domain.ledger_rules import fold
from domain.registry import ruleset_named
from domain.table.state import Table
from eventlog.commit import codec_for
from eventlog.ledger_file import LedgerFile, read_ledger
from hexledger.self_play import RandomGame, Setup

SETUP = Setup(seed="bench-recorded")
RULESET = ruleset_named(SETUP.ruleset)


def record(games: int) -> list[LedgerFile]:
    """The first so many games of a fixed seed."""
    ledgers = []
    for index in range(games):
        data = RandomGame(SETUP, index, record=True).play().ledger
        assert data is not None
        ledgers.append(read_ledger(data))
    return ledgers


def fold_ledger(ledger: LedgerFile) -> Table:
    """The state a ledger leads to, from its stored bytes."""
    facts = codec_for(RULESET).events_of
    state = RULESET.new_game()
    for line in ledger.lines:
        fold(state, facts(line))
    return state
