"""Deciders by command and evolvers by event; a variant starts from a copy and overrides by name."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, TypeVar

from domain.messages import Command, Event
from domain.shortforms import Completer

Decider: TypeAlias = Callable[[Any, Any, Any], Iterator[Event]]
"""State, command and chance to events: a generator function, so that it judges, and refuses, when
its first event is asked for."""
Evolver: TypeAlias = Callable[[Any, Any], None]
D = TypeVar("D", bound=Decider)
E = TypeVar("E", bound=Evolver)
C = TypeVar("C", bound=Completer)


class Rulebook:
    """Rules by the message they answer. Later rulebooks override earlier ones."""

    def __init__(self, *earlier: "Rulebook") -> None:
        self.deciders: dict[type[Command], Decider] = {}
        self.evolvers: dict[type[Event], Evolver] = {}
        self.completers: dict[type[Command], Completer] = {}
        for rulebook in earlier:
            self.deciders |= rulebook.deciders
            self.evolvers |= rulebook.evolvers
            self.completers |= rulebook.completers

    def decides(self, command: type[Command]) -> Callable[[D], D]:
        """Mark the rule that judges a command."""

        def register(rule: D) -> D:
            self.deciders[command] = rule
            return rule

        return register

    def completes(self, command: type[Command]) -> Callable[[C], C]:
        """Mark the function that fills in what a short form of a command leaves out."""

        def register(complete: C) -> C:
            self.completers[command] = complete
            return complete

        return register

    def evolves(self, *events: type[Event]) -> Callable[[E], E]:
        """Mark the function that applies these facts."""

        def register(apply: E) -> E:
            for event in events:
                self.evolvers[event] = apply
            return apply

        return register
