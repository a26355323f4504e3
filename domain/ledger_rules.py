"""What the rules of every ledger offer, of a game or of a tournament, to those who keep ledgers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeAlias

from msgspec import Struct

from domain.chance.draws import Chance
from domain.ids import PlayerId, Viewer
from domain.ledger_state import L, LedgerState
from domain.messages import Command, Event, Occasion
from domain.rulebook import Rulebook
from domain.rules_versions import Versions
from domain.well_formed import require_well_formed

Redactor: TypeAlias = Callable[[Any, Viewer], Event]
NO_OCCASION = Occasion()


@dataclass(frozen=True, kw_only=True)
class StateKind(Generic[L]):
    """What a state of these rules is made of."""

    blank: Callable[[Any], L]
    """A state in which nothing has happened yet, of these rules."""
    refer: Callable[[L], None]
    """Set what follows from the rest of a state: its references to code."""
    part_types: Mapping[str, tuple[type[Struct], ...]] = field(default_factory=dict)
    """What may be in the fields whose types the class of the state leaves open, by name."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules(ABC, Generic[L]):
    """The rules of one kind of ledger, under one name. All their functions are pure."""

    name: str
    rules: int
    """The version of its judgements, pinned by the first event of a ledger."""
    schema: int
    """The version of its stored shapes."""
    upcasters: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
    """How a stored commit of an older schema is lifted by one step, by its schema number."""
    state: StateKind[L]
    rulebook: Rulebook[L]
    opened: type[Event]
    """The first event of a ledger, which has `game`, `ruleset`, `rules`, `commitment`, `key_id`."""
    versions: Versions = field(default_factory=Versions)
    """All versions of these rules that this build has; they share it."""
    is_stand_in: bool = False
    """Whether it only stands in for rules that this build lacks: then it cannot judge."""

    def blank_state(self) -> L:
        """A state in which nothing has happened yet."""
        return self.state.blank(self)

    @property
    def commands(self) -> tuple[type[Command], ...]:
        return tuple(self.rulebook.deciders)

    @property
    def events(self) -> tuple[type[Event], ...]:
        return tuple(self.rulebook.evolvers)

    def find_version(self, number: int) -> Self | None:
        """Another version of these rules, if this build has it."""
        found: Self | None = self.versions.find(number)
        return found

    def require_version(self, number: int) -> Self:
        """Another version of these rules, or raise `UnknownRules`."""
        found: Self = self.versions.require(number)
        return found

    @property
    def all_commands(self) -> tuple[type[Command], ...]:
        """Every command of any version: a ledger may change its rules on the way."""
        found = dict.fromkeys(self.commands)
        for version in self.versions:
            found |= dict.fromkeys(version.commands)
        return tuple(found)

    @property
    def all_events(self) -> tuple[type[Event], ...]:
        """Every event of any version."""
        found = dict.fromkeys(self.events)
        for version in self.versions:
            found |= dict.fromkeys(version.events)
        return tuple(found)

    def decide(self, state: L, command: Command, chance: Chance) -> Iterator[Event]:
        """Judge when the first fact is asked for: raise then, or yield fact after fact."""
        require_well_formed(command)
        yield from self.rulebook.deciders[type(command)](state, command, chance)

    def evolve(self, state: L, event: Event) -> None:
        """Apply a fact, in place; total and silent."""
        self.rulebook.evolvers[type(event)](state, event)

    def play(self, state: L, command: Command, chance: Chance, occasion: Occasion) -> list[Event]:
        """All facts that a command brings, folded. A refusal changes nothing."""
        return list(unfold(state, command, chance, occasion))

    @abstractmethod
    def consequences(self, state: L, command: Command, occasion: Occasion) -> Iterable[Event]:
        """What follows by itself once the facts of a command stand. Each fact is folded before the
        next one is asked for."""

    @abstractmethod
    def redact(self, event: Event, viewer: Viewer) -> Event:
        """What this viewer may know of a fact. One that nobody has ruled on is an error."""

    @abstractmethod
    def viewer_of(self, state: L, player: PlayerId) -> Viewer:
        """As which viewer the author of a command sees what it led to."""

    @abstractmethod
    def authors(self, state: L, command: Command) -> tuple[str | None, ...]:
        """Who may be the actor of a commit with this command, once its facts are folded."""

    @abstractmethod
    def fix_key(self, state: L, chance: Chance) -> None:
        """Let the chance be drawn from, as soon as all is known that it follows from."""


AnyRules: TypeAlias = Rules[Any]
"""Rules of which nobody knows here what their states are."""


def unfold(
    state: LedgerState, command: Command, chance: Chance, occasion: Occasion = NO_OCCASION
) -> Iterator[Event]:
    """Judge a command, and fold each fact it brings, consequences included, before yielding it."""
    require_well_formed(command)
    rules = state.ruleset
    evolvers = rules.rulebook.evolvers
    chance.index = state.next_draw
    for event in rules.rulebook.deciders[type(command)](state, command, chance):
        evolvers[type(event)](state, event)
        yield event
    for event in rules.consequences(state, command, occasion):
        evolvers[type(event)](state, event)
        yield event


def fold(state: L, events: Iterable[Event]) -> L:
    """Apply the facts of a commit, in order, all by the rules that stand before it."""
    evolvers = state.ruleset.rulebook.evolvers
    for event in events:
        evolvers[type(event)](state, event)
    return state
