"""Reads the log of a game, page by page."""

from domain.ids import Viewer
from eventlog.live_games import LiveGames
from presentation.narration import DEFAULT_LANGUAGE
from presentation.registry import LANGUAGES
from projections.one_game.checkpoints import read_stamp
from projections.one_game.game_at import Reading, reading, require_version
from projections.one_game.incremental_fold import FoldFailed, Keeper
from projections.one_game.narrated_log import PROJECTION, Line, LogFold, decoded, name_of
from projections.one_game.recently_used import Kept
from projections.one_game.stored_views import Shelf

MOST_COMMITS = 500
"""On one page."""
KEEPERS = 300
"""How many games' logs a process keeps at hand: 40 KiB each."""


class LogView:
    """Logs, from what this process has narrated and what is stored."""

    def __init__(self, games: LiveGames, shelf: Shelf) -> None:
        self._games = games
        self._shelf = shelf
        self._keepers: Kept[tuple[str, str], tuple[Keeper, LogFold]] = Kept(KEEPERS)

    def read(
        self, game: str, viewer: Viewer, language: str, after: int, limit: int, at: int | None
    ) -> Reading:
        """What the commits after a version did, `limit` of them at the most.

        `next` is the version after which the next page begins; None if there is none.
        """
        language = language if language in LANGUAGES else DEFAULT_LANGUAGE
        limit = max(1, min(limit, MOST_COMMITS))
        after = max(after, 0)
        found = None if self._games.is_hot(game) else self._asleep(game, language, after, limit, at)
        head, lines = found or self._awake(game, language, after, limit, at)
        last = min(after + limit, head)
        return reading(
            head,
            {
                "language": language,
                "entries": [entry for line in lines for entry in line.entries(viewer)],
                "next": last if last < head else None,
            },
        )

    def restore(self, game: str) -> int:
        """Throw the logs of a game away and store them anew; in how many languages."""
        for language in LANGUAGES:
            self._shelf.drop(game, [name_of(language)])
            keeper, _ = self._keeper(game, language)
            keeper.catch_up(anew=True)
            while not keeper.store():
                keeper.catch_up(anew=True)
        return len(LANGUAGES)

    def _keeper(self, game: str, language: str) -> tuple[Keeper, LogFold]:
        fold = LogFold(self._shelf, game, language)
        return Keeper(self._games, game, fold), fold

    def _asleep(
        self, game: str, language: str, after: int, limit: int, at: int | None
    ) -> tuple[int, list[Line]] | None:
        """As stored, if that has come as far as the game."""
        name = name_of(language)
        last = after + limit if at is None else min(after + limit, at)
        written, lines = self._shelf.lines(game, name, after + 1, max(last, after))
        stamp = read_stamp(written)
        if stamp is None or stamp.projection != PROJECTION:
            return None
        if not self._shelf.is_current(game, stamp):
            return None
        require_version(stamp.version, at)
        found = decoded(lines, after + 1, min(last, stamp.version))
        return None if found is None else (stamp.version if at is None else at, found)

    def _awake(
        self, game: str, language: str, after: int, limit: int, at: int | None
    ) -> tuple[int, list[Line]]:
        """As narrated by this process, and stored before."""
        keeper, fold = self._keepers.find((game, language), lambda: self._keeper(game, language))
        with keeper.lock:
            for is_last in (False, True):
                version = keeper.catch_up(anew=is_last).version
                require_version(version, at)
                head = version if at is None else at
                lines = fold.read(after + 1, min(after + limit, head))
                if lines is not None:
                    keeper.offer()
                    return head, lines
                keeper.forget()
        raise FoldFailed(f"the log of game {game} does not hold still")
