"""Statistics of a game: a fold into plain JSON, told what everybody may know and nothing else.

What all games share is here: points over time, time, the result.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec import to_builtins

from domain.ids import SPECTATOR
from domain.messages import Event
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, PAUSED, S_contra, Table

Stats: TypeAlias = dict[str, Any]
E = TypeVar("E", bound=Event)
Counter: TypeAlias = Callable[[list[Stats], S_contra, E], None]

NOT_IN_PLAY: Final = frozenset({"", LOBBY, OVER, CLOSED, MOVED, PAUSED})


@dataclass(frozen=True)
class Statistics(Generic[S_contra]):
    """How a ruleset keeps the statistics of its games.

    They come out the same from full events and from those redacted for a spectator.
    """

    version: int
    """Raised when shape or counting changes; what was kept before is then counted anew."""
    begin: Callable[[], Stats]
    """Those of a game in which nothing has happened: JSON, as it stays."""
    count: Callable[[Stats, S_contra, Event, int], None]
    """Count a fact, in place, once it was folded: statistics, state, event, time (ms)."""
    show: Callable[[Stats], Stats]
    """What readers get: with expectations, means and sums, in the order of the seats."""


class Counters(Generic[S_contra]):
    """How facts are counted in the statistics of the seats, by fact. Later ones override."""

    def __init__(self, *earlier: "Counters[S_contra]") -> None:
        # Any: each counter takes just the fact under whose type it stands.
        self.by_event: dict[type[Event], Counter[S_contra, Any]] = {}
        for counters in earlier:
            self.by_event |= counters.by_event

    def counts(self, event: type[E]) -> Callable[[Counter[S_contra, E]], Counter[S_contra, E]]:
        """Mark the function that counts a fact."""

        def register(counter: Counter[S_contra, E]) -> Counter[S_contra, E]:
            self.by_event[event] = counter
            return counter

        return register

    def count(self, seats: list[Stats], state: S_contra, event: Event) -> None:
        """Count a fact, if there is anything to count in it."""
        counter = self.by_event.get(type(event))
        if counter is not None:
            counter(seats, state, event)


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
