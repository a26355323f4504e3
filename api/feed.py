"""The feed of a game: every commit as one viewer may know it, page by page or as it happens."""

import logging
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

from api.errors import NotYourEyes
from api.eyes import Eyes
from api.metrics import STREAMS
from domain.ids import Viewer
from domain.ruleset import Ruleset
from domain.table import CLOSED, Table
from eventlog.commit import codec_for
from eventlog.following import Follower
from eventlog.ledger import UNREACHABLE
from projections.reading import require_version
from projections.views import Views

PING_SECONDS = 10.0
COALESCE_SECONDS = 0.05
"""At most one write per stream in this time."""
SLOW_SECONDS = 10.0
"""A reader who takes longer than this to take one write is dropped; it can resume."""
RETRY_MS = 1_000
"""When a browser shall come back after the connection was lost."""

logger = logging.getLogger(__name__)

Batch: TypeAlias = list[tuple[int, bytes]]
"""Commits by version, each as JSON for one viewer."""


@lru_cache(maxsize=4_096)
def told(ruleset: Ruleset, line: bytes, viewer: Viewer) -> bytes:
    """What a viewer is told of a commit: never its command, key or salt.

    Kept for a while, because many follow one game with the same eyes.
    """
    commit = codec_for(ruleset).decode(line)
    return msgspec.json.encode(
        {
            "version": commit.version,
            "at": commit.at,
            "actor": commit.actor,
            "events": [ruleset.redact(event, viewer) for event in commit.events],
            "hash": commit.hash,
        }
    )


class Feed:
    """The commits of one game for one reader."""

    def __init__(self, views: Views, follower: Follower, game: str, eyes: Eyes) -> None:
        self._views = views
        self._games = views.games
        self._follower = follower
        self._game = game
        self._eyes = eyes

    def page(self, after: int, limit: int, until: int | None = None) -> tuple[Batch, int]:
        """Commits after a version, and the last version to be had."""
        batch, head, _ = self._read(after, until=until)
        return batch[:limit], until or head

    def ndjson(self, after: int, *, follow: bool, until: int | None = None) -> Iterator[bytes]:
        """One commit a line: up to the head, or on and on until the game is closed."""
        if follow:
            yield from self._follow(after, _as_lines, lambda version: b"\n", ends=True)
            return
        while batch := self._read(after, until=until)[0]:
            yield _as_lines(batch)
            after = batch[-1][0]

    def sse(self, after: int | None) -> Iterator[bytes]:
        """Server-sent events: the view first if there is no cursor, then every commit."""
        yield b"retry: %d\n\n" % RETRY_MS
        with self._games.hold(self._game) as live:
            head, viewer = live.version, self._viewer(live.state)
        if after is None or after > head:
            # A cursor ahead of the ledger comes from another past: begin again.
            view = self._views.whole(self._game, viewer)
            yield _event(b"view" if after is None else b"reset", view.body, view.version)
            after = view.version
        yield from self._follow(after, _as_events, _ping, ends=False)

    def _follow(
        self,
        after: int,
        write: Callable[[Batch], bytes],
        ping: Callable[[int], bytes],
        *,
        ends: bool,
    ) -> Iterator[bytes]:
        """Write every commit as it comes, and a ping when none does; it may end with the game."""
        with self._follower.subscribe(self._game) as news, STREAMS.track_inprogress():
            known: int | None = None
            while not news.closed:
                try:
                    batch, _, ended = self._read(after, known)
                except (NotYourEyes, *UNREACHABLE) as error:
                    # Too late for an error: who comes back to resume is told of it.
                    logger.info("a live stream ends: %s", error, extra={"game": self._game})
                    return
                if batch:
                    after = batch[-1][0]
                    data = write(batch)
                elif ended and ends:
                    return
                else:
                    known = news.wait(PING_SECONDS).get(self._game)
                    if known is not None or news.closed:
                        continue
                    data = ping(after)
                began = time.monotonic()
                yield data
                taken = time.monotonic() - began
                if taken > SLOW_SECONDS:
                    return
                time.sleep(max(0.0, COALESCE_SECONDS - taken))

    def _viewer(self, state: Table) -> Viewer:
        return self._eyes([chair.player for chair in state.chairs], state.phase == CLOSED)

    def _read(
        self, after: int, known: int | None = None, until: int | None = None
    ) -> tuple[Batch, int, bool]:
        """Commits after a version, the head's version, and whether the game is closed."""
        with self._games.hold(self._game, known) as live:
            ruleset, viewer = live.folded.ruleset, self._viewer(live.state)
            head, ended = live.version, live.state.phase == CLOSED
        require_version(head, until)
        last = until or head
        lines = self._games.since(self._game, after, head)
        return [(v, told(ruleset, line, viewer)) for v, line in lines if v <= last], head, ended


def _as_lines(batch: Batch) -> bytes:
    return b"".join(commit + b"\n" for _, commit in batch)


def _as_events(batch: Batch) -> bytes:
    return b"".join(_event(b"commit", commit, version) for version, commit in batch)


def _ping(version: int) -> bytes:
    return _event(b"ping", b'{"version":%d}' % version)


def _event(name: bytes, data: bytes, version: int | None = None) -> bytes:
    place = b"" if version is None else b"id: %d\n" % version
    return b"%sevent: %s\ndata: %s\n\n" % (place, name, data)
