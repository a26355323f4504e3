"""Views that show the state of a game as it is: where people sit, board, score, hand."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Seat, Viewer
from domain.table.seats import NotSeated
from domain.table.state import Score, Table, UnknownSeat
from eventlog.due_work import ENDED, GameStatus, status_of
from eventlog.live_games import LiveGames
from eventlog.refusals import RulesMissing
from projections.one_game.checkpoints import Checkpoint, checkpoint_of
from projections.one_game.game_at import EncodedView, encoded_view, game_at, with_ruleset
from projections.one_game.recently_used import RecentlyUsed
from projections.one_game.stored_views import STEP, StoredViews, ignore_outages

VERSIONS_IN_MEMORY = 20_000
"""For how many views a process remembers which version is stored."""


class Seats(Struct, frozen=True):
    """Who sits where, and how far the game has come."""

    seats: tuple[PlayerId | None, ...]
    status: GameStatus
    is_sealed: bool = False
    """Whether only its own player may see the game for now."""

    def seat_of(self, player: PlayerId) -> Seat | None:
        return Seat(self.seats.index(player)) if player in self.seats else None


def seats_of(state: Table) -> Seats:
    seats = tuple(chair.player for chair in state.chairs)
    return Seats(seats, status_of(state), state.is_sealed)


@dataclass(frozen=True)
class StateView:
    """How a view is made from a state, and for whom."""

    name: str
    projection: str
    """Raised when the shape of the view changes."""
    show: Callable[[Table, Viewer], Struct | dict[str, Any]]
    readers: Callable[[Table], Iterable[Viewer]]
    """The viewers whose views are stored; a shared view is stored for the spectator only."""
    is_shared: bool = False

    def key(self, viewer: Viewer) -> str:
        return self.name if self.is_shared else f"{self.name}:{viewer}"


class Scores(Struct, frozen=True):
    """The points of all seats, and who sits there."""

    scores: list[Score]
    players: tuple[PlayerId | None, ...]


def _show_seats(state: Table, viewer: Viewer) -> Seats:
    return seats_of(state)


def _show_board(state: Table, viewer: Viewer) -> dict[str, Any]:
    board = state.ruleset.views.board(state.ruleset.view(state, SPECTATOR))
    return with_ruleset(state.ruleset, board)


def _show_score(state: Table, viewer: Viewer) -> Scores:
    players = tuple(chair.player for chair in state.chairs)
    return Scores(state.ruleset.score(state, viewer), players)


def _show_hand(state: Table, viewer: Viewer) -> dict[str, Any]:
    if not isinstance(viewer, int):
        raise NotSeated("only a player with a seat has a hand; take a seat first")
    if not 0 <= viewer < len(state.chairs):
        raise UnknownSeat(f"seats go from 0 to {len(state.chairs) - 1}", seat=viewer)
    hand = state.ruleset.views.hand(state.ruleset.view(state, viewer), viewer)
    return with_ruleset(state.ruleset, hand)


def _spectator_only(state: Table) -> list[Viewer]:
    return [SPECTATOR]


def _all_seats(state: Table) -> list[Viewer]:
    return [Seat(i) for i in range(len(state.chairs))]


def _all_viewers(state: Table) -> list[Viewer]:
    return [SPECTATOR, ORGANIZER, *_all_seats(state)]


SEATS = StateView("seats", "2", _show_seats, _spectator_only, is_shared=True)
BOARD = StateView("board", "2", _show_board, _spectator_only, is_shared=True)
SCORE = StateView("score", "2", _show_score, _all_viewers)
HAND = StateView("hand", "2", _show_hand, _all_seats)
STATE_VIEWS = {view.name: view for view in (SEATS, BOARD, SCORE, HAND)}


class StateViews:
    """Reads views from the live fold, or from the store while nobody plays the game here."""

    def __init__(self, games: LiveGames, stored_views: StoredViews) -> None:
        self._games = games
        self._stored_views = stored_views
        self._stored_versions: RecentlyUsed[tuple[str, str], int] = RecentlyUsed(VERSIONS_IN_MEMORY)

    def read(
        self, game: str, view: StateView, viewer: Viewer, at: int | None = None
    ) -> EncodedView:
        if at is None and not self._games.is_loaded(game):
            stored = self._stored_views.current(game, view.key(viewer))
            if stored is not None and stored.checkpoint.projection == view.projection:
                return EncodedView(stored.checkpoint.version, stored.body)
        with game_at(self._games, game, at) as chain:
            shown = encoded_view(chain.version, view.show(chain.state, viewer))
            checkpoint = checkpoint_of(chain, view.projection)
            has_ended = status_of(chain.state) in ENDED
        if at is None:
            self._store_if_due(game, view.key(viewer), checkpoint, shown.body, has_ended=has_ended)
        return shown

    def seats(self, game: str) -> Seats:
        """Who sits where. This needs no rules."""
        try:
            return self._shown_seats(game)
        except RulesMissing:
            return seats_of(self._games.read_without_rules(game).state)

    def _shown_seats(self, game: str) -> Seats:
        return msgspec.json.decode(self.read(game, SEATS, SPECTATOR).body, type=Seats)

    def rebuild(self, game: str, view: StateView) -> int:
        """Rebuild a stored view of a game. Returns for how many readers."""
        with self._games.hold(game) as live:
            readers = list(view.readers(live.state))
            made = [encoded_view(live.version, view.show(live.state, one)).body for one in readers]
            checkpoint = checkpoint_of(live.folded, view.projection)
        for viewer, body in zip(readers, made, strict=True):
            self._stored_views.drop(game, [view.key(viewer)])
            self._stored_views.put(game, view.key(viewer), checkpoint, body)
        return len(readers)

    def _store_if_due(
        self, game: str, name: str, checkpoint: Checkpoint, body: bytes, *, has_ended: bool
    ) -> None:
        """Store a view if enough has happened since the last time, or the game has ended."""
        behind = checkpoint.version - self._stored_versions.get_or_make((game, name), lambda: 0)
        if behind >= STEP or (behind > 0 and has_ended):
            with ignore_outages("a view could not be stored", game):
                self._stored_versions.put(
                    (game, name), self._stored_views.put(game, name, checkpoint, body)
                )
