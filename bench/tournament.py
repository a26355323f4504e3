"""A round of 250 tables on a real Redis that syncs every write.

Opening: one call opens, seats and starts all tables of a round; the reference opens as many games
one by one, in sixteen threads at once. Standings: one more result when all other tables have
theirs; the reference reads all games of the round again and counts everything anew.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.report import Bar, Row
from bench.rounds import Amounts, Effort, Figure, alternate, ratios
from bench.scripted import MASTER, OPENING
from commands.desk import Desk
from commands.tournaments.desk import TournamentDesk
from commands.tournaments.new_tournament import NewGames, NewTournament
from domain.ids import PlayerId
from domain.tournament.course import standings_now, standings_rule
from domain.tournament.formats.course import Swiss
from domain.tournament.game_results import result_of
from domain.tournament.standings.ranking import standings_of
from domain.tournament.standings.results import TableResult
from domain.tournament.state import Tournament
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from eventlog.tournaments import LiveTournaments
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import EmbeddedRedis

TABLES, SEATS = 250, 4
CLIENTS = 16
HOST = PlayerId("host")
MILLISECONDS = 1e3
LEAST_OPENING = 0.5
MOST_OF_RECOUNT = 0.5


def measure(effort: Effort) -> list[Row]:
    """Opening the tables of a round, and the standings after one more result."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hexledger-bench-")))
        redis: Any = stack.enter_context(connect(stack.enter_context(EmbeddedRedis(folder))))
        backend = Backend(redis, effort.size(TABLES, 4))
        return [_opening(effort, backend), *_standings(effort, backend)]


class CountingLedger(Ledger):
    """A ledger that counts how often each game is read."""

    reads: Counter[str]

    def read(self, game: str, *arguments: Any, **named: Any) -> list[tuple[int, bytes]]:
        self.reads[game] += 1
        return super().read(game, *arguments, **named)


class Backend:
    """Both desks on one Redis."""

    def __init__(self, redis: Any, tables: int) -> None:
        self.redis = redis
        self.tables = tables
        self.ledger = CountingLedger(redis)
        self.ledger.reads = Counter()
        self.desk = Desk(LiveGames(self.ledger, 4 * TABLES), MASTER)
        self.tournaments = TournamentDesk(LiveTournaments(redis), self.desk, MASTER)

    @contextmanager
    def without_sync(self) -> Iterator[None]:
        """What is only prepared need not be synced."""
        self.redis.config_set("appendfsync", "no")
        try:
            yield
        finally:
            self.redis.config_set("appendfsync", "always")

    def published(self) -> str:
        """A new tournament whose first round is published."""
        new = NewTournament(
            title="Bench",
            games=NewGames(ruleset="base"),
            capacity=self.tables * SEATS,
            format=Swiss(rounds=3),
        )
        with self.without_sync():
            tournament = self.tournaments.open(new, HOST).game
            for number in range(self.tables * SEATS):
                self.do(tournament, PlayerId(f"p{number}"), "register")
            for kind in ("start_tournament", "draft_round", "publish_round"):
                self.do(tournament, HOST, kind)
        return tournament

    def do(self, tournament: str, player: PlayerId, kind: str) -> None:
        self.tournaments.submit(tournament, {"type": kind}, player)

    def games_of(self, tournament: str) -> list[str]:
        with self.tournaments.games.hold(tournament) as live:
            games = [table.game for table in live.state.rounds[-1].tables]
        opened = [game for game in games if game is not None]
        assert len(opened) == self.tables
        return opened

    def finish(self, game: str) -> None:
        """All but one resign, so that the game is won and closed."""
        with self.desk.games.hold(game) as live:
            players = [chair.player for chair in live.state.chairs]
        for player in players[1:]:
            assert player is not None
            self.desk.submit(game, {"type": "resign"}, player)
        for _ in self.desk.run_due_work(game):
            pass


def _opening(effort: Effort, backend: Backend) -> Row:
    waiting = iter([backend.published() for _ in range(effort.rounds + 1)])

    def start_round(turn: int) -> Amounts:
        tournament = next(waiting)
        backend.do(tournament, HOST, "start_round")
        return {"games": len(backend.games_of(tournament))}

    def open_games(turn: int) -> Amounts:
        with ThreadPoolExecutor(CLIENTS) as pool:
            done = list(pool.map(lambda _: _open_game(backend), range(backend.tables)))
        return {"games": len(done)}

    timings = alternate(
        "opening the tables of a round", effort, 1, ours=start_round, reference=open_games
    )
    ours, reference = (side.rates("games", wall=True) for side in timings.values())
    return Row(
        what=f"opening, seating and starting {backend.tables} tables of a round",
        ours=Figure.over(ours, "/s"),
        reference=Figure.over(reference, "/s"),
        ratio=ratios(ours, reference),
        bar=Bar(least=LEAST_OPENING),
        details={"reference": f"games opened one by one by {CLIENTS} clients, with nobody seated"},
    )


def _open_game(backend: Backend) -> str:
    return backend.desk.open_game(OPENING, HOST).game


def _standings(effort: Effort, backend: Backend) -> list[Row]:
    tournament = backend.published()
    with backend.without_sync():
        backend.do(tournament, HOST, "start_round")
        games = backend.games_of(tournament)
        last = min(effort.rounds + 1, len(games))
        for game in games[:-last]:
            backend.finish(game)
        backend.tournaments.run_all_due_work(tournament)
    coming, finished, reads = iter(games[-last:]), games[:-last], []

    def finish_one(turn: int) -> Amounts:
        with backend.without_sync():
            game = next(coming, None)
            if game is not None:
                backend.finish(game)
        backend.ledger.reads.clear()
        return {"done": 1}

    def record_one(turn: int) -> Amounts:
        backend.tournaments.run_all_due_work(tournament)
        with backend.tournaments.games.hold(tournament) as live:
            standings_now(live.state)
        reads.append(sum(backend.ledger.reads[game] for game in finished))
        return {"done": 1}

    def recount(turn: int) -> Amounts:
        with backend.tournaments.games.hold(tournament) as live:
            _standings_anew(LiveGames(Ledger(backend.redis)), live.state)
        return {"done": 1}

    timings = alternate(
        "one more result", effort, 1, finish=finish_one, ours=record_one, reference=recount
    )
    ours, reference = (
        [MILLISECONDS / rate for rate in timings[name].rates("done", wall=True)]
        for name in ("ours", "reference")
    )
    return [
        Row(
            what=f"standings after one more result at {backend.tables} tables",
            ours=Figure.over(ours, "ms"),
            reference=Figure.over(reference, "ms"),
            ratio=ratios(ours, reference),
            bar=Bar(most=MOST_OF_RECOUNT),
            details={"reference": "reading all games of the round and counting everything anew"},
        ),
        Row(
            what="… reads of games that were finished before",
            ours=Figure.over([float(count) for count in reads], "reads"),
            bar=Bar(most=0),
        ),
    ]


def _standings_anew(games: LiveGames, state: Tournament) -> None:
    """From the ledgers of the games, as if nothing had been recorded."""
    results = []
    for number, table in enumerate(state.rounds[-1].tables, start=1):
        if table.result is None or table.game is None:
            continue
        with games.hold(table.game) as live:
            found = result_of(live.state)
        winners = tuple(table.entrants[seat] for seat in found.winners)
        results.append(TableResult(1, number, table.entrants, found.points, winners, found.outcome))
    found_lines = standings_of(standings_rule(state), state.entries, results)
    assert found_lines == standings_now(state)
