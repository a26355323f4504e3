"""Pausing: by a referee, or by all seats together; and time that a referee adds."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Command, Event, OrganizerCommand, SeatCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.deadlines import SECOND_MS, Deadline
from domain.table.state import (
    LOBBY,
    PAUSED,
    GameIsPaused,
    GameNotStarted,
    Pause,
    SeatResignedAlready,
    Table,
    UnknownSeat,
    require_not_over,
    require_open,
    require_seat_in_play,
)

LONGEST_REASON = 200
Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]
MOST_ADDED_SECONDS = 7 * 24 * 3_600

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class PauseGame(OrganizerCommand, tag="pause_game"):
    """A referee interrupts the game."""

    reason: Reason


class ResumeGame(OrganizerCommand, tag="resume_game"):
    """A referee lets the game go on."""

    reason: Reason


class AddTime(OrganizerCommand, tag="add_time"):
    """A referee gives a seat more time, or all of them and the whole game."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_ADDED_SECONDS)]
    reason: Reason
    seat: Seat | None = None


class AskForPause(SeatCommand, tag="ask_for_pause"):
    """Ask for a pause; the game is paused once every player has asked in the same turn."""


class EndPause(SeatCommand, tag="end_pause"):
    """Let the game go on that the players paused."""


class PauseAsked(Event, tag="pause_asked"):
    """A seat asked for a pause in this turn."""

    seat: Seat
    turn: int


class GamePaused(Event, tag="game_paused"):
    """The game is interrupted; a referee gives a reason, the players need none."""

    reason: str = ""
    by_call: bool = False
    """Whether it waits for a referee whom a player has called."""


class GameResumed(Event, tag="game_resumed"):
    """The game goes on: by a referee, who gives a reason, or by a seat."""

    reason: str = ""


class TimeAdded(Event, tag="time_added"):
    """A referee gave these seats more time, and the whole game if `limit` says so."""

    seats: tuple[Seat, ...]
    ms: int
    reason: str
    limit: bool = False


class NotPaused(RuleViolation):
    """The game is not paused; it goes on already."""

    code = "pause/not_paused"


class PausedByReferee(RuleViolation):
    """A referee paused the game, or has been called; only a referee lets it go on."""

    code = "pause/by_organizer"


class PauseAskedAlready(RuleViolation):
    """You have asked for a pause in this turn; the others have not yet."""

    code = "pause/already_asked"


class NoClock(RuleViolation):
    """This game is played without clocks."""

    code = "clock/none"


def require_started(state: Table) -> None:
    require_open(state)
    require_not_over(state)
    if state.phase == LOBBY:
        raise GameNotStarted("the game has not started yet")


@decides(PauseGame)
def pause_game(state: Table, command: PauseGame, chance: Chance) -> Iterator[Event]:
    require_started(state)
    if state.phase == PAUSED:
        raise GameIsPaused("the game is paused already")
    yield GamePaused(command.reason)


@decides(ResumeGame)
def resume_game(state: Table, command: ResumeGame, chance: Chance) -> Iterator[Event]:
    require_started(state)
    _require_paused(state)
    yield GameResumed(command.reason)


@decides(AskForPause)
def ask_for_pause(state: Table, command: AskForPause, chance: Chance) -> Iterator[Event]:
    require_seat_in_play(state, command.seat)
    if state.watch is None:
        raise NoClock("without clocks there is nothing to stop; just take your time")
    if command.seat in _asked(state):
        raise PauseAskedAlready("you have asked; wait for the others")
    yield PauseAsked(command.seat, state.turn)
    people = {seat for seat in state.playing if not state.is_bots(seat)} | {command.seat}
    if people <= set(state.pause_agreed):
        yield GamePaused()


@decides(EndPause)
def end_pause(state: Table, command: EndPause, chance: Chance) -> Iterator[Event]:
    require_started(state)
    if not 0 <= command.seat < len(state.chairs):
        raise UnknownSeat(f"seats go from 0 to {len(state.chairs) - 1}", seat=command.seat)
    if state.chairs[command.seat].resigned:
        raise SeatResignedAlready("this seat has resigned and can only watch", seat=command.seat)
    if not _require_paused(state).by_seats:
        raise PausedByReferee("only a referee lets the game go on")
    yield GameResumed()


@decides(AddTime)
def add_time(state: Table, command: AddTime, chance: Chance) -> Iterator[Event]:
    require_started(state)
    if state.watch is None:
        raise NoClock("this game is played without clocks")
    seat = command.seat
    if seat is not None and not 0 <= seat < len(state.chairs):
        raise UnknownSeat(f"seats go from 0 to {len(state.chairs) - 1}", seat=seat)
    seats = state.playing if seat is None else (seat,)
    ms = command.seconds * SECOND_MS
    yield TimeAdded(seats, ms, command.reason, limit=seat is None)


@evolves(PauseAsked)
def pause_asked(state: Table, event: PauseAsked) -> None:
    state.pause_agreed = (*_asked(state), event.seat)
    state.pause_turn = event.turn


@evolves(GamePaused)
def game_paused(state: Table, event: GamePaused) -> None:
    by_seats = not (event.reason or event.by_call)
    state.pause = Pause(state.phase, by_seats, event.by_call)
    state.phase = PAUSED
    state.pause_agreed = ()


@evolves(GameResumed)
def game_resumed(state: Table, event: GameResumed) -> None:
    if state.pause is not None:
        state.phase = state.pause.phase
        state.pause = None


@evolves(TimeAdded)
def time_added(state: Table, event: TimeAdded) -> None:
    watch = state.watch
    if watch is None:
        return
    for seat in event.seats:
        watch.banks[seat] += event.ms
        deadline = watch.deadlines.get(seat)
        if deadline is not None:
            watch.deadlines[seat] = Deadline(
                deadline.decision, deadline.due + event.ms, deadline.bank + event.ms, deadline.grace
            )
    if event.limit:
        if watch.ends_at is not None:
            watch.ends_at += event.ms
        elif watch.limit_left is not None:
            watch.limit_left += event.ms


class PauseView(Struct, frozen=True):
    """Whether the game is paused, what that interrupted, and who has asked for a pause."""

    is_paused: bool
    interrupted: str | None
    """The phase that goes on after the pause."""
    by_seats: bool
    """Whether the seats may end it."""
    asked: tuple[Seat, ...]


def pause_view(state: Table) -> PauseView:
    pause = state.pause if state.phase == PAUSED else None
    return PauseView(
        is_paused=pause is not None,
        interrupted=None if pause is None else pause.phase,
        by_seats=pause is not None and pause.by_seats,
        asked=_asked(state),
    )


def pause_actions(state: Table, seat: Seat) -> list[Command]:
    """What a seat may do about pauses now."""
    if state.phase == PAUSED:
        return [EndPause(seat)] if _require_paused(state).by_seats else []
    return [AskForPause(seat)] if state.watch is not None and seat not in _asked(state) else []


def _asked(state: Table) -> tuple[Seat, ...]:
    """Who has asked for a pause in this turn."""
    return state.pause_agreed if state.pause_turn == state.turn else ()


def _require_paused(state: Table) -> Pause:
    if state.phase != PAUSED or state.pause is None:
        raise NotPaused("the game is not paused")
    return state.pause


PUBLIC: tuple[type[Event], ...] = (PauseAsked, GamePaused, GameResumed, TimeAdded)
"""Facts that everybody may know in full."""
