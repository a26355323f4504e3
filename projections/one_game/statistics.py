"""The statistics of a game, for everybody."""

from typing import Any

import msgspec

from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.statistics import Stats
from domain.table.state import Table
from eventlog.ledger_file import BadLedger, read_header
from eventlog.live_games import LiveGames
from projections.one_game.checkpoints import Stamp
from projections.one_game.game_at import Reading, reading, refold
from projections.one_game.incremental_fold import Keeper
from projections.one_game.recently_used import Kept
from projections.one_game.stored_views import Shelf

NAME = "stats"
PROJECTION = "1"
KEEPERS = 300
"""How many games' statistics a process keeps at hand: 40 KiB each."""


class StatisticsFold:
    """Counts as the ruleset does; stored as a whole."""

    def __init__(self, shelf: Shelf, game: str) -> None:
        self._shelf = shelf
        self._game = game
        self.stats: Stats = {}

    def projection(self, ruleset: AnyRuleset) -> str:
        return _projection(ruleset)

    def restore(self, projection: str) -> Stamp | None:
        stored = self._shelf.find(self._game, NAME)
        if stored is None or stored.stamp.projection != projection:
            return None
        stats = _decoded(stored.body)
        if stats is None:
            return None
        self.stats = stats
        return stored.stamp

    def begin(self, ruleset: AnyRuleset) -> None:
        self.stats = ruleset.statistics.begin()

    def tell(self, state: Table, event: Event, version: int, at: int) -> None:
        state.ruleset.statistics.count(self.stats, state, event, at)

    def commit(self, stamp: Stamp) -> None:
        """There is nothing to do between commits."""

    def store(self, stamp: Stamp) -> int:
        return self._shelf.put(self._game, NAME, stamp, msgspec.json.encode(self.stats))


class StatisticsView:
    """Reads them: from what this process has counted, or as stored while a game sleeps."""

    def __init__(self, games: LiveGames, shelf: Shelf) -> None:
        self._games = games
        self._shelf = shelf
        self._keepers: Kept[str, tuple[Keeper, StatisticsFold]] = Kept(KEEPERS)

    def read(self, game: str, at: int | None = None) -> Reading:
        if at is not None:
            return self._past(game, at)
        found = None if self._games.is_hot(game) else self._asleep(game)
        if found is not None:
            return found
        keeper, fold = self._keepers.find(game, lambda: self._keeper(game))
        with keeper.lock:
            chain = keeper.catch_up()
            shown = reading(chain.version, chain.ruleset.statistics.show(fold.stats))
            keeper.offer()
        return shown

    def restore(self, game: str) -> int:
        """Throw the statistics of a game away and store them anew."""
        self._shelf.drop(game, [NAME])
        keeper, _ = self._keeper(game)
        keeper.catch_up(anew=True)
        keeper.store()
        return 1

    def _keeper(self, game: str) -> tuple[Keeper, StatisticsFold]:
        fold = StatisticsFold(self._shelf, game)
        return Keeper(self._games, game, fold), fold

    def _asleep(self, game: str) -> Reading | None:
        stored = self._shelf.current(game, NAME)
        if stored is None:
            return None
        try:
            ruleset = read_header(self._games.ledger.header(game) or b"").find_ruleset()
        except BadLedger:
            return None
        stats = _decoded(stored.body)
        if ruleset is None or stats is None or stored.stamp.projection != _projection(ruleset):
            return None
        return reading(stored.stamp.version, ruleset.statistics.show(stats))

    def _past(self, game: str, at: int) -> Reading:
        fold = StatisticsFold(self._shelf, game)
        with self._games.hold(game) as live:
            fold.begin(live.folded.ruleset)
        chain = refold(self._games, game, at, fold.tell)
        return reading(at, chain.ruleset.statistics.show(fold.stats))


def _projection(ruleset: AnyRuleset) -> str:
    return f"{PROJECTION}.{ruleset.statistics.version}"


def _decoded(body: bytes) -> Stats | None:
    """Kept statistics; None if the bytes are none."""
    try:
        stats: Any = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return stats if isinstance(stats, dict) else None
