"""Calls for a referee, and the rulings that answer them."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct

from domain.chance.draws import Chance
from domain.choices import Choice
from domain.ids import Seat
from domain.messages import Command, Event, OrganizerCommand, SeatCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table import pauses
from domain.table.pauses import GamePaused, GameResumed, ResumeGame, require_started
from domain.table.seats import require_known_seat
from domain.table.state import (
    CLOSED,
    MOVED,
    PAUSED,
    RefereeCall,
    Ruling,
    SeatResignedAlready,
    Table,
    require_not_over,
    require_open,
)

LONGEST_TEXT: Final = 500
RULINGS_KEPT: Final = 10
"""How many rulings a view shows, the latest ones. The log has all of them."""

Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class CallReferee(SeatCommand, tag="call_referee"):
    """Call a referee to the table. If the game was opened so, it is paused until one answers."""

    text: Text
    at: int | None = None
    """When (ms); set by the server."""


class WithdrawCall(SeatCommand, tag="withdraw_call"):
    """Take back your call for a referee; the game goes on if the call has paused it."""


class IssueRuling(OrganizerCommand, tag="issue_ruling"):
    """A referee rules on something. This answers an open call."""

    text: Text
    at: int | None = None
    """When (ms); set by the server."""


class RefereeCalled(Event, tag="referee_called"):
    """A seat called a referee."""

    seat: Seat
    text: str
    at: int | None = None


class CallAnswered(Event, tag="call_answered"):
    """A referee answered the call of this seat."""

    seat: Seat


class CallWithdrawn(Event, tag="call_withdrawn"):
    """This seat needs no referee any more."""

    seat: Seat


class RulingIssued(Event, tag="ruling_issued"):
    """A referee ruled."""

    text: str
    at: int | None = None


class RefereeCalledAlready(RuleViolation):
    """A referee has been called to this table and has not answered yet; wait for them."""

    code = "referee/called_already"


class NoCallOfYours(RuleViolation):
    """You have not called a referee, or one has answered."""

    code = "referee/no_call"


class NoRefereeToCall(RuleViolation):
    """Nobody referees this game. Referees can be called in games of tournaments, and in games that
    were opened with the option `call_pauses`."""

    code = "referee/none_to_call"


@decides(CallReferee)
def call_referee(state: Table, command: CallReferee, chance: Chance) -> Iterator[Event]:
    _require_seat(state, command.seat)
    if not _can_be_called(state):
        raise NoRefereeToCall("nobody referees this game")
    if state.call is not None:
        raise RefereeCalledAlready("a referee has been called already", seat=state.call.seat)
    yield RefereeCalled(command.seat, command.text, command.at)
    if state.options.call_pauses is True and state.phase != PAUSED:
        yield GamePaused(by_call=True)


@decides(WithdrawCall)
def withdraw_call(state: Table, command: WithdrawCall, chance: Chance) -> Iterator[Event]:
    _require_seat(state, command.seat)
    if state.call is None or state.call.seat != command.seat:
        raise NoCallOfYours("there is no open call of yours")
    yield CallWithdrawn(command.seat)
    yield from _end_pause_of_call(state)


@decides(IssueRuling)
def issue_ruling(state: Table, command: IssueRuling, chance: Chance) -> Iterator[Event]:
    require_open(state)
    if state.phase in (CLOSED, MOVED):
        require_not_over(state)
    yield RulingIssued(command.text, command.at)
    yield from _answer_call(state)
    yield from _end_pause_of_call(state)


@decides(ResumeGame)
def resume_game(state: Table, command: ResumeGame, chance: Chance) -> Iterator[Event]:
    yield from pauses.resume_game(state, command, chance)
    yield from _answer_call(state)


def _answer_call(state: Table) -> Iterator[Event]:
    if state.call is not None:
        yield CallAnswered(state.call.seat)


def _end_pause_of_call(state: Table) -> Iterator[Event]:
    if state.phase == PAUSED and state.pause is not None and state.pause.by_call:
        yield GameResumed()


def _require_seat(state: Table, seat: Seat) -> None:
    """A pause does not matter: then, too, a referee may be needed."""
    require_started(state)
    require_known_seat(state, seat)
    if state.chairs[seat].resigned:
        raise SeatResignedAlready("this seat has left the game and can only watch", seat=seat)


@evolves(RefereeCalled)
def referee_called(state: Table, event: RefereeCalled) -> None:
    state.call = RefereeCall(event.seat, event.text, event.at)


@evolves(CallAnswered, CallWithdrawn)
def call_ended(state: Table, event: CallAnswered | CallWithdrawn) -> None:
    state.call = None


@evolves(RulingIssued)
def ruling_issued(state: Table, event: RulingIssued) -> None:
    state.rulings = (*state.rulings, Ruling(event.text, event.at))[-RULINGS_KEPT:]


def call_actions(state: Table, seat: Seat) -> list[Command | Choice]:
    """What a seat in play may do about referees."""
    if state.call is None:
        return [Choice(CallReferee, seat)] if _can_be_called(state) else []
    return [WithdrawCall(seat)] if state.call.seat == seat else []


def _can_be_called(state: Table) -> bool:
    """Whether somebody referees this game.

    In other games a call would lead to nothing, and a client that posts any legal command would
    call again and again.
    """
    return state.tournament is not None or state.options.call_pauses is not UNSET


class RefereeView(Struct, frozen=True):
    """What referees have to do at this table, and what they have done."""

    call: RefereeCall | None
    """The open call for a referee."""
    rulings: tuple[Ruling, ...]
    """The latest ten rulings; the log has all of them."""
    rewound_to: int | None
    """The version to which the game was rewound last."""
    disqualified: tuple[Seat, ...]
    """The seats that were excluded from the game."""


def referee_view(state: Table) -> RefereeView:
    return RefereeView(
        call=state.call,
        rulings=state.rulings,
        rewound_to=state.rewound_to,
        disqualified=tuple(Seat(i) for i, chair in enumerate(state.chairs) if chair.disqualified),
    )


PUBLIC: tuple[type[Event], ...] = (RefereeCalled, CallAnswered, CallWithdrawn, RulingIssued)
"""Facts that everybody may know in full."""
