"""Statistics of a game: a fold into plain JSON, told what everybody may know and nothing else.

What all games share is here: points over time, time, the result.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from msgspec import to_builtins

from domain.ids import SPECTATOR
from domain.messages import Event
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, PAUSED, Table

Stats: TypeAlias = dict[str, Any]

NOT_IN_PLAY: Final = frozenset({"", LOBBY, OVER, CLOSED, MOVED, PAUSED})


@dataclass(frozen=True)
class Statistics:
    """How a ruleset keeps the statistics of its games.

    They come out the same from full events and from those redacted for a spectator.
    """

    version: int
    """Raised when shape or counting changes; what was kept before is then counted anew."""
    begin: Callable[[], Stats]
    """Those of a game in which nothing has happened: JSON, as it stays."""
    count: Callable[[Stats, Any, Event, int], None]
    """Count a fact, in place, once it was folded: statistics, state, event, time (ms)."""
    show: Callable[[Stats], Stats]
    """What readers get: with expectations, means and sums, in the order of the seats."""


def begin_shared() -> Stats:
    """What is kept of any game."""
    return {
        "turns": [],
        "thinking_ms": [],
        "clock": {"at": None, "seat": None},
        "result": None,
    }


def count_shared(stats: Stats, state: Table, at: int) -> None:
    """Count what any game has, once a fact was folded."""
    _time(stats, state, at)
    _turns(stats, state, at)
    if state.outcome is not None:
        stats["result"] = {
            "outcome": state.outcome,
            "winners": list(state.winners),
            "standings": [to_builtins(line) for line in state.standings],
        }


def _time(stats: Stats, state: Table, at: int) -> None:
    """The time up to here was that of the seat whose turn it was, waiting for others included."""
    clock, spent = stats["clock"], stats["thinking_ms"]
    spent += [0] * (len(state.chairs) - len(spent))
    if clock["seat"] is not None:
        spent[clock["seat"]] += at - clock["at"]
    on_turn = state.phase not in NOT_IN_PLAY and state.turn_seat in state.playing
    clock["at"], clock["seat"] = at, state.turn_seat if on_turn else None


def _turns(stats: Stats, state: Table, at: int) -> None:
    """A line for every turn, with the public points at its end, or now. Turn 0 is the founding.

    What is told after the result, when hidden cards have counted, is in the result.
    """
    turns = stats["turns"]
    if state.phase not in NOT_IN_PLAY and (not turns or turns[-1]["turn"] != state.turn):
        seat = state.turn_seat if state.turn else None
        turns.append({"turn": state.turn, "seat": seat, "began_at": at, "points": []})
    if turns and not state.standings:
        turns[-1]["points"] = [line.points for line in state.ruleset.score(state, SPECTATOR)]


def show_shared(stats: Stats) -> Stats:
    """What readers get of any game."""
    turns = stats["turns"]
    return {
        "turns": turns[-1]["turn"] if turns else 0,
        "began_at": turns[0]["began_at"] if turns else None,
        "last_at": stats["clock"]["at"],
        "points_over_time": turns,
        "result": stats["result"],
    }
