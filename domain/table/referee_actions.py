"""What referees may do now, and players about them: all of it as open choices."""

import re
from collections.abc import Callable
from typing import Any, Final

from domain.choices import Below, Bound, Bounds, Choice, ChoiceKind
from domain.ids import PlayerId, Seat
from domain.messages import Command, OrganizerCommand
from domain.table.bots import PREFIX
from domain.table.closing import VoidGame
from domain.table.pauses import (
    LONGEST_REASON,
    MOST_ADDED_SECONDS,
    AddTime,
    PauseGame,
    ResumeGame,
)
from domain.table.refereeing import LONGEST_TEXT, CallReferee, IssueRuling
from domain.table.replacing import LONGEST_ID, Disqualify, ReplacePlayer
from domain.table.rewinding import RewindTo, spans_to_rewind_to
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, PAUSED, Table

EXAMPLE: Final = "The referee's reason"


def referee_actions(state: Table, organizer: PlayerId) -> list[Choice]:
    """Everything that a referee may do now."""
    return [Choice(kind, organizer) for kind in _kinds(state)]


def _kinds(state: Table) -> list[type[OrganizerCommand]]:
    if state.phase in ("", CLOSED, MOVED):
        return []
    found: list[type[OrganizerCommand]] = [IssueRuling]
    if state.phase != OVER:
        found.append(VoidGame)
    if state.phase not in (LOBBY, OVER):
        found.append(ResumeGame if state.phase == PAUSED else PauseGame)
        if state.watch is not None:
            found.append(AddTime)
        if state.playing:
            found += [ReplacePlayer, Disqualify]
    if spans_to_rewind_to(state):
        found.append(RewindTo)
    return found


def _text(longest: int) -> Bound:
    return Bound(pattern=rf"^[\s\S]{{1,{longest}}}$")


def _with_reason(bounds: Callable[[Table], Bounds] = lambda state: {}) -> Any:
    def all_bounds(state: Table, author: Any) -> Bounds:
        return {**bounds(state), "reason": _text(LONGEST_REASON)}

    return all_bounds


def _text_bounds(state: Table, author: Any) -> Bounds:
    return {"text": _text(LONGEST_TEXT)}


def _time_bounds(state: Table) -> Bounds:
    seats = [None, *(Seat(i) for i in range(len(state.chairs)))]
    return {"seconds": Bound(spans=[(1, MOST_ADDED_SECONDS)]), "seat": Bound(one_of=seats)}


def _playing(state: Table) -> Bounds:
    return {"seat": Bound(one_of=state.playing)}


def _replacing(state: Table) -> Bounds:
    bots = "|".join(re.escape(bot) for bot in state.ruleset.bots)
    pattern = rf"^({PREFIX}({bots})|(?!{PREFIX})[\s\S]{{1,{LONGEST_ID}}})$"
    seated = [chair.player for chair in state.chairs if chair.player is not None]
    suggested = [PREFIX + bot for bot in state.ruleset.bots]
    player = Bound(pattern=pattern, none_of=seated, suggested=suggested)
    return {**_playing(state), "player": player}


def _rewinding(state: Table) -> Bounds:
    return {"version": Bound(spans=spans_to_rewind_to(state))}


def _sample_time(state: Table, organizer: PlayerId, below: Below) -> Command:
    return AddTime(organizer, 1 + below(60), EXAMPLE)


def _sample_replacing(state: Table, organizer: PlayerId, below: Below) -> Command:
    bots = state.ruleset.bots
    bot = PlayerId(PREFIX + bots[below(len(bots))])
    return ReplacePlayer(organizer, _some_seat(state, below), bot, EXAMPLE)


def _sample_disqualifying(state: Table, organizer: PlayerId, below: Below) -> Command:
    return Disqualify(organizer, _some_seat(state, below), EXAMPLE)


def _sample_rewind(state: Table, organizer: PlayerId, below: Below) -> Command:
    """The latest version that there is comes first."""
    spans = spans_to_rewind_to(state)
    first, last = spans[-1 - below(len(spans))]
    return RewindTo(organizer, last - below(last - first + 1), EXAMPLE)


def _some_seat(state: Table, below: Below) -> Seat:
    return state.playing[below(len(state.playing))]


CHOICES: dict[type[Command], ChoiceKind[Table]] = {
    CallReferee: ChoiceKind(
        _text_bounds, lambda state, seat, below: CallReferee(seat, "Please come to our table")
    ),
    IssueRuling: ChoiceKind(
        _text_bounds, lambda state, author, below: IssueRuling(author, "The game goes on as it is")
    ),
    VoidGame: ChoiceKind(
        _with_reason(), lambda state, author, below: VoidGame(organizer=author, reason=EXAMPLE)
    ),
    PauseGame: ChoiceKind(_with_reason(), lambda state, author, below: PauseGame(author, EXAMPLE)),
    ResumeGame: ChoiceKind(
        _with_reason(), lambda state, author, below: ResumeGame(author, EXAMPLE)
    ),
    AddTime: ChoiceKind(_with_reason(_time_bounds), _sample_time),
    ReplacePlayer: ChoiceKind(_with_reason(_replacing), _sample_replacing),
    Disqualify: ChoiceKind(_with_reason(_playing), _sample_disqualifying),
    RewindTo: ChoiceKind(_with_reason(_rewinding), _sample_rewind),
}
