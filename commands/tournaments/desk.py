"""The desk of tournaments: takes requests for all of them and answers with receipts."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from commands.carrier import LedgerCarrier, Receipt
from commands.desk import NO_GUARDS, Desk, Guards
from commands.observer import Observer
from commands.requests import Chooser, LedgerOpening, NoCommand, key_digest
from commands.tournaments.new_tournament import NewTournament, setup_of
from commands.tournaments.requests import (
    DueByClock,
    PostedTournamentCommand,
    TournamentOrder,
)
from commands.tournaments.tables import ClosedGame, TournamentGames, seating_of
from domain.chance.draws import mac
from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.registry import TOURNAMENT
from domain.table.invitations import digest_of
from domain.tournament.due import games_left, games_running, games_to_start, substitutes_to_seat
from domain.tournament.opening import OpenTournament
from domain.tournament.playing import RecordGames, TableGame, tables_to_open
from domain.tournament.results import RecordResult
from domain.tournament.state import Tournament
from domain.tournament.table_starts import BringStartForward, games_waiting, start_after
from eventlog.ledger import UNREACHABLE
from eventlog.redis_keys import new_tournament_id
from eventlog.tournaments import LiveTournaments

logger = logging.getLogger(__name__)


class TournamentDesk:
    """The write side of the service, for all tournaments. Its games go through the other desk."""

    def __init__(
        self,
        tournaments: LiveTournaments,
        desk: Desk,
        master: bytes,
        *,
        observer: Observer | None = None,
        is_listed: Callable[[str, int], None] = lambda tournament, at: None,
    ) -> None:
        """`is_listed` is called with a tournament before it is opened."""
        self.games = tournaments
        self._desk = desk
        self._master = master
        self._is_listed = is_listed
        self._carrier: LedgerCarrier[Tournament] = LedgerCarrier(
            tournaments, master, observer or Observer(), lambda: self.clock()
        )
        self.tables = TournamentGames(desk)

    @property
    def clock(self) -> Callable[[], int]:
        """The clock of the games, so that all ledgers go by one time."""
        return self._desk.clock

    def open(self, new: NewTournament, player: PlayerId, key: str | None = None) -> Receipt:
        """Open a tournament. The same key gives the same one, on any server with this secret."""
        setup = setup_of(new)
        name = None if key is None else mac(self._master, f"tournament:{player}:{key}".encode())
        tournament = new_tournament_id(name)
        command = OpenTournament(
            player,
            tournament,
            setup,
            organizers=tuple(PlayerId(one) for one in new.organizers),
            referees=tuple(PlayerId(one) for one in new.referees),
            code_digest=None if new.code is None else digest_of(new.code),
            nonce_seconds=new.nonce_seconds,
        )
        digest = None if key is None else key_digest(player, key)
        self._is_listed(tournament, self.clock())
        return self._carrier.carry(
            LedgerOpening(tournament, _as_stored(command), TOURNAMENT, digest)
        )

    def submit(
        self,
        tournament: str,
        body: object,
        player: PlayerId,
        guards: Guards = NO_GUARDS,
        *,
        is_operator: bool = False,
    ) -> Receipt:
        """Carry out a command that a person posted, and what the service has to do after it."""
        # A game may have ended just now, and its result comes before what is said about it.
        self.run_all_due_work(tournament)
        key = None if guards.key is None else key_digest(player, guards.key)
        request = PostedTournamentCommand(
            tournament, body, player, is_operator, key, guards.version
        )
        while True:
            receipt = self._carrier.carry(request)
            if receipt is not NoCommand.DEADLINE_FIRST:
                break
            for _ in self.run_due_work(tournament):
                pass
        self.run_all_due_work(tournament)
        return receipt

    def run_due_work(self, tournament: str, choose: Chooser | None = None) -> Iterator[Receipt]:
        """Do everything that the service has to do by now; a receipt for each commit.

        It may be called at any time by any process, and stopped after any receipt.
        """
        while True:
            receipt = self._carrier.carry(DueByClock(tournament))
            if receipt is NoCommand.NOTHING_DUE:
                break
            yield receipt
        yield from self._open_tables(tournament)
        yield from self._record_results(tournament)
        with self.games.hold(tournament) as live:
            left = games_left(live.state)
        self.tables.void(left)
        receipt = self._carrier.carry(DueByClock(tournament, may_close=True))
        if receipt is not NoCommand.NOTHING_DUE:
            yield receipt

    def run_all_due_work(self, tournament: str) -> None:
        """The same for somebody who has something else to do: a failure is only logged."""
        try:
            for _ in self.run_due_work(tournament):
                pass
        except RuleViolation as refusal:
            logger.info(
                "due work refused: %s", refusal, extra={"game": tournament, "code": refusal.code}
            )
        except UNREACHABLE as error:
            logger.warning("due work failed: %s", error, extra={"game": tournament})

    def _open_tables(self, tournament: str) -> Iterator[Receipt]:
        with self.games.hold(tournament) as live:
            live.require_sound()
            tables = tables_to_open(live.state)
            seatings = [seating_of(live.state, table) for table in tables]
            start_at = partial(start_after, live.state, tables=tables)
        opened = self.tables.open(seatings)
        if opened:
            number = seatings[0].link.round
            games = tuple(TableGame(table, game) for table, game in sorted(opened.items()))
            try:
                yield self._order(tournament, lambda at: RecordGames(number, games, start_at(at)))
            except RuleViolation as refusal:
                # Another process has recorded them, or a referee has decided about a table.
                logger.info("games not recorded: %s", refusal, extra={"game": tournament})
        yield from self._start_tables(tournament)

    def _start_tables(self, tournament: str) -> Iterator[Receipt]:
        with self.games.hold(tournament) as live:
            number, waiting = len(live.state.rounds), games_waiting(live.state, self.clock())
        if waiting and self.tables.have_all_nonces(waiting):
            try:
                yield self._order(tournament, lambda at: BringStartForward(at, number))
            except RuleViolation as refusal:
                # Another process was faster, or their time has come.
                logger.info("the start stays: %s", refusal, extra={"game": tournament})
        with self.games.hold(tournament) as live:
            games = games_to_start(live.state, self.clock())
            substitutes = substitutes_to_seat(live.state)
        self.tables.start(games)
        self.tables.seat(substitutes)

    def _record_results(self, tournament: str) -> Iterator[Receipt]:
        with self.games.hold(tournament) as live:
            playing = games_running(live.state)
            number = len(live.state.rounds)
        for found in self.tables.closed(playing):
            try:
                yield self._order(tournament, _recorder(number, found))
            except RuleViolation as refusal:
                # Another process has recorded it, or a referee has decided about the table.
                logger.info("a result was not recorded: %s", refusal, extra={"game": tournament})

    def _order(self, tournament: str, command_at: Callable[[int], Any]) -> Receipt:
        return self._carrier.carry(TournamentOrder(tournament, command_at))


def _recorder(number: int, found: ClosedGame) -> Callable[[int], RecordResult]:
    return lambda at: RecordResult(
        at=at,
        round=number,
        table=found.table,
        game=found.game,
        head=found.head,
        points=found.result.points,
        winners=found.result.winners,
        outcome=found.result.outcome,
    )


def _as_stored(command: OpenTournament) -> OpenTournament:
    """The command as it will be read from the log."""
    return msgspec.json.decode(msgspec.json.encode(command), type=OpenTournament)
