"""Views of one game, brought up to date with the game's head when they are read."""

from typing import Literal, TypeAlias

from domain.ids import PlayerId, Viewer
from domain.table.state import LOBBY
from eventlog.due_work import GameStatus
from eventlog.live_games import LiveGames
from presentation.registry import presentation_of
from projections.one_game.actions import actions_of
from projections.one_game.game_at import EncodedView, encoded_view, game_at
from projections.one_game.log_pages import LogView
from projections.one_game.state_views import STATE_VIEWS, Seats, StateViews, seats_of
from projections.one_game.statistics import StatisticsView
from projections.one_game.stored_views import StoredViews

ViewName: TypeAlias = Literal["board", "score", "hand", "log", "stats"]
ON_A_PAGE = 100


class Views:
    """Reads every view of a game. `at` shows the game as it was at an earlier version."""

    def __init__(self, games: LiveGames) -> None:
        self.games = games
        self.stored_views = StoredViews(games.ledger.redis)
        self.states = StateViews(games, self.stored_views)
        self.statistics = StatisticsView(games, self.stored_views)
        self.logs = LogView(games, self.stored_views)

    def read(
        self,
        game: str,
        name: ViewName,
        viewer: Viewer,
        *,
        lang: str = "en",
        at: int | None = None,
    ) -> EncodedView:
        """Return a view by its name, as JSON with its `version`; of the log the first page."""
        match name:
            case "log":
                return self.log(game, viewer, lang, at=at)
            case "stats":
                return self.stats(game, at)
            case _:
                return self.states.read(game, STATE_VIEWS[name], viewer, at)

    def log(
        self,
        game: str,
        viewer: Viewer,
        lang: str = "en",
        after: int = 0,
        limit: int = ON_A_PAGE,
        at: int | None = None,
    ) -> EncodedView:
        """Return the sentences of `limit` commits after a version, for this viewer.

        Entries have version, at, type, seat and text; `next` is the `after` of the next page.
        """
        return self.logs.read(game, viewer, lang, after, limit, at)

    def stats(self, game: str, at: int | None = None) -> EncodedView:
        """Return the statistics, which are the same for everybody."""
        return self.statistics.read(game, at)

    def whole(self, game: str, viewer: Viewer, at: int | None = None) -> EncodedView:
        """Return everything that this viewer may know."""
        with game_at(self.games, game, at) as chain:
            return encoded_view(chain.version, chain.ruleset.view(chain.state, viewer))

    def picture(
        self, game: str, viewer: Viewer, lang: str = "en", at: int | None = None
    ) -> EncodedView:
        """Draw the table as this viewer sees it; the body is an SVG document."""
        with game_at(self.games, game, at) as chain:
            version, ruleset = chain.version, chain.ruleset
            view = ruleset.view(chain.state, viewer)
        return EncodedView(version, presentation_of(ruleset.name).svg(view, lang).encode())

    def actions(self, game: str, player: PlayerId | None, at: int | None = None) -> EncodedView:
        """Return all legal commands of a player: `{"version", "seat", "actions"}`."""
        with game_at(self.games, game, at) as chain:
            found = encoded_view(chain.version, actions_of(chain.state, player))
        with self.games.hold(game, min_version=0) as live:
            if live.fault is None:
                return found
        # A game in quarantine takes no commands.
        return encoded_view(found.version, {"seat": found.value()["seat"], "actions": []})

    def seats(self, game: str) -> Seats:
        """Return the players by seat. After the start they never change, so no log is read."""
        if self.games.is_loaded(game):
            with self.games.hold(game, min_version=0) as live:
                if live.state.phase != LOBBY:
                    return seats_of(live.state)
        return self.states.seats(game)

    def status(self, game: str) -> GameStatus:
        """Return the status of a game."""
        return self.states.seats(game).status
