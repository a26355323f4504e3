"""Views of one game, brought up to date with the game's head when they are read."""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from domain.ids import PlayerId, Viewer
from eventlog.due_work import GameStatus
from eventlog.live_games import LiveGames
from eventlog.moments import Moment
from eventlog.server_time import now_ms
from eventlog.spectator_delay import SpectatorDelay
from presentation.registry import presentation_of
from presentation.svg.look import PLAIN, Look
from projections.one_game.action_words import actions_in_words
from projections.one_game.actions import Listed, list_actions
from projections.one_game.game_at import EncodedView, encoded_view, game_at, with_ruleset
from projections.one_game.geometries import Geometries
from projections.one_game.log_filter import NO_FILTER, LogFilter
from projections.one_game.log_pages import LogView
from projections.one_game.player_names import NamesOf, names_among, with_field
from projections.one_game.shown_commits import ShownCommits
from projections.one_game.state_views import STATE_VIEWS, Seats, StateViews
from projections.one_game.statistics import StatisticsView
from projections.one_game.stored_views import StoredViews

ViewName: TypeAlias = Literal["board", "score", "hand", "log", "stats"]
ON_A_PAGE = 100


class Views:
    """Reads every view of a game. `at` shows the game as it was at an earlier version."""

    def __init__(
        self,
        games: LiveGames,
        clock: Callable[[], int] = now_ms,
        names_of: NamesOf | None = None,
    ) -> None:
        self.games = games
        self.delay = SpectatorDelay(games, clock)
        self.names_of = names_of
        self.stored_views = StoredViews(games.ledger.redis)
        self.states = StateViews(games, self.stored_views)
        self.statistics = StatisticsView(games, self.stored_views)
        self.logs = LogView(games, self.stored_views, names_of)
        self.geometries = Geometries(games.ledger.redis)
        self.shown_commits = ShownCommits(games, self.geometries)

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
            case "score":
                view = self.states.read(game, STATE_VIEWS[name], viewer, at)
                return self._with_names(view, view.value()["players"])
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
        wanted: LogFilter = NO_FILTER,
    ) -> EncodedView:
        """Return the sentences of `limit` commits after a version, for this viewer.

        `next` is the `after` of the next page.
        """
        return self.logs.read(game, viewer, lang, after, limit, at, wanted)

    def version_at(self, game: str, moment: Moment) -> int:
        """The version of a moment, or the one that stood then. Raise if the game was not open."""
        if moment.version is not None:
            return moment.version
        return self.delay.times.of(game).require_version_at(moment.time or 0)

    def versions_between(
        self, game: str, first: Moment | None, last: Moment | None
    ) -> tuple[int, int | None]:
        """The first and the last version between two moments, both included.

        Before the first one there is nothing, and without a last one there is no end.
        """
        times = self.delay.times.of(game)
        return times.first_of(first), None if last is None else times.last_of(last)

    def stats(self, game: str, at: int | None = None) -> EncodedView:
        """Return the statistics, which are the same for everybody."""
        return self.statistics.read(game, at)

    def whole(
        self, game: str, viewer: Viewer, at: int | None = None, *, geometry_apart: bool = False
    ) -> EncodedView:
        """Return everything that this viewer may know; the geometry perhaps only by its hash."""
        with game_at(self.games, game, at) as chain:
            state, ruleset = chain.state, chain.state.ruleset
            if geometry_apart:
                self.geometries.keep_of(state)
                view = encoded_view(chain.version, ruleset.view_apart(state, viewer))
            else:
                view = encoded_view(chain.version, ruleset.view(state, viewer))
            people = [
                state.host,
                *(chair.player for chair in state.chairs),
                *(chair.reserved for chair in state.chairs),
            ]
        return self._with_names(view, people)

    def board_apart(self, game: str, at: int | None = None) -> EncodedView:
        """Return the board with its pieces, and its geometry only by its hash."""
        with game_at(self.games, game, at) as chain:
            self.geometries.keep_of(chain.state)
            board = chain.state.ruleset.board_apart(chain.state)
            return encoded_view(chain.version, with_ruleset(chain.state.ruleset, board))

    def picture(
        self,
        game: str,
        viewer: Viewer,
        lang: str = "en",
        at: int | None = None,
        look: Look = PLAIN,
    ) -> EncodedView:
        """Draw the table as this viewer sees it; the body is an SVG document."""
        with game_at(self.games, game, at) as chain:
            version, ruleset = chain.version, chain.state.ruleset
            view = ruleset.view(chain.state, viewer)
        names = names_among((seat.player for seat in view.seats), self.names_of)
        drawn = presentation_of(ruleset.name).svg(view, lang, names, look)
        return EncodedView(version, drawn.encode())

    def _with_names(self, view: EncodedView, people: Iterable[str | None]) -> EncodedView:
        """A view with the names of these people beside it, if names are known here."""
        if self.names_of is None:
            return view
        return with_field(view, "names", names_among(people, self.names_of))

    def actions(
        self,
        game: str,
        player: PlayerId | None,
        at: int | None = None,
        *,
        is_referee: bool = False,
        words: str | None = None,
    ) -> EncodedView:
        """Return all legal commands of a player: `{"version", "seat", "actions"}`.

        With a language, they are also put into words.
        """
        with game_at(self.games, game, at) as chain:
            state, version = chain.state, chain.version
            ruleset, listed = state.ruleset, list_actions(state, player, is_referee=is_referee)
            view = None if words is None else ruleset.view(state, listed.viewer)
        with self.games.hold(game, min_version=0) as live:
            if live.fault is not None:
                # A game in quarantine takes no commands.
                listed = Listed(listed.seat, [])
        if words is None or view is None:
            return encoded_view(version, listed.plain())
        names = names_among((seat.player for seat in view.seats), self.names_of)
        return encoded_view(version, actions_in_words(ruleset, listed, view, words, names))

    def seats(self, game: str) -> Seats:
        """Return the players by seat, as they sit now: a referee may have replaced one."""
        return self.states.seats(game)

    def status(self, game: str) -> GameStatus:
        """Return the status of a game."""
        return self.states.seats(game).status
