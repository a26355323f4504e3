"""When the commits of a game were made, kept in memory: which version stood at a time."""

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from threading import RLock
from typing import Any

import msgspec
from msgspec import Struct

from domain.table.lobby import GameStarted
from eventlog.commit import hash_in
from eventlog.live_games import LiveLedgers
from eventlog.moments import Moment
from eventlog.refusals import NoSuchTime

GAMES_IN_MEMORY = 1_000
"""For how many games a process remembers when their commits were made."""
_START = str(GameStarted.__struct_config__.tag)


class _EventType(Struct, frozen=True):
    type: str


class _CommitTime(Struct, frozen=True):
    at: int
    events: tuple[_EventType, ...]


_DECODER = msgspec.json.Decoder(_CommitTime)


class GameTimes(Struct, frozen=True):
    """The times (ms) of all commits of a game, in order, and the version in which it started."""

    at: tuple[int, ...]
    start: int | None = None

    def version_at(self, time: int) -> int:
        """The version that stood at a time; 0 if the game had not been opened."""
        return bisect_right(self.at, time)

    def require_version_at(self, time: int) -> int:
        """The same, or a refusal if it had not been opened."""
        version = self.version_at(time)
        if not version:
            raise NoSuchTime("it had not been opened at that time", opened_at=self.at[0])
        return version

    def first_of(self, moment: Moment | None) -> int:
        """The version of a moment, or the first one that was made then or later."""
        if moment is None:
            return 1
        return moment.version or bisect_left(self.at, moment.time or 0) + 1

    def last_of(self, moment: Moment) -> int:
        """The version of a moment, or the last one that was made by then; 0 if none was."""
        return moment.version or self.version_at(moment.time or 0)


def read_times(lines: Iterable[bytes]) -> GameTimes:
    """The times of stored commits, whatever rules they are of."""
    return GameTimes(tuple(_DECODER.decode(line).at for line in lines))


class _Times:
    """The times of one game. Use it only under its lock."""

    def __init__(self) -> None:
        self.lock = RLock()
        self._at: list[int] = []
        self._last = b""
        self._start: int | None = None

    def catch_up(self, games: LiveLedgers[Any], game: str, head: int) -> GameTimes:
        while True:
            known = len(self._at)
            page = games.commits_after(game, max(0, known - 1), head)
            if known and (not page or page[0][0] != known or hash_in(page[0][1]) != self._last):
                # The log is no longer the one that was read.
                self._at, self._last, self._start = [], b"", None
                continue
            fresh = [line for version, line in page if known < version <= head]
            if not fresh:
                return GameTimes(tuple(self._at), self._start)
            for line in fresh:
                self._add(line)

    def _add(self, line: bytes) -> None:
        commit = _DECODER.decode(line)
        self._at.append(commit.at)
        self._last = hash_in(line)
        if self._start is None and any(event.type == _START for event in commit.events):
            self._start = len(self._at)


class CommitTimes:
    """The times of the games that were last asked for."""

    def __init__(self, games: LiveLedgers[Any]) -> None:
        self._games = games
        self._times: OrderedDict[str, _Times] = OrderedDict()
        self._lock = RLock()

    def of(self, game: str, head: int | None = None) -> GameTimes:
        """The times of a game up to a version, or up to its last one."""
        if head is None:
            with self._games.hold_to_read(game) as live:
                head = live.version
        times = self._find(game)
        with times.lock:
            return times.catch_up(self._games, game, head)

    def _find(self, game: str) -> _Times:
        with self._lock:
            times = self._times.setdefault(game, _Times())
            self._times.move_to_end(game)
            if len(self._times) > GAMES_IN_MEMORY:
                self._times.popitem(last=False)
            return times
