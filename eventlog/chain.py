"""A verified fold: stored commits, checked link by link and folded into a state."""

from collections.abc import Callable
from typing import TypeAlias

from domain.messages import Event
from domain.refusals import RuleViolation
from domain.ruleset import Ruleset, fold
from domain.table.state import Table
from eventlog.commit import Undecodable, codec_for, hash_of, is_sealed
from eventlog.ledger_file import genesis

Listener: TypeAlias = Callable[[Table, Event, int, int], None]
"""Called for an event: the state it led to, the event, its version and time (ms)."""

_NONSENSE = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RuleViolation)
"""What a fold of facts raises that cannot have happened; options are read when they are folded."""


class BrokenChain(Exception):
    """A stored commit that does not continue its game."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"commit {version}: {reason}")


class Chain:
    """A game as far as it has been folded. Every link is checked before it is believed."""

    def __init__(self, header: bytes, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.state: Table = ruleset.new_game()
        self.version = 0
        self.head = genesis(header)
        self.at = 0

    def follow(self, version: int, line: bytes, listener: Listener | None = None) -> None:
        """Check and fold the next stored commit, or raise `BrokenChain`.

        `listener` is called for every event once it is folded, with the time of its commit.
        """
        digest = self._checked(version, line)
        try:
            facts = codec_for(self.ruleset).outline(line)
        except Undecodable as error:
            raise BrokenChain(version, f"cannot be read: {error}") from None
        if facts.version != version:
            raise BrokenChain(version, f"carries the number {facts.version}")
        try:
            if listener is None:
                fold(self.state, facts.events)
            else:
                for event in facts.events:
                    self.ruleset.evolve(self.state, event)
                    listener(self.state, event, version, facts.at)
        except _NONSENSE as error:
            raise BrokenChain(version, f"what it tells cannot have happened: {error!r}") from None
        self.moved_to(version, digest, facts.at)

    def link(self, version: int, line: bytes) -> None:
        """Check the next stored commit, without folding it."""
        self.head = self._checked(version, line)
        self.version = version

    def recognize(self, version: int, line: bytes) -> None:
        """Check that a stored commit is the last one folded, or raise `BrokenChain`."""
        if version != self.version or not is_sealed(line, self.head):
            raise BrokenChain(self.version, "is no longer what it was")

    def _checked(self, version: int, line: bytes) -> bytes:
        if version != self.version + 1:
            raise BrokenChain(version, f"stands where commit {self.version + 1} should")
        digest = hash_of(line, self.head)
        if not is_sealed(line, digest):
            raise BrokenChain(version, "the hash does not fit the stored bytes")
        return digest

    def moved_to(self, version: int, head: bytes, at: int) -> None:
        """Note a commit whose events are folded already."""
        self.version, self.head, self.at = version, head, at
