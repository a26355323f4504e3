"""The past of a fold, made again from the events of its commits."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeAlias

from domain.ledger_rules import Rules, fold
from domain.ledger_state import L
from domain.messages import Event
from domain.state_bytes import freeze, thaw
from domain.table.rewinding import GameRewound

EventsUntil: TypeAlias = Callable[[int], Iterable[Sequence[Event]]]
"""The events of the commits from the first one up to a version, commit by commit."""


class PastCommits(Generic[L]):
    """The past that a fold lends to its state. It holds no events, only the way to them."""

    def __init__(self, rules: Rules[L], events_until: EventsUntil) -> None:
        self.version = 0
        """The last commit that is folded; the owner of the fold keeps it current."""
        self._rules = rules
        self._events_until = events_until

    def state_at(self, version: int) -> L:
        if not 1 <= version <= self.version:
            raise LookupError(f"there is no version {version} before {self.version + 1}")
        *_, state = self._states(version)
        state.past = None
        return state

    def states_before(self) -> Iterator[L]:
        return self._states(self.version - 1)

    def _states(self, until: int) -> Iterator[L]:
        """The state after every commit up to a version.

        Only the versions to which the game was rewound are kept on the way. So any number of
        rewinds, one of the other, costs one fold.
        """
        commits = list(self._events_until(until)) if until > 0 else []
        events = chain.from_iterable(commits)
        wanted = {event.version for event in events if isinstance(event, GameRewound)}
        kept = _KeptStates(self._rules)
        state = self._rules.blank_state()
        state.past = kept
        for version, facts in enumerate(commits, 1):
            fold(state, facts)
            kept.version = version
            if version in wanted:
                kept.frozen[version] = freeze(state)
            yield state


class _KeptStates(Generic[L]):
    """The past within a fold that knows beforehand which versions it will be asked for."""

    def __init__(self, rules: Rules[L]) -> None:
        self.version = 0
        self.frozen: dict[int, bytes] = {}
        self._rules = rules

    def state_at(self, version: int) -> L:
        return thaw(self._rules, self.frozen[version])

    def states_before(self) -> Iterator[L]:
        raise AssertionError("nothing is judged while the past is folded")


class RecordedPast(PastCommits[L]):
    """The past of a fold whose events are all in memory, as they come."""

    def __init__(self, rules: Rules[L]) -> None:
        super().__init__(rules, lambda until: self.commits[:until])
        self.commits: list[Sequence[Event]] = []

    def lend_to(self, state: L) -> "RecordedPast[L]":
        """Lend it to a state on which nothing has happened yet."""
        state.past = self
        return self

    def add(self, events: Sequence[Event]) -> None:
        """Add the events of a commit that is folded."""
        self.commits.append(events)
        self.version = len(self.commits)
