"""Tournaments as a kind of ledger: their rules, their status, and when the service has to act."""

from domain.registry import TOURNAMENT
from domain.tournament.due import due_at as next_due
from domain.tournament.playing import tables_to_open
from domain.tournament.rules import TournamentRules
from domain.tournament.state import (
    CANCELLED,
    CLOSED,
    FINISHED,
    REGISTRATION,
    RUNNING,
    Tournament,
)
from eventlog.due_work import GameStatus
from eventlog.ledger import TOURNAMENT_PARTITIONS, Ledger, Redis
from eventlog.ledger_file import Header
from eventlog.ledger_kind import LedgerKind
from eventlog.live_games import LiveLedgers
from eventlog.refusals import NoSuchTournament

MAX_LIVE_TOURNAMENTS = 100
"""How many tournaments a process keeps folded."""

_STATUSES: dict[str, GameStatus] = {
    REGISTRATION: "lobby",
    RUNNING: "playing",
    FINISHED: "over",
    CANCELLED: "over",
    CLOSED: "closed",
}


def find_rules(header: Header) -> TournamentRules | None:
    """The rules of tournaments, if this is the header of one that they can judge."""
    return TOURNAMENT if header.find_rules() is TOURNAMENT else None


def status_of(state: Tournament) -> GameStatus:
    """The status of a tournament, in the words of games."""
    return _STATUSES[state.phase]


def due_at(state: Tournament, at: int) -> int | None:
    """When (ms) the service has to act: by the clock, or at once if tables are to be opened.

    Results of games are not among this: those who record them ask which games are closed.
    """
    due = next_due(state)
    if due is None:
        return at if tables_to_open(state) else None
    return due or at


def no_such_tournament(tournament: str) -> NoSuchTournament:
    return NoSuchTournament("there is no such tournament", game=tournament)


TOURNAMENTS: LedgerKind[Tournament] = LedgerKind(find_rules, status_of, due_at, no_such_tournament)


class LiveTournaments(LiveLedgers[Tournament]):
    """The live folds of tournaments, on the Redis of the games."""

    def __init__(self, redis: Redis, max_tournaments: int = MAX_LIVE_TOURNAMENTS) -> None:
        super().__init__(Ledger(redis, TOURNAMENT_PARTITIONS), TOURNAMENTS, max_tournaments)
