"""The statistics of a game, for everybody."""

import msgspec

from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.statistics import Stats, TurnClock
from domain.table.rewinding import GameRewound
from domain.table.state import Table
from eventlog.commit import rewinds_in
from eventlog.ledger_file import BadLedger, read_header
from eventlog.live_games import LiveGames
from projections.one_game.checkpoints import Checkpoint
from projections.one_game.game_at import EncodedView, encoded_view, refold, with_ruleset
from projections.one_game.incremental_fold import IncrementalFold
from projections.one_game.recently_used import RecentlyUsed
from projections.one_game.stored_views import StoredViews

NAME = "stats"
PROJECTION = "1"
FOLDS_IN_MEMORY = 300
"""For how many games a process has the statistics in memory: 40 KiB each."""


class StatisticsFold:
    """Counts what the ruleset counts. It is stored as a whole."""

    def __init__(self, games: LiveGames, stored_views: StoredViews, game: str) -> None:
        self._games = games
        self._stored_views = stored_views
        self._game = game
        self.stats = Stats()

    def projection(self, ruleset: AnyRuleset) -> str:
        return _projection(ruleset)

    def restore(self, ruleset: AnyRuleset) -> Checkpoint | None:
        stored = self._stored_views.find(self._game, NAME)
        if stored is None or stored.checkpoint.projection != _projection(ruleset):
            return None
        stats = _decoded(stored.body, ruleset)
        if stats is None:
            return None
        self.stats = stats
        return stored.checkpoint

    def begin(self, ruleset: AnyRuleset) -> None:
        self.stats = ruleset.statistics.begin()

    def apply(self, state: Table, event: Event, version: int, at: int) -> None:
        if isinstance(event, GameRewound):
            self.stats = self._stats_at(event.version)
        count(self.stats, state, event, at)

    def _stats_at(self, version: int) -> Stats:
        """The statistics at an earlier version, to which the game was rewound.

        One pass is enough: the versions of earlier rewinds are kept on the way.
        """
        chain = self._games.chain_at(self._game, 0)
        statistics = chain.state.ruleset.statistics
        lines = list(self._games.ledger.read_all(self._game, until=version))
        wanted = {target for _, line in lines for target in rewinds_in(line, chain.ruleset)}
        kept: dict[int, bytes] = {}
        stats: Stats = statistics.begin()

        def listen(state: Table, event: Event, number: int, at: int) -> None:
            nonlocal stats
            if isinstance(event, GameRewound):
                stats = msgspec.json.decode(kept[event.version], type=statistics.kept)
            count(stats, state, event, at)

        for number, line in lines:
            chain.apply(number, line, listen)
            if number in wanted:
                kept[number] = msgspec.json.encode(stats)
        return stats

    def commit(self, checkpoint: Checkpoint, state: Table, actor: str) -> None:
        """There is nothing to do between commits."""

    def store(self, checkpoint: Checkpoint) -> int:
        return self._stored_views.put(self._game, NAME, checkpoint, msgspec.json.encode(self.stats))


def count(stats: Stats, state: Table, event: Event, at: int) -> None:
    """Count an event. After a rewind `stats` are those of the version to which it led."""
    if isinstance(event, GameRewound):
        # What went by until the rewind was nobody's time.
        stats.clock = TurnClock()
    state.ruleset.statistics.count(stats, state, event, at)


class StatisticsView:
    """Reads statistics from memory, or from the store while nobody plays the game here."""

    def __init__(self, games: LiveGames, stored_views: StoredViews) -> None:
        self._games = games
        self._stored_views = stored_views
        self._folds: RecentlyUsed[str, tuple[IncrementalFold, StatisticsFold]] = RecentlyUsed(
            FOLDS_IN_MEMORY
        )

    def read(self, game: str, at: int | None = None) -> EncodedView:
        if at is not None:
            return self._past(game, at)
        found = None if self._games.is_loaded(game) else self._from_store(game)
        if found is not None:
            return found
        runner, fold = self._folds.get_or_make(game, lambda: self._new_fold(game))
        with runner.lock:
            chain = runner.catch_up()
            shown = _encoded(chain.version, chain.state.ruleset, fold.stats)
            runner.store_if_due()
        return shown

    def rebuild(self, game: str) -> int:
        """Rebuild the stored statistics of a game."""
        self._stored_views.drop(game, [NAME])
        runner, _ = self._new_fold(game)
        runner.catch_up(from_start=True)
        runner.store()
        return 1

    def _new_fold(self, game: str) -> tuple[IncrementalFold, StatisticsFold]:
        fold = StatisticsFold(self._games, self._stored_views, game)
        return IncrementalFold(self._games, game, fold), fold

    def _from_store(self, game: str) -> EncodedView | None:
        stored = self._stored_views.current(game, NAME)
        if stored is None:
            return None
        try:
            ruleset = read_header(self._games.ledger.header(game) or b"").find_ruleset()
        except BadLedger:
            return None
        if ruleset is None or stored.checkpoint.projection != _projection(ruleset):
            return None
        stats = _decoded(stored.body, ruleset)
        if stats is None:
            return None
        return _encoded(stored.checkpoint.version, ruleset, stats)

    def _past(self, game: str, at: int) -> EncodedView:
        fold = StatisticsFold(self._games, self._stored_views, game)
        with self._games.hold(game) as live:
            fold.begin(live.state.ruleset)
        chain = refold(self._games, game, at, fold.apply)
        return _encoded(at, chain.state.ruleset, fold.stats)


def _encoded(version: int, ruleset: AnyRuleset, stats: Stats) -> EncodedView:
    return encoded_view(version, with_ruleset(ruleset, ruleset.statistics.show(stats)))


def _projection(ruleset: AnyRuleset) -> str:
    return f"{PROJECTION}.{ruleset.statistics.version}"


def _decoded(body: bytes, ruleset: AnyRuleset) -> Stats | None:
    """Decode stored statistics; None if the bytes are damaged."""
    try:
        stats: Stats = msgspec.json.decode(body, type=ruleset.statistics.kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return stats
