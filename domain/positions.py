"""Positions of games: what a copy needs to go on from where a game once stood."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

import msgspec

from domain.messages import Event
from domain.table import rules
from domain.table.closing import SeatResigned
from domain.table.copying import Position, PositionCopied
from domain.table.rewinding import GameRewound
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, Table

LEFT_OUT: Final = ("clock", "time_limit", "call_pauses", "spectator_delay_seconds")
"""Options about time and referees: a copy is played against bots, at one's ease."""


def is_in_play(state: Table) -> bool:
    """Whether a game has started and is not over. It may be paused."""
    return state.phase not in ("", LOBBY, OVER, CLOSED, MOVED)


def position_of(state: Table, commits: Iterable[Sequence[Event]]) -> Position:
    """The position of a game in play, in this state, to which the events of these commits led."""
    options: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state.options))
    return Position(
        options={name: value for name, value in options.items() if name not in LEFT_OUT},
        colours=tuple(chair.colour or "" for chair in state.chairs),
        events=tuple(course_of(commits)),
    )


def course_of(commits: Iterable[Sequence[Event]]) -> Iterable[Event]:
    """The events of the game itself that led to where it stands after these commits.

    Without what concerns the table alone: people, clocks, pauses and referees. What a rewind has
    undone is no part of it.
    """
    steps: list[tuple[int, list[Event]]] = []
    for version, events in enumerate(commits, 1):
        before, own = version - 1, list[Event]()
        for event in events:
            if isinstance(event, GameRewound):
                before, own = event.version, []
            elif isinstance(event, PositionCopied):
                own.extend(event.events)
            elif isinstance(event, SeatResigned) or type(event) not in rules.rulebook.evolvers:
                own.append(event)
        steps.append((before, own))
    parts: list[list[Event]] = []
    version = len(steps)
    while version:
        version, own = steps[version - 1]
        parts.append(own)
    return chain.from_iterable(reversed(parts))
