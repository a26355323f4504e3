"""The feed of a tournament: every commit as one viewer may know it."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Viewer
from domain.messages import Event
from domain.registry import TOURNAMENT
from domain.tournament.state import Tournament
from eventlog.commit import codec_for
from eventlog.due_work import GameStatus
from eventlog.live_games import LiveLedgers
from eventlog.spectator_delay import Visible
from eventlog.tournaments import status_of
from projections.one_game.game_at import EncodedView
from projections.one_game.shown_commits import Batch, Lines
from projections.tournaments.views import TournamentViews


class TournamentCommitView(Struct, frozen=True, kw_only=True):
    """Never the command, the key or the salt of a commit. The hash is last, as in the ledger."""

    version: int
    at: int
    actor: str
    events: tuple[Event, ...]
    hash: str


class TournamentSource:
    """The feed of tournaments for one reader."""

    def __init__(
        self,
        views: TournamentViews,
        clock: Callable[[], int],
        player: PlayerId | None,
        *,
        is_operator: bool,
    ) -> None:
        self._views = views
        self._clock = clock
        self._player = player
        self._is_operator = is_operator

    @property
    def ledgers(self) -> LiveLedgers[Tournament]:
        return self._views.tournaments

    @property
    def clock(self) -> Callable[[], int]:
        return self._clock

    def viewer(self, state: Tournament) -> Viewer:
        """As before the end, even after it: a feed must not begin again with its last commit."""
        is_staff = self._player is not None and self._player in state.staff
        return ORGANIZER if is_staff or self._is_operator else SPECTATOR

    def status(self, state: Tournament) -> GameStatus:
        return status_of(state)

    def visible(self, ledger: str, viewer: Viewer, head: int | None = None) -> Visible | None:
        """Nobody sees a tournament later than others."""
        return None

    def whole(self, ledger: str, viewer: Viewer, at: int | None) -> EncodedView:
        return self._views.whole(ledger, viewer, at)

    def show(self, ledger: str, viewer: Viewer, lines: Lines) -> Batch:
        return [(version, _shown(line, viewer)) for version, line in lines]

    def await_next(self, ledger: str, viewer: Viewer, version: int) -> None:
        """A commit is shown without its state, so there is nothing to prepare."""


def _shown(line: bytes, viewer: Viewer) -> bytes:
    commit = codec_for(TOURNAMENT).decode(line)
    return msgspec.json.encode(
        TournamentCommitView(
            version=commit.version,
            at=commit.at,
            actor=commit.actor,
            events=tuple(TOURNAMENT.redact(event, viewer) for event in commit.events),
            hash=commit.hash,
        )
    )
