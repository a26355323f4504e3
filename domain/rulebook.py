"""Deciders by command and evolvers by event; a variant starts from a copy and overrides by name."""

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeAlias, TypeVar, overload

from domain.chance.draws import Chance
from domain.ledger_state import L_contra
from domain.messages import Command, Event

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
E2 = TypeVar("E2", bound=Event)
E3 = TypeVar("E3", bound=Event)

Decider: TypeAlias = Callable[[L_contra, C, Chance], Iterator[Event]]
"""State, command and chance to events: a generator function, so that it judges, and refuses, when
its first event is asked for."""
Evolver: TypeAlias = Callable[[L_contra, E], None]
Completer: TypeAlias = Callable[[L_contra, C], C]
"""State and command to its full form; total and silent, whatever the command says."""


class Rulebook(Generic[L_contra]):
    """Rules for a kind of state, by the message they answer. Later rulebooks override earlier ones.

    Rules for a state are also rules for any state that extends it: those of the base game serve at
    sea as they are.
    """

    def __init__(self, *earlier: "Rulebook[L_contra]") -> None:
        # Any: each rule takes just the message under whose type it stands.
        self.deciders: dict[type[Command], Decider[L_contra, Any]] = {}
        self.evolvers: dict[type[Event], Evolver[L_contra, Any]] = {}
        self.completers: dict[type[Command], Completer[L_contra, Any]] = {}
        for rulebook in earlier:
            self.deciders |= rulebook.deciders
            self.evolvers |= rulebook.evolvers
            self.completers |= rulebook.completers

    def decides(self, command: type[C]) -> Callable[[Decider[L_contra, C]], Decider[L_contra, C]]:
        """Mark the rule that judges a command."""

        def register(rule: Decider[L_contra, C]) -> Decider[L_contra, C]:
            self.deciders[command] = rule
            return rule

        return register

    def completes(
        self, command: type[C]
    ) -> Callable[[Completer[L_contra, C]], Completer[L_contra, C]]:
        """Mark the function that fills in what a short form of a command leaves out."""

        def register(complete: Completer[L_contra, C]) -> Completer[L_contra, C]:
            self.completers[command] = complete
            return complete

        return register

    @overload
    def evolves(
        self, event: type[E], /
    ) -> Callable[[Evolver[L_contra, E]], Evolver[L_contra, E]]: ...

    @overload
    def evolves(
        self, event: type[E], second: type[E2], /
    ) -> Callable[[Evolver[L_contra, E | E2]], Evolver[L_contra, E | E2]]: ...

    @overload
    def evolves(
        self, event: type[E], second: type[E2], third: type[E3], /
    ) -> Callable[[Evolver[L_contra, E | E2 | E3]], Evolver[L_contra, E | E2 | E3]]: ...

    def evolves(
        self, *events: type[Event]
    ) -> Callable[[Evolver[L_contra, Any]], Evolver[L_contra, Any]]:
        """Mark the function that applies these facts, up to three of them."""

        def register(apply: Evolver[L_contra, Any]) -> Evolver[L_contra, Any]:
            for event in events:
                self.evolvers[event] = apply
            return apply

        return register
