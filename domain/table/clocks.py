"""Clocks: setting and lifting deadlines as decisions come and go, and the end by a time limit."""

from collections.abc import Iterator

from msgspec import Struct

from domain.ids import ORGANIZER, Seat
from domain.messages import Command, Event, Occasion, SeatCommand
from domain.rulebook import Rulebook
from domain.table.bots import SeatReturned, is_bot
from domain.table.closing import GameWon
from domain.table.deadlines import (
    Clock,
    Deadline,
    Decision,
    DecisionKind,
    LimitPolicy,
    Rest,
    TimeLimit,
    Watch,
)
from domain.table.lobby import StartTable
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, PAUSED, Table

LEAST_MS = 10_000
"""Who goes on with a decision that had to wait for others gets at least this much, if the
decision has that much at all."""

LATEST_START_MS = 10_000
"""A table that starts later than this after the others, because the service had stopped, has
clocks of its own."""

rulebook = Rulebook[Table]()
evolves = rulebook.evolves


class DeadlinesSet(Event, tag="deadlines_set"):
    """Until when these seats have to decide."""

    deadlines: dict[Seat, Deadline]


class DeadlinesLifted(Event, tag="deadlines_lifted"):
    """These seats have decided, or wait for others; what they have left."""

    rests: dict[Seat, Rest]


class TimeLimitSet(Event, tag="time_limit_set"):
    """When the time of the whole game runs out."""

    ends_at: int


class TimeLimitHeld(Event, tag="time_limit_held"):
    """The time of the whole game stands still."""

    left: int


class TimeRanOut(Event, tag="time_ran_out"):
    """The time of the whole game is up; the policy says when it ends."""

    policy: LimitPolicy


class TimeCalled(Event, tag="time_called"):
    """The game ends because its time is up."""


def settle(state: Table, command: Command, occasion: Occasion) -> Iterator[Event]:
    """What follows for the clocks of a game once all other facts of a command stand."""
    watch = state.watch
    assert watch is not None
    if state.phase == LOBBY:
        return
    if isinstance(command, SeatCommand) and not is_bot(occasion.actor):
        yield from _welcome_back(state, watch, command.seat)
    if watch.ran_out is not None:
        yield from _call_time(state, watch.ran_out)
    at = _clock_start(command, occasion.at)
    yield from _run_deadlines(state, watch, at)
    yield from _run_limit(state, watch, at)


def _clock_start(command: Command, at: int) -> int:
    """From when clocks run: now, or from the common start of a round, unless that is long ago."""
    if not isinstance(command, StartTable) or command.clock_from is None:
        return at
    return command.clock_from if abs(at - command.clock_from) <= LATEST_START_MS else at


def _welcome_back(state: Table, watch: Watch, seat: Seat) -> Iterator[Event]:
    chair = state.chairs[seat]
    if not chair.resigned and (chair.bot is not None or watch.misses.get(seat)):
        yield SeatReturned(seat)


def _call_time(state: Table, ran_out: int) -> Iterator[Event]:
    """End the game as its policy says; who has most points wins, and equals share it."""
    limit = state.options.time_limit
    if not isinstance(limit, TimeLimit) or state.phase in (OVER, CLOSED, MOVED):
        return
    is_new_turn = state.turn > ran_out and state.phase != PAUSED
    begins_round = state.ruleset.clock.begins_round
    if (
        limit.policy == "immediate"
        or (limit.policy == "finish_turn" and is_new_turn)
        or (limit.policy == "finish_round" and is_new_turn and begins_round(state))
    ):
        yield TimeCalled()
        scores = [s for s in state.ruleset.score(state, ORGANIZER) if s.seat in state.playing]
        best = max((score.points for score in scores), default=0)
        yield GameWon(tuple(score.seat for score in scores if score.points == best), best)


def _run_deadlines(state: Table, watch: Watch, at: int) -> Iterator[Event]:
    """Lift the deadlines of decisions that are made, and set those of new ones. Bots have none."""
    clock = state.options.clock
    if not isinstance(clock, Clock):
        return
    asked = {
        seat: decision
        for seat, decision in state.ruleset.decisions(state).items()
        if not state.is_bots(seat)
    }
    made = {
        seat: _rest(deadline, at)
        for seat, deadline in watch.deadlines.items()
        if asked.get(seat) != deadline.decision
    }
    if made:
        yield DeadlinesLifted(made)
    new = {
        seat: _deadline(clock, watch, seat, decision, at)
        for seat, decision in asked.items()
        if seat not in watch.deadlines
    }
    if new:
        yield DeadlinesSet(new)


def _rest(deadline: Deadline, at: int) -> Rest:
    free_until = deadline.due - deadline.bank
    left = max(0, free_until - at)
    bank = min(deadline.bank, max(0, deadline.due - at))
    return Rest(deadline.decision, left, bank)


def _deadline(clock: Clock, watch: Watch, seat: Seat, decision: Decision, at: int) -> Deadline:
    allowance = clock.allowance_ms(decision.kind)
    rest = watch.rests.get(seat, {}).get(decision.kind)
    if rest is not None and rest.decision == decision:
        allowance = max(rest.left, min(LEAST_MS, allowance))
    bank = watch.banks[seat]
    return Deadline(decision, at + allowance + bank, bank)


def _run_limit(state: Table, watch: Watch, at: int) -> Iterator[Event]:
    """The time of the whole game runs from its start, and stands still while it is paused."""
    if state.phase in (OVER, CLOSED, MOVED):
        return
    if state.phase == PAUSED:
        if watch.ends_at is not None:
            yield TimeLimitHeld(max(0, watch.ends_at - at))
    elif watch.limit_left is not None:
        yield TimeLimitSet(at + watch.limit_left)


@evolves(DeadlinesSet)
def deadlines_set(state: Table, event: DeadlinesSet) -> None:
    if state.watch is not None:
        state.watch.deadlines |= event.deadlines


@evolves(DeadlinesLifted)
def deadlines_lifted(state: Table, event: DeadlinesLifted) -> None:
    if state.watch is not None:
        for seat, rest in event.rests.items():
            put_aside(state.watch, seat, rest)


def put_aside(watch: Watch, seat: Seat, rest: Rest) -> None:
    """Take down a deadline, and note what the seat had left."""
    watch.deadlines.pop(seat, None)
    watch.rests.setdefault(seat, {})[rest.decision.kind] = rest
    watch.banks[seat] = rest.bank


@evolves(TimeLimitSet)
def time_limit_set(state: Table, event: TimeLimitSet) -> None:
    if state.watch is not None:
        state.watch.ends_at = event.ends_at
        state.watch.limit_left = None


@evolves(TimeLimitHeld)
def time_limit_held(state: Table, event: TimeLimitHeld) -> None:
    if state.watch is not None:
        state.watch.ends_at = None
        state.watch.limit_left = event.left


@evolves(TimeRanOut)
def time_ran_out(state: Table, event: TimeRanOut) -> None:
    if state.watch is not None:
        state.watch.ends_at = None
        state.watch.ran_out = state.turn


@evolves(TimeCalled)
def time_called(state: Table, event: TimeCalled) -> None:
    state.ending = "time_limit"


class DeadlineView(Struct, frozen=True):
    """Until when (ms) a seat has to decide something."""

    seat: Seat
    decision: DecisionKind
    due: int


class ClockView(Struct, frozen=True):
    """The clocks as everybody sees them; times are in ms, with the server's time as their base."""

    deadlines: tuple[DeadlineView, ...]
    banks: tuple[int, ...]
    """By seat: what is left of its time bank."""
    misses: tuple[int, ...]
    """By seat: deadlines missed in a row."""
    ends_at: int | None
    is_time_up: bool


def clock_view(state: Table) -> ClockView | None:
    """The clocks of a game; None if it is played without any."""
    watch = state.watch
    if watch is None:
        return None
    return ClockView(
        deadlines=tuple(
            DeadlineView(seat, deadline.decision.kind, deadline.due)
            for seat, deadline in sorted(watch.deadlines.items())
        ),
        banks=tuple(watch.banks[seat] for seat in sorted(watch.banks)),
        misses=tuple(watch.misses.get(seat, 0) for seat in sorted(watch.banks)),
        ends_at=watch.ends_at,
        is_time_up=watch.ran_out is not None,
    )


NOTICES: frozenset[type[Event]] = frozenset(
    {DeadlinesSet, DeadlinesLifted, TimeLimitSet, TimeLimitHeld}
)
"""Facts that only keep the clocks going: a log can leave them out, for nobody did anything."""
PUBLIC: tuple[type[Event], ...] = (
    DeadlinesSet,
    DeadlinesLifted,
    TimeLimitSet,
    TimeLimitHeld,
    TimeRanOut,
    TimeCalled,
)
"""Facts that everybody may know in full."""
