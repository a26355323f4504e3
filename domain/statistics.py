"""Statistics of a game: a fold that is told what everybody may know and nothing else.

What all games share is here: points over time, time, the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct, field

from domain.ids import SPECTATOR, Seat
from domain.messages import Event
from domain.table.state import Outcome, S_contra, Standing, Table
from domain.table.thinking import NOT_IN_PLAY, seats_asked


class TurnLine(Struct):
    """A turn, with the public points at its end, or now. Turn 0 is the founding."""

    turn: int
    seat: Seat | None
    began_at: int
    points: list[int]


class TurnClock(Struct):
    """When the last fact came, and whose time is running since then."""

    at: int | None = None
    seats: tuple[Seat, ...] = ()


class Result(Struct, frozen=True):
    """How a game ended."""

    outcome: Outcome
    winners: tuple[Seat, ...]
    standings: tuple[Standing, ...]


class Stats(Struct, kw_only=True):
    """What is counted of any game. It is stored as JSON between reads."""

    turns: list[TurnLine] = field(default_factory=list)
    thinking_ms: list[int] = field(default_factory=list)
    """By seat: how long the game waited for it, perhaps for others at the same time."""
    clock: TurnClock = field(default_factory=TurnClock)
    result: Result | None = None


class LuckCounts(Struct, frozen=True):
    """What the dice gave a seat, and what is expected of them, in whole numbers that add up."""

    seat: Seat
    due: int
    ways: int
    """What is expected, in parts of 36."""
    spread: int
    """Its variance, in parts of 36 times 36."""


class StatsSummary(Struct, frozen=True):
    """What the statistics of several games have in common, to be added up."""

    rolled: dict[str, int]
    """By outcome of the dice: how often it fell."""
    weights: dict[str, int]
    """By outcome: its share of all weights is how often it is expected."""
    luck: tuple[LuckCounts, ...] = ()


class StatsView(Struct, frozen=True, kw_only=True):
    """What readers get of any game."""

    turns: int
    began_at: int | None
    last_at: int | None
    points_over_time: tuple[TurnLine, ...]
    result: Result | None


K = TypeVar("K", bound=Stats)
E = TypeVar("E", bound=Event)
L_contra = TypeVar("L_contra", contravariant=True)
Counter: TypeAlias = Callable[[Sequence[L_contra], S_contra, E], None]
"""Counts a fact: what is counted of each seat, the state, the fact."""


@dataclass(frozen=True, kw_only=True)
class Statistics(Generic[S_contra, K]):
    """How a ruleset keeps the statistics of its games.

    They come out the same from full events and from those redacted for a spectator.
    """

    version: int
    """Raised when shape or counting changes; what was kept before is then counted anew."""
    kept: type[K]
    """What is counted; in a new one nothing is."""
    count: Callable[[K, S_contra, Event, int], None]
    """Count a fact, in place, once it was folded: statistics, state, event, time (ms)."""
    show: Callable[[K], StatsView]
    """What readers get: with expectations, means and sums, in the order of the seats."""
    shown: type[StatsView]
    """The class of that."""
    summary: Callable[[K], StatsSummary]
    """What can be added up over games."""

    def begin(self) -> K:
        """The statistics of a game in which nothing has happened."""
        return self.kept()


class Counters(Generic[S_contra, L_contra]):
    """How facts are counted in the statistics of the seats, by fact. Later ones override."""

    def __init__(self, *earlier: "Counters[S_contra, L_contra]") -> None:
        # Any: each counter takes just the fact under whose type it stands.
        self.by_event: dict[type[Event], Counter[L_contra, S_contra, Any]] = {}
        for counters in earlier:
            self.by_event |= counters.by_event

    def counts(
        self, event: type[E]
    ) -> Callable[[Counter[L_contra, S_contra, E]], Counter[L_contra, S_contra, E]]:
        """Mark the function that counts a fact."""

        def register(counter: Counter[L_contra, S_contra, E]) -> Counter[L_contra, S_contra, E]:
            self.by_event[event] = counter
            return counter

        return register

    def count(self, seats: Sequence[L_contra], state: S_contra, event: Event) -> None:
        """Count a fact, if there is anything to count in it."""
        counter = self.by_event.get(type(event))
        if counter is not None:
            counter(seats, state, event)


def count_shared(stats: Stats, state: Table, at: int) -> None:
    """Count what any game has, once a fact was folded."""
    _time(stats, state, at)
    _turns(stats, state, at)
    if state.outcome is not None:
        stats.result = Result(state.outcome, state.winners, state.standings)


def _time(stats: Stats, state: Table, at: int) -> None:
    """The time up to here was that of the seats that were to act."""
    clock, spent = stats.clock, stats.thinking_ms
    spent += [0] * (len(state.chairs) - len(spent))
    for seat in clock.seats if clock.at is not None else ():
        spent[seat] += at - (clock.at or 0)
    clock.at, clock.seats = at, seats_asked(state)


def _turns(stats: Stats, state: Table, at: int) -> None:
    """A line for every turn, with the public points at its end, or now.

    What is told after the result, when hidden cards have counted, is in the result.
    """
    turns = stats.turns
    if state.phase not in NOT_IN_PLAY and (not turns or turns[-1].turn != state.turn):
        seat = state.turn_seat if state.turn else None
        turns.append(TurnLine(turn=state.turn, seat=seat, began_at=at, points=[]))
    if turns and not state.standings:
        score = state.ruleset.score(state, SPECTATOR)
        turns[-1].points = [line.points for line in score]


def turns_of(stats: Stats, seat: int) -> int:
    """How many turns a seat has had."""
    return sum(turn.seat == seat for turn in stats.turns)


def show_shared(stats: Stats) -> StatsView:
    """What readers get of any game."""
    turns = stats.turns
    return StatsView(
        turns=turns[-1].turn if turns else 0,
        began_at=turns[0].began_at if turns else None,
        last_at=stats.clock.at,
        points_over_time=tuple(turns),
        result=stats.result,
    )
