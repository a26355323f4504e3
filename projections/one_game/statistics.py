"""The statistics of a game, for everybody."""

import msgspec

from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.statistics import Stats
from domain.table.state import Table
from eventlog.ledger_file import BadLedger, read_header
from eventlog.live_games import LiveGames
from projections.one_game.checkpoints import Checkpoint
from projections.one_game.game_at import EncodedView, encoded_view, refold
from projections.one_game.incremental_fold import IncrementalFold
from projections.one_game.recently_used import RecentlyUsed
from projections.one_game.stored_views import StoredViews

NAME = "stats"
PROJECTION = "1"
FOLDS_IN_MEMORY = 300
"""For how many games a process has the statistics in memory: 40 KiB each."""


class StatisticsFold:
    """Counts what the ruleset counts. It is stored as a whole."""

    def __init__(self, stored_views: StoredViews, game: str) -> None:
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
        state.ruleset.statistics.count(self.stats, state, event, at)

    def commit(self, checkpoint: Checkpoint) -> None:
        """There is nothing to do between commits."""

    def store(self, checkpoint: Checkpoint) -> int:
        return self._stored_views.put(self._game, NAME, checkpoint, msgspec.json.encode(self.stats))


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
            shown = encoded_view(chain.version, chain.ruleset.statistics.show(fold.stats))
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
        fold = StatisticsFold(self._stored_views, game)
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
        return encoded_view(stored.checkpoint.version, ruleset.statistics.show(stats))

    def _past(self, game: str, at: int) -> EncodedView:
        fold = StatisticsFold(self._stored_views, game)
        with self._games.hold(game) as live:
            fold.begin(live.folded.ruleset)
        chain = refold(self._games, game, at, fold.apply)
        return encoded_view(at, chain.ruleset.statistics.show(fold.stats))


def _projection(ruleset: AnyRuleset) -> str:
    return f"{PROJECTION}.{ruleset.statistics.version}"


def _decoded(body: bytes, ruleset: AnyRuleset) -> Stats | None:
    """Decode stored statistics; None if the bytes are damaged."""
    try:
        stats: Stats = msgspec.json.decode(body, type=ruleset.statistics.kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return stats
