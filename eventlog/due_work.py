"""What the house still has to do in a game, and from when on."""

from typing import Literal, TypeAlias

from msgspec import UNSET

from domain.ids import Seat
from domain.table.closing import CloseGame
from domain.table.deadlines import SECOND_MS
from domain.table.expiry import Expire, game_deadline
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, Table

GameStatus: TypeAlias = Literal["lobby", "playing", "over", "closed", "moved"]
ENDED: frozenset[GameStatus] = frozenset(("closed", "moved"))
"""A game with this status takes nothing more."""


def status_of(state: Table) -> GameStatus:
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

    A game that is over has to be closed at once, or with its challenge; `at` is the time of its
    last commit.
    """
    if state.phase == OVER:
        return at if state.challenge is None else max(at, state.challenge.closes_at)
    if state.phase in (CLOSED, MOVED):
        return None
    times = [due for _, due in deadlines(state)]
    if bots_to_act(state):
        times.append(at + max(bot_pace_ms(state), BOT_PATIENCE_MS))
    return min(times, default=None)


def deadlines(state: Table) -> list[tuple[Seat | None, int]]:
    """Every deadline that stands, of a seat or of the whole game, the next one first."""
    if state.phase in (OVER, CLOSED, MOVED):
        return []
    watch, end = state.watch, game_deadline(state)
    found: list[tuple[Seat | None, int]] = []
    if watch is not None:
        found += [(seat, deadline.due) for seat, deadline in watch.deadlines.items()]
    if end is not None:
        found.append((None, end))
    return sorted(found, key=lambda pair: pair[1])


def expiry_of(state: Table, at: int) -> Expire | None:
    """The wish to let the next deadline expire, if it has passed by now."""
    for seat, due in deadlines(state)[:1]:
        if due <= at:
            return Expire(due, at, seat)
    return None


def closing_of(state: Table, at: int) -> CloseGame | None:
    """The wish to close a game that is over, if it may be closed by now."""
    if state.phase != OVER:
        return None
    if state.challenge is None:
        return CloseGame()
    return CloseGame(at) if at >= state.challenge.closes_at else None


BOT_TURNS = 1_000
"""So many turns bots have to finish a game in which no person plays any more."""


def is_endless(state: Table) -> bool:
    """Whether bots alone go on for longer than anybody will ever want to read."""
    return state.turn > BOT_TURNS and all(map(state.is_bots, state.playing))


def is_urgent(state: Table) -> bool:
    """Whether a worker has something to do right now."""
    is_to_be_closed = state.phase == OVER and state.challenge is None
    return is_to_be_closed or (bool(bots_to_act(state)) and not bot_pace_ms(state))


def bots_to_act(state: Table) -> list[Seat]:
    """Seats that the game waits for and for which bots move."""
    if state.phase in ("", LOBBY) or not any(chair.bot for chair in state.chairs):
        return []
    return [seat for seat in state.ruleset.to_act(state) if state.is_bots(seat)]


def bot_pace_ms(state: Table) -> int:
    """How long a bot waits after a commit before it moves."""
    seconds = state.options.bot_seconds
    return 0 if seconds is UNSET else seconds * SECOND_MS
