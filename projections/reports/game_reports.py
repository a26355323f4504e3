"""The reports of games on this server. That of a closed game is made once and stored beside it."""

from collections.abc import Iterable

import msgspec

from domain.ledger_rules import AnyRules
from domain.reports import GameReport
from domain.table.state import CLOSED
from eventlog.commit import rewinds_in
from eventlog.ledger_file import BadLedger, LedgerFile, read_header
from eventlog.live_games import LiveGames
from projections.one_game.checkpoints import checkpoint_of
from projections.one_game.game_at import require_folded
from projections.one_game.stored_views import StoredViews, ignore_outages
from projections.reports.game_fold import GameFold

NAME = "report"
PROJECTION = "2"
"""Raise it when a report is made in another way."""


class GameReports:
    """Reads reports from the store, or makes them from the ledger."""

    def __init__(self, games: LiveGames) -> None:
        self._games = games
        self._stored_views = StoredViews(games.ledger.redis)

    def read(self, game: str) -> GameReport:
        """The report of a game as it is now."""
        return self._from_store(game) or self._make(game)

    def rebuild(self, game: str) -> int:
        """Rebuild the stored report of a game. Returns 0 if the game is not closed."""
        self._stored_views.drop(game, [NAME])
        return int(self._make(game).is_closed)

    def _from_store(self, game: str) -> GameReport | None:
        stored = self._stored_views.current(game, NAME)
        if stored is None:
            return None
        try:
            ruleset = read_header(self._games.ledger.header(game) or b"").find_ruleset()
        except BadLedger:
            return None
        if ruleset is None or stored.checkpoint.projection != _projection(
            ruleset.statistics.version
        ):
            return None
        try:
            return msgspec.json.decode(stored.body, type=GameReport)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def _make(self, game: str) -> GameReport:
        with self._games.hold(game) as live:
            require_folded(live)
            head = live.version
        chain = self._games.chain_at(game, 0)
        lines = list(self._games.ledger.read_all(game, until=head))
        fold = GameFold(chain.state.ruleset, _rewinds(chain.ruleset, (line for _, line in lines)))
        for version, line in lines:
            actor = chain.apply(version, line, fold.apply).actor
            fold.finish(chain.state, version, actor)
        report = fold.report(game, chain.state, chain.version)
        if chain.state.phase == CLOSED:
            checkpoint = checkpoint_of(chain, _projection(chain.state.ruleset.statistics.version))
            with ignore_outages("a report could not be stored", game):
                self._stored_views.put(game, NAME, checkpoint, msgspec.json.encode(report))
        return report


def report_of_file(ledger: LedgerFile) -> GameReport | None:
    """The report of a game in a file that has been verified; None if it is no game."""
    ruleset = ledger.ruleset
    if ruleset is None:
        return None
    fold, state = GameFold(ruleset, _rewinds(ruleset, ledger.lines)), ruleset.new_game()
    for state, commit in ledger.folded(ruleset, fold.apply):  # the last one is used
        fold.finish(state, commit.version, commit.actor)
    return fold.report(ledger.header.game, state, len(ledger.lines))


def _rewinds(ruleset: AnyRules, lines: Iterable[bytes]) -> frozenset[int]:
    return frozenset(version for line in lines for version in rewinds_in(line, ruleset))


def _projection(statistics: int) -> str:
    return f"{PROJECTION}.{statistics}"
