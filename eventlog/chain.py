"""A verified fold: each stored commit is checked against the one before, then folded."""

from collections.abc import Callable
from typing import TypeAlias

from domain.messages import Event
from domain.refusals import RuleViolation
from domain.ruleset import AnyRuleset, fold
from domain.table.state import Table
from eventlog.commit import Undecodable, codec_for, hash_of, is_sealed
from eventlog.ledger_file import genesis

Listener: TypeAlias = Callable[[Table, Event, int, int], None]
"""Is called for each event with the state after it, the event, its version and its time (ms)."""

_FOLD_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RuleViolation)
"""The errors that a fold raises on impossible events; options are read while folding."""


class BrokenChain(Exception):
    """A stored commit does not continue its game."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"commit {version}: {reason}")


class Chain:
    """A game folded up to some version. Every commit is checked before it is used."""

    def __init__(self, header: bytes, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        self.state: Table = ruleset.new_game()
        self.version = 0
        self.head = genesis(header)
        self.at = 0

    def apply(self, version: int, line: bytes, listener: Listener | None = None) -> None:
        """Check and fold the next stored commit, or raise `BrokenChain`.

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
                for event in outline.events:
                    self.ruleset.evolve(self.state, event)
                    listener(self.state, event, version, outline.at)
        except _FOLD_ERRORS as error:
            raise BrokenChain(version, f"its events cannot have happened: {error!r}") from None
        self.advance_to(version, digest, outline.at)

    def check_next(self, version: int, line: bytes) -> None:
        """Check the next stored commit without folding it, or raise `BrokenChain`."""
        self.head = self._checked(version, line)
        self.version = version

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
        self.version, self.head, self.at = version, head, at
