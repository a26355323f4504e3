"""What the service has to do by itself, and when. It polls these."""

from domain.messages import SystemCommand
from domain.tournament.choosing import ChooseForAbsent, due_choices, published_tables
from domain.tournament.ending import CloseTournament
from domain.tournament.results import SealResults, due_results
from domain.tournament.starting import OpenCheckIn, check_in_opens_at
from domain.tournament.state import (
    CANCELLED,
    FINISHED,
    REGISTRATION,
    RUNNING,
    TakenOver,
    Tournament,
)


def due_at(state: Tournament) -> int | None:
    """When (ms) the next command of the server is due; 0: now; None: there is none."""
    if state.phase in (FINISHED, CANCELLED):
        return 0
    if state.phase == REGISTRATION:
        return check_in_opens_at(state)
    if state.phase != RUNNING:
        return None
    times = [table.choice_until for _, table in published_tables(state)]
    current = state.open_round
    if current is not None and current.status == "running":
        times += [
            table.open_until
            for number, table in enumerate(current.tables, start=1)
            if not table.is_sealed and not state.open_appeals(current.number, number)
        ]
    return min((time for time in times if time is not None), default=None)


def due_command(state: Tournament, at: int) -> SystemCommand | None:
    """The command of the server that is due at this time (ms), if any. More may be due after it."""
    if state.phase in (FINISHED, CANCELLED):
        return CloseTournament()
    if state.phase == REGISTRATION:
        opens_at = check_in_opens_at(state)
        return None if opens_at is None or at < opens_at else OpenCheckIn(at)
    if state.phase != RUNNING:
        return None
    if due_choices(state, at):
        return ChooseForAbsent(at)
    return SealResults(at) if due_results(state, at) else None


def games_running(state: Tournament) -> dict[int, str]:
    """The games of the running round whose results are to be recorded, by table."""
    current = state.open_round
    if current is None or current.status != "running":
        return {}
    return {
        number: table.game
        for number, table in enumerate(current.tables, start=1)
        if table.game is not None and table.result is None
    }


def games_to_start(state: Tournament, at: int) -> dict[str, int | None]:
    """The games of the running round whose time to start has come, with that time (ms)."""
    current = state.open_round
    return (
        {}
        if current is None
        else {
            game: current.tables[number - 1].starts_at
            for number, game in games_running(state).items()
            if (current.tables[number - 1].starts_at or 0) <= at
        }
    )


def substitutes_to_seat(state: Tournament) -> dict[str, tuple[TakenOver, ...]]:
    """By game of the running round: the substitutes who take over seats, in their order."""
    current = state.open_round
    return (
        {}
        if current is None
        else {
            game: current.tables[number - 1].taken_over
            for number, game in games_running(state).items()
            if current.tables[number - 1].taken_over
        }
    )


def games_left(state: Tournament) -> list[str]:
    """Games that do not count any more; those that are not over have to be voided."""
    left = [game for one in state.rounds for table in one.tables for game in table.left_games]
    if state.phase != RUNNING:
        left += games_running(state).values()
    return left
