"""Kinds of ledgers: what those who keep ledgers have to know of games, and of other kinds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from domain.ledger_rules import Rules
from domain.ledger_state import L
from domain.ruleset import AnyRuleset
from domain.stand_in import stand_in_for
from domain.table.state import Table
from eventlog.due_work import GameStatus, due_at, status_of
from eventlog.ledger_file import Header
from eventlog.refusals import NoSuchGame


@dataclass(frozen=True)
class LedgerKind(Generic[L]):
    """One kind of ledger."""

    find_rules: Callable[[Header], Rules[L] | None]
    """The rules that can judge a ledger with this header, if this build has them."""
    status_of: Callable[[L], GameStatus]
    due_at: Callable[[L, int], int | None]
    """When (ms) a worker has to do something, after a commit of this time; None for never."""
    missing: Callable[[str], NoSuchGame]
    """How the id of a ledger is refused that there is not."""
    stand_in: Callable[[Header], Rules[L]] | None = None
    """What folds a ledger of this header if this build lacks its rules, as far as that goes."""


def no_such_game(game: str) -> NoSuchGame:
    return NoSuchGame("there is no such game", game=game)


def _stand_in(header: Header) -> AnyRuleset:
    return stand_in_for(header.ruleset, header.rules)


GAMES: LedgerKind[Table] = LedgerKind(
    Header.find_ruleset, status_of, due_at, no_such_game, _stand_in
)
