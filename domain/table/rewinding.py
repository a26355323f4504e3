"""Rewinding: a referee returns a game to an earlier version. Nothing is erased."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from domain.chance.draws import Chance
from domain.ids import Seat
from domain.ledger_state import Past
from domain.messages import Event, OrganizerCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.bots import bot_in
from domain.table.deadlines import Watch
from domain.table.pauses import Reason
from domain.table.replacing import leave
from domain.table.state import (
    LOBBY,
    OVER,
    PAUSED,
    Chair,
    GameNotStarted,
    Table,
    require_not_over,
    require_open,
)

Span: TypeAlias = tuple[int, int]
"""Versions from the first to the last, both included."""

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class RewindTo(OrganizerCommand, tag="rewind_to"):
    """A referee returns the game to an earlier version, from which it goes on."""

    version: Annotated[int, Meta(ge=1)]
    reason: Reason


class GameRewound(Event, tag="game_rewound"):
    """The game is again as it was at this version. What happened since stays on record."""

    version: int
    reason: str


class NoRewindOfChallenge(RuleViolation):
    """A challenge is played with the same luck by everybody, and once; it is never rewound."""

    code = "rewind/challenge"


class NotInThePast(RuleViolation):
    """The game can be rewound only to an earlier version at which it was in play;
    `details.spans` lists them."""

    code = "rewind/not_in_play"


class PastNotKept(RuleViolation):
    """This game is played without a record of its past, so it cannot be rewound."""

    code = "rewind/past_not_kept"


@decides(RewindTo)
def rewind_to(state: Table, command: RewindTo, chance: Chance) -> Iterator[Event]:
    spans = _spans_in_play(_require_past(state))
    if not any(first <= command.version <= last for first, last in spans):
        raise NotInThePast("at that version the game was not in play", spans=spans)
    yield GameRewound(command.version, command.reason)
    # Who was disqualified has no part in the game, whichever version it goes on from.
    for seat in [Seat(i) for i, chair in enumerate(state.chairs) if chair.disqualified]:
        if seat in state.playing and state.phase != OVER:
            yield from leave(state, seat, command.reason, chance)


def spans_to_rewind_to(state: Table) -> list[Span]:
    """The versions to which the game can be rewound now."""
    try:
        return _spans_in_play(_require_past(state))
    except RuleViolation:
        return []


def _spans_in_play(past: Past[Table]) -> list[Span]:
    """The earlier versions at which the game had started and was not over, as spans in order."""
    spans: list[Span] = []
    for version, then in enumerate(past.states_before(), 1):
        if then.phase in (LOBBY, OVER):
            continue
        if spans and spans[-1][1] == version - 1:
            spans[-1] = (spans[-1][0], version)
        else:
            spans.append((version, version))
    return spans


def _require_past(state: Table) -> Past[Table]:
    require_open(state)
    if state.phase != OVER:
        require_not_over(state)
    if state.phase == LOBBY:
        raise GameNotStarted("the game has not started yet")
    if state.challenge is not None:
        raise NoRewindOfChallenge("a game of a challenge is never rewound")
    if state.past is None:
        raise PastNotKept("this game is played without a record of its past")
    return state.past


GOES_ON: Final = frozenset(
    {"next_draw", "chairs", "phase", "pause", "pause_agreed", "watch", "call", "rulings"}
)
"""What a rewind does not return to as it was: chance, people, time and the referee's record."""


@evolves(GameRewound)
def game_rewound(state: Table, event: GameRewound) -> None:
    if state.past is None:
        raise LookupError("a rewind can be folded only with the past of the game")
    then = state.past.state_at(event.version)
    for field in fields(state):
        if field.name not in state.REFERENCES and field.name not in GOES_ON:
            setattr(state, field.name, getattr(then, field.name))
    state.chairs = [_chair(*pair) for pair in zip(state.chairs, then.chairs, strict=True)]
    state.pause_agreed = ()
    if state.watch is not None and then.watch is not None:
        state.watch = _watch(state.watch, then.watch, then.turn)
    _return_to_phase(state, then)
    state.rewound_to = event.version


def _chair(now: Chair, then: Chair) -> Chair:
    """Who sits there now, as far in the game as then. Who has resigned since is back."""
    is_back = now.resigned and not then.resigned
    bot = bot_in(now.player or "") if is_back else now.bot
    return replace(
        now,
        resigned=then.resigned,
        bot=None if then.resigned else bot,
        gone_in_turn=then.gone_in_turn if is_back else now.gone_in_turn,
    )


def _watch(now: Watch, then: Watch, turn: int) -> Watch:
    """Nobody has less in their bank than then or now, and open decisions get their time anew.

    The time of the whole game goes on; if it is up, the turn that is on again counts as its last.
    """
    is_up = now.ran_out is not None
    return Watch(
        banks={seat: max(bank, then.banks[seat]) for seat, bank in now.banks.items()},
        limit_left=now.limit_left,
        ends_at=now.ends_at,
        ran_out=then.ran_out or (turn if is_up else None),
        rests=then.rests,
        misses=now.misses,
    )


def _return_to_phase(state: Table, then: Table) -> None:
    """A rewind neither ends a pause nor brings one back."""
    phase = then.phase if then.pause is None else then.pause.phase
    if state.phase == PAUSED and state.pause is not None:
        state.pause = replace(state.pause, phase=phase)
    else:
        state.phase, state.pause = phase, None


PUBLIC: tuple[type[Event], ...] = (GameRewound,)
"""Facts that everybody may know in full."""
