"""A verified fold: each stored commit is checked against the one before, then folded."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeAlias

from domain.ledger_rules import Rules, fold
from domain.ledger_state import L
from domain.messages import Event
from domain.past import PastCommits
from domain.refusals import RuleViolation
from domain.rules_versions import UnknownRules
from domain.table.state import Table
from eventlog.commit import CommitOutline, Undecodable, codec_for, hash_of, is_sealed
from eventlog.ledger_file import genesis
from eventlog.refusals import RulesMissing

LedgerListener: TypeAlias = Callable[[L, Event, int, int], None]
"""Is called for each event with the state after it, the event, its version and its time (ms)."""

LinesUntil: TypeAlias = Callable[[int], Iterable[bytes]]
"""Reads the stored commits of a log from the first one up to a version."""

_FOLD_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RuleViolation)
"""The errors that a fold raises on impossible events; options are read while folding."""


class BrokenChain(Exception):
    """A stored commit does not continue its ledger."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"commit {version}: {reason}")


class LedgerChain(Generic[L]):
    """A ledger folded up to some version. Every commit is checked before it is used."""

    def __init__(
        self, header: bytes, ruleset: Rules[L], lines_until: LinesUntil | None = None
    ) -> None:
        """`lines_until` reads the log again; without it a game with rewinds cannot be folded."""
        self.past = None if lines_until is None else past_in(ruleset, lines_until)
        self.version = 0
        self.head = genesis(header)
        self.at = 0
        self.begin_with(ruleset.blank_state())

    @property
    def ruleset(self) -> Rules[L]:
        """The rules that judge its next command."""
        return self.state.ruleset

    def begin_with(self, state: L) -> None:
        """Go on from this state, and lend it the past of this chain."""
        self.state = state
        state.past = self.past

    def apply(
        self, version: int, line: bytes, listener: LedgerListener[L] | None = None
    ) -> CommitOutline[Event]:
        """Check and fold the next stored commit, or raise `BrokenChain`. Returns the commit.

        If it changes to rules that this build lacks, it raises `RulesMissing`.

        `listener` is called for every event once it is folded, with the time of its commit.
        """
        digest = self._checked(version, line)
        try:
            outline = codec_for(self.ruleset).outline(line)
        except Undecodable as error:
            raise BrokenChain(version, f"cannot be read: {error}") from None
        if outline.version != version:
            raise BrokenChain(version, f"carries the number {outline.version}")
        try:
            if listener is None:
                fold(self.state, outline.events)
            else:
                rules = self.ruleset
                for event in outline.events:
                    rules.evolve(self.state, event)
                    listener(self.state, event, version, outline.at)
        except UnknownRules as unknown:
            raise RulesMissing(f"from version {version} on, {unknown}", **unknown.details) from None
        except _FOLD_ERRORS as error:
            raise BrokenChain(version, f"its events cannot have happened: {error!r}") from None
        self.advance_to(version, digest, outline.at)
        return outline

    def check_next(self, version: int, line: bytes) -> None:
        """Check the next stored commit without folding it, or raise `BrokenChain`."""
        self._set(version, self._checked(version, line))

    def require_last(self, version: int, line: bytes) -> None:
        """Check that a stored commit is the last one folded, or raise `BrokenChain`."""
        if version != self.version or not is_sealed(line, self.head):
            raise BrokenChain(self.version, "is not the commit that this process folded")

    def _checked(self, version: int, line: bytes) -> bytes:
        if version != self.version + 1:
            raise BrokenChain(version, f"is stored where commit {self.version + 1} should be")
        digest = hash_of(line, self.head)
        if not is_sealed(line, digest):
            raise BrokenChain(version, "the hash does not fit the stored bytes")
        return digest

    def advance_to(self, version: int, head: bytes, at: int) -> None:
        """Set version, head and time to those of a commit whose events are folded already."""
        self._set(version, head)
        self.at = at

    def _set(self, version: int, head: bytes) -> None:
        self.version, self.head = version, head
        if self.past is not None:
            self.past.version = version


def past_in(ruleset: Rules[L], lines_until: LinesUntil) -> PastCommits[L]:
    """The past of a fold of stored commits."""
    events_of = codec_for(ruleset).events_of
    return PastCommits(ruleset, lambda until: map(events_of, lines_until(until)))


Chain: TypeAlias = LedgerChain[Table]
"""A game folded up to some version."""
Listener: TypeAlias = LedgerListener[Table]
