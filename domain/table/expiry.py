"""When time is up: the least is done for an absent seat, which is given up in the end."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.choices import Choice
from domain.ids import Seat
from domain.messages import Event, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.bots import SeatHandedOver
from domain.table.clocks import TimeRanOut, put_aside
from domain.table.closing import Resign
from domain.table.deadlines import Clock, Deadline, Decision, DecisionKind, Rest, TimeLimit
from domain.table.state import OVER, Table, require_not_over, require_open

LATE_MS = 30_000
"""If an expiry is later than this the server was down, and the deadline is set once more."""

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class Expire(SystemCommand, tag="expire"):
    """A deadline has passed: that of a seat, or of the whole game."""

    due: int
    at: int
    """When (ms) this was found."""
    seat: Seat | None = None


class DeadlinePassed(Event, tag="deadline_passed"):
    """A seat has not decided in time; so many times in a row now."""

    seat: Seat
    decision: DecisionKind
    misses: int


class GraceGiven(Event, tag="grace_given"):
    """A deadline passed while the server was down, so it is set once more."""

    seat: Seat
    deadline: Deadline


class ChallengeMissed(Event, tag="challenge_missed"):
    """The challenge has closed before this game of it was finished."""


class LotsDrawn(Event, tag="lots_drawn"):
    """Lots decided for an absent seat; `draw` numbers the first draw, `draws` counts them."""

    seat: Seat
    draw: int
    draws: int


class NoSuchDeadline(RuleViolation):
    """This deadline does not stand, or no longer: the decision was made, or the game paused."""

    code = "clock/no_such_deadline"


class NotYetDue(RuleViolation):
    """This deadline has not passed; wait for it."""

    code = "clock/not_yet_due"


@decides(Expire)
def expire(state: Table, command: Expire, chance: Chance) -> Iterator[Event]:
    require_open(state)
    require_not_over(state)
    watch = state.watch
    if command.seat is None:
        standing = game_deadline(state)
    else:
        deadline = None if watch is None else watch.deadlines.get(command.seat)
        standing = None if deadline is None else deadline.due
    if standing is None or standing != command.due:
        raise NoSuchDeadline("no such deadline stands", due=standing)
    if command.at < command.due:
        raise NotYetDue("this deadline has not passed yet", due=command.due)
    if command.seat is not None:
        yield from _miss(state, command.seat, command.at, chance)
    elif state.challenge is not None:
        yield ChallengeMissed()
    else:
        yield from _run_out(state)


def game_deadline(state: Table) -> int | None:
    """When (ms) the time of the whole game is up; None if it runs for ever, or not now."""
    if state.challenge is not None:
        return state.challenge.closes_at
    return None if state.watch is None else state.watch.ends_at


def _run_out(state: Table) -> Iterator[Event]:
    limit = state.options.time_limit
    assert isinstance(limit, TimeLimit)
    yield TimeRanOut(limit.policy)


def _miss(state: Table, seat: Seat, at: int, chance: Chance) -> Iterator[Event]:
    watch, clock = state.watch, state.options.clock
    assert watch is not None
    assert isinstance(clock, Clock)
    deadline = watch.deadlines[seat]
    decision = deadline.decision
    if at - deadline.due > LATE_MS and not deadline.grace:
        due = at + clock.allowance_ms(decision.kind) + deadline.bank
        yield GraceGiven(seat, Deadline(decision, due, deadline.bank, grace=True))
        return
    misses = watch.misses.get(seat, 0) + 1
    yield DeadlinePassed(seat, decision.kind, misses)
    if misses < clock.misses:
        yield from _stand_in(state, seat, decision, chance)
    elif clock.absent == "resign":
        yield from state.ruleset.decide(state, Resign(seat), chance)
    else:
        yield SeatHandedOver(seat, state.ruleset.bots[0])


def _stand_in(state: Table, seat: Seat, decision: Decision, chance: Chance) -> Iterator[Event]:
    """Do the least for a seat, until this decision of it is made or waits for others."""
    ruleset = state.ruleset
    while ruleset.decisions(state).get(seat) == decision:
        first = chance.index
        ways = ruleset.clock.least(state, seat)
        way = ways[chance.below(len(ways), "absent") if len(ways) > 1 else 0]
        if isinstance(way, Choice):
            way = ruleset.sample(state, way, lambda n: chance.below(n, "absent"))
        if chance.index > first:
            yield LotsDrawn(seat, first, chance.index - first)
        yield from ruleset.decide(state, way, chance)
        yield from ruleset.flow.aftermath(state)


@evolves(DeadlinePassed)
def deadline_passed(state: Table, event: DeadlinePassed) -> None:
    watch = state.watch
    if watch is not None:
        watch.misses[event.seat] = event.misses
        decision = watch.deadlines[event.seat].decision
        put_aside(watch, event.seat, Rest(decision, left=0, bank=0))


@evolves(GraceGiven)
def grace_given(state: Table, event: GraceGiven) -> None:
    if state.watch is not None:
        state.watch.deadlines[event.seat] = event.deadline


@evolves(ChallengeMissed)
def challenge_missed(state: Table, event: ChallengeMissed) -> None:
    state.phase = OVER
    state.outcome = "abandoned"
    state.ending = "challenge_closed"


@evolves(LotsDrawn)
def lots_drawn(state: Table, event: LotsDrawn) -> None:
    state.next_draw = event.draw + event.draws


PUBLIC: tuple[type[Event], ...] = (DeadlinePassed, GraceGiven, ChallengeMissed, LotsDrawn)
"""Facts that everybody may know in full."""
