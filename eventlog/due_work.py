"""Due work: what the service itself has to do in a game, and when."""

from typing import Literal, TypeAlias

from msgspec import UNSET

from domain.ids import Seat
from domain.table.closing import CloseGame
from domain.table.deadlines import SECOND_MS
from domain.table.expiry import Expire, game_deadline
from domain.table.lapsing import LapseLobby, lapse_of
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, Table

GameStatus: TypeAlias = Literal["lobby", "playing", "over", "closed", "moved"]
ENDED: frozenset[GameStatus] = frozenset(("closed", "moved"))
"""A game with one of these statuses accepts no more commands."""


def status_of(state: Table) -> GameStatus:
    """The status of a game; every ruleset has the same ones."""
    match state.phase:
        case "lobby" | "over" | "closed" | "moved" as status:
            return status
        case _:
            return "playing"


BOT_PATIENCE_MS = 300
"""A bot without a pace moves at once, when a job is queued for its game. If that job is lost, the
game is due after this time. A busy worker appends the next move earlier, so that no other worker
takes the game over."""


def due_at(state: Table, at: int) -> int | None:
    """When (ms) a worker has to run the due work of a game; None if nothing is due.

    A game that is over has to be closed as soon as that may be. One that does not start lapses.
    `at` is the time of the last commit.
    """
    if state.phase == OVER:
        return closable_at(state, at)
    if state.phase in (CLOSED, MOVED):
        return None
    if state.phase == LOBBY:
        return state.lapses_at
    times = [due for _, due in deadlines(state)]
    if bots_to_act(state):
        times.append(at + max(bot_pace_ms(state), BOT_PATIENCE_MS))
    return min(times, default=None)


def deadlines(state: Table) -> list[tuple[Seat | None, int]]:
    """Every current deadline, of a seat or of the whole game (None), the next one first."""
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
    """The command that lets the next deadline expire, if it has passed at this time."""
    for seat, due in deadlines(state)[:1]:
        if due <= at:
            return Expire(due, at, seat)
    return None


def overdue_command(state: Table, at: int) -> Expire | LapseLobby | None:
    """The command that has to come before any other, because its time has passed."""
    return lapse_of(state, at) or expiry_of(state, at)


def closable_at(state: Table, over_at: int) -> int:
    """From when on a game that is over may be closed, which shows everybody all of it.

    At once, or when its challenge closes, or when spectators have seen the end, too. `over_at` is
    the time of its last commit.
    """
    if state.challenge is not None:
        return max(over_at, state.challenge.closes_at)
    return over_at + spectator_delay_ms(state)


def closing_of(state: Table, at: int, over_at: int) -> CloseGame | None:
    """The command that closes a game that is over, if it may be closed at this time."""
    if state.phase != OVER or at < closable_at(state, over_at):
        return None
    return CloseGame() if state.challenge is None else CloseGame(at)


def spectator_delay_ms(state: Table) -> int:
    """How much later spectators see what happens in a game; a closed game is open to all."""
    seconds = UNSET if state.options is None else state.options.spectator_delay_seconds
    return 0 if seconds is UNSET or state.phase == CLOSED else seconds * SECOND_MS


MAX_BOT_TURNS = 1_000
"""Bots that play without people must finish a game within this many turns."""


def is_endless(state: Table) -> bool:
    """Whether only bots still play, and have used up their turns."""
    return state.turn > MAX_BOT_TURNS and all(map(state.is_bots, state.playing))


def is_urgent(state: Table) -> bool:
    """Whether a worker has something to do in this game right now."""
    is_to_be_closed = state.phase == OVER and closable_at(state, 0) == 0
    return is_to_be_closed or (bool(bots_to_act(state)) and not bot_pace_ms(state))


def bots_to_act(state: Table) -> list[Seat]:
    """The seats that have to act and that bots play."""
    if state.phase in ("", LOBBY) or not any(chair.bot for chair in state.chairs):
        return []
    return [seat for seat in state.ruleset.flow.to_act(state) if state.is_bots(seat)]


def bot_pace_ms(state: Table) -> int:
    """How long a bot waits after a commit before it moves."""
    seconds = state.options.bot_seconds
    return 0 if seconds is UNSET else seconds * SECOND_MS
