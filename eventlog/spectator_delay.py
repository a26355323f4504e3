"""The spectator delay: people without a seat see a game as it was some time ago.

The lobby is not delayed, but the start is. A game that is over is closed only after the delay, and
a closed game is open to everybody, so nothing of it is known early.
"""

from collections.abc import Callable
from typing import NamedTuple

from domain.ids import SPECTATOR, Viewer
from domain.table.state import LOBBY
from eventlog.commit_times import CommitTimes, GameTimes
from eventlog.due_work import spectator_delay_ms
from eventlog.live_games import LiveGames
from eventlog.server_time import now_ms


class Visible(NamedTuple):
    """What a spectator may know of a delayed game."""

    version: int
    next_at: int | None
    """When (ms) the next version can be seen; None if there is none yet."""


class SpectatorDelay:
    """Says up to which version a viewer may see a game. Everything that reads a game asks this."""

    def __init__(self, games: LiveGames, clock: Callable[[], int] = now_ms) -> None:
        self._games = games
        self.clock = clock
        self.times = CommitTimes(games)

    def visible(self, game: str, viewer: Viewer, known: int | None = None) -> Visible | None:
        """Up to where this viewer may see a game now; None if there is no limit."""
        if viewer != SPECTATOR:
            return None
        with self._games.hold_to_read(game, known) as live:
            delay_ms, head = spectator_delay_ms(live.state), live.version
            is_open = live.state.phase in ("", LOBBY)
        if not delay_ms or is_open:
            return None
        return _visible(self.times.of(game, head), delay_ms, self.clock())


def _visible(times: GameTimes, delay_ms: int, now: int) -> Visible | None:
    """What can be seen at this time; None if that is everything."""
    if times.start is None:
        return None
    version = max(times.start - 1, times.version_at(now - delay_ms))
    if version >= len(times.at):
        return None
    return Visible(version, times.at[version] + delay_ms)
