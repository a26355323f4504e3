"""The log of a game in sentences, page by page."""

from typing import Any

from domain.ids import Viewer
from eventlog.live_games import LiveGames
from eventlog.refusals import RulesMissing
from presentation.language import DEFAULT_LANGUAGE
from presentation.registry import LANGUAGES
from projections.one_game.checkpoints import read_checkpoint
from projections.one_game.game_at import EncodedView, encoded_view, require_version
from projections.one_game.incremental_fold import FoldFailed, IncrementalFold
from projections.one_game.log_filter import NO_FILTER, LogFilter
from projections.one_game.log_without_rules import narrate_without_rules
from projections.one_game.narrated_log import PROJECTION, CommitSentences, LogFold, decoded, name_of
from projections.one_game.player_names import NamesOf, names_among
from projections.one_game.recently_used import RecentlyUsed
from projections.one_game.stored_views import StoredViews

MOST_COMMITS = 500
"""How many commits are read for a page at most, whether or not they fit a filter."""
FOLDS_IN_MEMORY = 300
"""How many logs a process keeps in memory: 40 KiB each."""


class LogView:
    """Reads logs from memory, or from the store while nobody plays the game here."""

    def __init__(
        self,
        games: LiveGames,
        stored_views: StoredViews,
        names_of: NamesOf | None = None,
    ) -> None:
        self._games = games
        self._stored_views = stored_views
        self._names_of = names_of
        self._folds: RecentlyUsed[tuple[str, str], tuple[IncrementalFold, LogFold]] = RecentlyUsed(
            FOLDS_IN_MEMORY
        )

    def read(
        self,
        game: str,
        viewer: Viewer,
        language: str,
        after: int,
        limit: int,
        at: int | None,
        wanted: LogFilter = NO_FILTER,
    ) -> EncodedView:
        """Return the sentences of the commits after a version, at most `limit` commits.

        With a filter they are commits in which something fits; the page ends after
        `MOST_COMMITS` commits even if fewer fit. `next` is the version after which the next page
        begins; None if there is none.
        """
        language = language if language in LANGUAGES else DEFAULT_LANGUAGE
        limit = max(1, min(limit, MOST_COMMITS))
        after = max(after, wanted.first - 1, 0)
        window = MOST_COMMITS if wanted.is_narrow else limit
        found = (
            None
            if self._games.is_loaded(game)
            else self._from_store(game, language, after, window, at)
        )
        try:
            head, lines = found or self._from_memory(game, language, after, window, at)
        except RulesMissing:
            head, lines = self._without_rules(game, language, after, window, at)
        names = names_among({one for line in lines for one in line.players(viewer)}, self._names_of)
        entries: list[dict[str, Any]] = []
        last, fitting = min(after + window, head), 0
        for line in lines:
            fit = list(wanted.entries(line, game, viewer, names))
            entries += fit
            fitting += bool(fit)
            if fitting == limit:
                last = line.version
                break
        end = head if wanted.last is None else min(head, wanted.last)
        following = last if last < end else None
        return encoded_view(head, {"language": language, "entries": entries, "next": following})

    def rebuild(self, game: str) -> int:
        """Rebuild the stored logs of a game. Returns the number of languages."""
        for language in LANGUAGES:
            self._stored_views.drop(game, [name_of(language)])
            runner, _ = self._new_fold(game, language)
            runner.catch_up(from_start=True)
            while not runner.store():
                runner.catch_up(from_start=True)
        return len(LANGUAGES)

    def _new_fold(self, game: str, language: str) -> tuple[IncrementalFold, LogFold]:
        fold = LogFold(self._stored_views, game, language)
        return IncrementalFold(self._games, game, fold), fold

    def _from_store(
        self, game: str, language: str, after: int, limit: int, at: int | None
    ) -> tuple[int, list[CommitSentences]] | None:
        """Read the stored log, if it has come as far as the game; else return None."""
        name = name_of(language)
        last = after + limit if at is None else min(after + limit, at)
        written, lines = self._stored_views.lines(game, name, after + 1, max(last, after))
        checkpoint = read_checkpoint(written)
        if checkpoint is None or checkpoint.projection != PROJECTION:
            return None
        if not self._stored_views.is_current(game, checkpoint):
            return None
        require_version(checkpoint.version, at)
        found = decoded(lines, after + 1, min(last, checkpoint.version))
        return None if found is None else (checkpoint.version if at is None else at, found)

    def _from_memory(
        self, game: str, language: str, after: int, limit: int, at: int | None
    ) -> tuple[int, list[CommitSentences]]:
        """Read the log of this process, which continues the stored one."""
        runner, fold = self._folds.get_or_make(
            (game, language), lambda: self._new_fold(game, language)
        )
        with runner.lock:
            for is_last in (False, True):
                version = runner.catch_up(from_start=is_last).version
                require_version(version, at)
                head = version if at is None else at
                lines = fold.read(after + 1, min(after + limit, head))
                if lines is not None:
                    runner.store_if_due()
                    return head, lines
                runner.forget()
        raise FoldFailed(f"the log of game {game} changes faster than it can be read")

    def _without_rules(
        self, game: str, language: str, after: int, limit: int, at: int | None
    ) -> tuple[int, list[CommitSentences]]:
        """The log of a game whose rules this build lacks.

        It is the one that a build with those rules has stored, if that is there. Otherwise it tells
        what happens at every table, and of the rest only the types of events.
        """
        name = name_of(language)
        with self._games.hold_to_read(game) as live:
            require_version(live.version, at)
            head = live.version if at is None else at
        last = min(after + limit, head)
        stored = decoded(self._stored_views.lines(game, name, after + 1, last)[1], after + 1, last)
        if stored is not None:
            return head, stored
        lines = (line for _, line in self._games.ledger.read_all(game, until=last))
        told = narrate_without_rules(live.header, lines, language)
        return head, [sentences for sentences in told if sentences.version > after]
