"""What the house still has to do in a game, and from when on."""

from typing import Literal, TypeAlias

from msgspec import UNSET

from domain.deadlines import SECOND_MS
from domain.expiry import Expire
from domain.ids import Seat
from domain.table import CLOSED, LOBBY, MOVED, OVER, Table

Status: TypeAlias = Literal["lobby", "playing", "over", "closed", "moved"]
ENDED: frozenset[Status] = frozenset(("closed", "moved"))
"""A game with this status takes nothing more."""


def status_of(state: Table) -> Status:
    """How far a game has come, the same for every ruleset."""
    match state.phase:
        case "lobby" | "over" | "closed" | "moved" as status:
            return status
        case _:
            return "playing"


BOT_PATIENCE_MS = 300
"""A bot that need not wait moves at once, by a nudge. If nothing came of that, it is due then:
a worker that plays on appends the next move before, so that no other one takes it up."""


def due_at(state: Table, at: int) -> int | None:
    """From when on (ms) a worker has to look after the game; None if nothing is due.

    A game that is over has to be closed at once; `at` is the time of its last commit.
    """
    if state.phase == OVER:
        return at
    if state.phase in (CLOSED, MOVED):
        return None
    times = [due for _, due in deadlines(state)]
    if bots_to_act(state):
        times.append(at + max(bot_pace_ms(state), BOT_PATIENCE_MS))
    return min(times, default=None)


def deadlines(state: Table) -> list[tuple[Seat | None, int]]:
    """Every deadline that stands, of a seat or of the whole game, the next one first."""
    watch = state.watch
    if watch is None or state.phase in (OVER, CLOSED, MOVED):
        return []
    found: list[tuple[Seat | None, int]] = [(s, d.due) for s, d in watch.deadlines.items()]
    if watch.ends_at is not None:
        found.append((None, watch.ends_at))
    return sorted(found, key=lambda pair: pair[1])


def expiry_of(state: Table, at: int) -> Expire | None:
    """The wish to let the next deadline expire, if it has passed by now."""
    for seat, due in deadlines(state)[:1]:
        if due <= at:
            return Expire(due, at, seat)
    return None


def is_urgent(state: Table) -> bool:
    """Whether a worker has something to do right now."""
    return state.phase == OVER or (bool(bots_to_act(state)) and not bot_pace_ms(state))


def bots_to_act(state: Table) -> list[Seat]:
    """Seats that the game waits for and for which bots move."""
    if state.phase in ("", LOBBY) or not any(chair.bot for chair in state.chairs):
        return []
    return [seat for seat in state.ruleset.to_act(state) if state.is_bots(seat)]


def bot_pace_ms(state: Table) -> int:
    """How long a bot waits after a commit before it moves."""
    seconds = state.options.bot_seconds
    return 0 if seconds is UNSET else seconds * SECOND_MS
