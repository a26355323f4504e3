"""Which tournaments there are: all of them, and those of one player.

A tournament is listed before it is opened, so none is ever missing; one that was never opened is
passed over. Open tournaments are few and are read from their folds. Players of closed ones are
stored once, when somebody asks for a list after that.
"""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.tournament.entering import are_entries_open
from domain.tournament.state import CANCELLED, CLOSED, FINISHED, Tournament
from eventlog.tournaments import LiveTournaments
from projections.refusals import BadCursor

ALL_KEY = "tournaments:all"
"""Sorted set: every tournament by the time (ms) at which it was opened."""
STORED_KEY = "tournaments:stored"
"""Set: closed tournaments whose people are stored."""
PAGE_OF_IDS = 200

Wanted: TypeAlias = Literal["registration", "running", "closed"]


class TournamentSummary(Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    tournament_id: str
    title: str
    phase: str
    ruleset: str
    host: PlayerId
    opened_at: int
    starts_at: int | None
    capacity: int
    players: int
    by_code: bool
    are_entries_open: bool
    rounds: int


class TournamentLists:
    """Lists tournaments, the newest first."""

    def __init__(self, tournaments: LiveTournaments) -> None:
        self._tournaments = tournaments
        self._redis: Any = tournaments.ledger.redis

    def add(self, tournament: str, at: int) -> None:
        """List a tournament that is about to be opened."""
        self._redis.zadd(ALL_KEY, {tournament: at}, nx=True)

    def page(
        self,
        wanted: Wanted | None,
        ruleset: str | None,
        cursor: str | None,
        limit: int,
        *,
        player: PlayerId | None = None,
    ) -> tuple[list[TournamentSummary], str | None]:
        """A page of tournaments, and the cursor of the next one."""
        before = _read_cursor(cursor)
        chosen = None if player is None else self._of_player(player)
        open_ones = set(self._tournaments.ledger.open_games())
        found: list[TournamentSummary] = []
        while True:
            ids, is_last = self._ids_before(before)
            for tournament, opened_at in ids:
                before = (opened_at, tournament)
                is_open = tournament in open_ones
                if wanted is not None and is_open != (wanted != "closed"):
                    continue
                if chosen is not None and tournament not in chosen:
                    continue
                summary = self._summary(tournament, opened_at)
                if summary is None or (wanted is not None and _kind(summary.phase) != wanted):
                    continue
                if ruleset not in (None, summary.ruleset):
                    continue
                if len(found) == limit:
                    last = found[-1]
                    return found, f"{last.opened_at}.{last.tournament_id}"
                found.append(summary)
            if is_last:
                return found, None

    def _ids_before(self, before: tuple[int, str] | None) -> tuple[list[tuple[str, int]], bool]:
        """The next ids, the newest first, and whether they are the last ones."""
        highest = "+inf" if before is None else before[0]
        rows = self._redis.zrange(
            ALL_KEY,
            highest,
            "-inf",
            byscore=True,
            desc=True,
            offset=0,
            num=PAGE_OF_IDS,
            withscores=True,
        )
        found = [(row.decode(), int(score)) for row, score in rows]
        rest = [one for one in found if before is None or (one[1], one[0]) < before]
        return rest, len(found) < PAGE_OF_IDS or not rest

    def _summary(self, tournament: str, opened_at: int) -> TournamentSummary | None:
        try:
            with self._tournaments.hold(tournament) as live:
                return _summary(live.state, opened_at)
        except RuleViolation:
            # It was never opened, or this server cannot read it.
            return None

    def _of_player(self, player: PlayerId) -> set[str]:
        """The tournaments that a player takes part in, or is on the staff of."""
        open_ones = set(self._tournaments.ledger.open_games())
        listed = {one.decode() for one in self._redis.zrange(ALL_KEY, 0, -1)}
        stored = {one.decode() for one in self._redis.smembers(STORED_KEY)}
        for tournament in listed - open_ones - stored:
            self._store_people(tournament)
        found = {one.decode() for one in self._redis.smembers(_key(player))}
        return found | {one for one in open_ones if player in self._people(one)}

    def _store_people(self, tournament: str) -> None:
        people = self._people(tournament)
        if not people:
            return
        calls = self._redis.pipeline(transaction=False)
        for player in people:
            calls.sadd(_key(player), tournament)
        calls.execute()
        self._redis.sadd(STORED_KEY, tournament)

    def _people(self, tournament: str) -> set[PlayerId]:
        try:
            with self._tournaments.hold(tournament) as live:
                return people_of(live.state)
        except RuleViolation:
            return set()


def people_of(state: Tournament) -> set[PlayerId]:
    """Everybody who takes part, or did, and the staff."""
    found = set(state.staff)
    for entry in state.entries.values():
        found |= {entry.person, *entry.earlier}
    return found


def _summary(state: Tournament, opened_at: int) -> TournamentSummary:
    setup = state.chosen
    assert state.host is not None
    return TournamentSummary(
        tournament_id=state.game,
        title=setup.title,
        phase=state.phase,
        ruleset=setup.games.ruleset,
        host=state.host,
        opened_at=opened_at,
        starts_at=setup.starts_at,
        capacity=setup.capacity,
        players=state.places_taken,
        by_code=setup.by_code,
        are_entries_open=are_entries_open(state),
        rounds=sum(one.status != "draft" for one in state.rounds),
    )


def _kind(phase: str) -> str:
    return "closed" if phase in (FINISHED, CANCELLED, CLOSED) else phase


def _read_cursor(cursor: str | None) -> tuple[int, str] | None:
    if cursor is None:
        return None
    at, _, tournament = cursor.partition(".")
    if not at.isdecimal() or not tournament:
        raise BadCursor("this is not a cursor of this list")
    return int(at), tournament


def _key(player: str) -> str:
    return f"tournaments:of:{player}"
