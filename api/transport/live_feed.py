"""The feed of a game: every commit as one viewer may know it, page by page or as it happens."""

import logging
import math
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import msgspec

from api.access.viewers import Eyes
from api.transport.errors import NotYourEyes
from api.transport.metrics import STREAMS
from domain.ids import PlayerId, Viewer
from domain.ruleset import AnyRuleset
from domain.table.state import CLOSED, Table
from eventlog.commit import codec_for, hash_in
from eventlog.due_work import ENDED, status_of
from eventlog.following import Follower
from eventlog.ledger import UNREACHABLE
from eventlog.server_time import now_ms
from projections.one_game.game_at import require_version
from projections.one_game.views import Views

PING_SECONDS = 10.0
"""How often a stream shows that it is alive; and looks whether its reader still may follow."""
COALESCE_SECONDS = 0.05
"""At most one write per stream in this time."""
SLOW_SECONDS = 10.0
"""A reader who takes longer than this to take one write is dropped; it can resume."""
RETRY_MS = 1_000
"""When a browser shall come back after the connection was lost."""

logger = logging.getLogger(__name__)

Batch: TypeAlias = list[tuple[int, bytes]]
"""Commits by version, each as JSON for one viewer."""


class Permit(NamedTuple):
    """By what right somebody who has a name follows a game."""

    player: PlayerId
    is_valid: Callable[[], bool]


class _Form(NamedTuple):
    """How a live stream is written."""

    write: Callable[[Batch], bytes]
    ping: Callable[[int, int], bytes]
    """From the version that the reader has and the time (ms)."""
    is_lasting: bool
    """Whether it outlives its game, and can tell a reader to begin again."""


class _Cursor(NamedTuple):
    """The commit that a reader was told last, and its hash once that is known."""

    version: int
    hash: bytes | None = None

    def is_in(self, batch: Batch) -> bool:
        """Whether commits from there on begin with it: otherwise it comes from another past."""
        if self.version == 0:
            return True
        if not batch or batch[0][0] != self.version:
            return False
        return self.hash in (None, hash_in(batch[0][1]))


@lru_cache(maxsize=4_096)
def told(ruleset: AnyRuleset, line: bytes, viewer: Viewer) -> bytes:
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

    def __init__(
        self,
        views: Views,
        follower: Follower,
        game: str,
        eyes: Eyes,
        clock: Callable[[], int] = now_ms,
        *,
        permit: Permit | None = None,
    ) -> None:
        self._views = views
        self._games = views.games
        self._follower = follower
        self._game = game
        self._eyes = eyes
        self._clock = clock
        self._permit = permit

    def page(self, after: int, limit: int, until: int | None = None) -> tuple[Batch, int]:
        """Commits after a version, and the last version to be had."""
        batch, head, _ = self._read(after, until=until)
        return batch[:limit], until or head

    def lines(self, after: int, limit: int | None, until: int | None) -> Iterator[bytes]:
        """One commit a line, up to the head or as many as wanted."""
        while (limit is None or limit > 0) and (batch := self._read(after, until=until)[0][:limit]):
            yield _as_lines(batch)
            after = batch[-1][0]
            limit = None if limit is None else limit - len(batch)

    def followed(self, after: int) -> Iterator[bytes]:
        """One commit a line, on and on until the game is closed or moved."""
        return self._follow(_Cursor(after), LINES)

    def sse(self, after: int | None) -> Iterator[bytes]:
        """Server-sent events: the view first if there is no cursor, then every commit."""
        yield b"retry: %d\n\n" % RETRY_MS
        cursor = _Cursor(after or 0)
        if after is None:
            data, cursor = self._whole(b"view")
            yield data
        yield from self._follow(cursor, EVENTS)

    def _follow(self, cursor: _Cursor, form: _Form) -> Iterator[bytes]:
        """Write every commit as it comes, and a ping when none does.

        It ends with the right of its reader, and may end with the game.
        """
        reader = None if self._permit is None else self._permit.player
        with (
            self._follower.subscribe(self._game, reader=reader) as news,
            STREAMS.track_inprogress(),
        ):
            known: int | None = None
            valid_until = -math.inf
            while not news.closed:
                try:
                    if time.monotonic() >= valid_until:
                        if self._permit is not None and not self._permit.is_valid():
                            return
                        valid_until = time.monotonic() + PING_SECONDS
                    step = self._step(cursor, form, known)
                except (NotYourEyes, *UNREACHABLE) as error:
                    # Too late for an error: who comes back to resume is told of it.
                    logger.info("a live stream ends: %s", error, extra={"game": self._game})
                    return
                if step is None:
                    return
                data, cursor = step
                if not data:
                    known = news.wait(PING_SECONDS).get(self._game)
                    if known is not None and known < cursor.version:
                        # The log may have lost its end, and so it has to be looked at.
                        known = None
                    elif known is None and not news.closed:
                        data = form.ping(cursor.version, self._clock())
                if not data:
                    continue
                began = time.monotonic()
                yield data
                taken = time.monotonic() - began
                if taken > SLOW_SECONDS:
                    return
                time.sleep(max(0.0, COALESCE_SECONDS - taken))

    def _step(
        self, cursor: _Cursor, form: _Form, known: int | None
    ) -> tuple[bytes, _Cursor] | None:
        """What to write next, if anything, and where the reader is then; None at the end."""
        # From the commit told last on, to see that it is still there.
        batch, _, has_ended = self._read(max(0, cursor.version - 1), known)
        if not cursor.is_in(batch):
            return self._whole(b"reset") if form.is_lasting else None
        fresh = [pair for pair in batch if pair[0] > cursor.version]
        if not fresh and has_ended and not form.is_lasting:
            return None
        return form.write(fresh), _at_end_of(batch) or cursor

    def _whole(self, name: bytes) -> tuple[bytes, _Cursor]:
        """The view for a reader who begins, perhaps again."""
        with self._games.hold(self._game) as live:
            viewer = self._viewer(live.state)
        view = self._views.whole(self._game, viewer)
        return _event(name, view.body, view.version), _Cursor(view.version)

    def _viewer(self, state: Table) -> Viewer:
        return self._eyes([chair.player for chair in state.chairs], state.phase == CLOSED)

    def _read(
        self, after: int, known: int | None = None, until: int | None = None
    ) -> tuple[Batch, int, bool]:
        """Commits after a version, the head's version, and whether nothing more can come."""
        with self._games.hold(self._game, known) as live:
            ruleset, viewer = live.folded.ruleset, self._viewer(live.state)
            head, ended = live.version, status_of(live.state) in ENDED
        require_version(head, until)
        last = until or head
        lines = self._games.commits_after(self._game, after, head)
        return [(v, told(ruleset, line, viewer)) for v, line in lines if v <= last], head, ended


def _as_lines(batch: Batch) -> bytes:
    return b"".join(commit + b"\n" for _, commit in batch)


def _as_events(batch: Batch) -> bytes:
    return b"".join(_event(b"commit", commit, version) for version, commit in batch)


def _ping(version: int, now: int) -> bytes:
    return _event(b"ping", b'{"version":%d,"server_time":%d}' % (version, now))


LINES = _Form(_as_lines, lambda version, now: b"\n", is_lasting=False)
EVENTS = _Form(_as_events, _ping, is_lasting=True)


def _at_end_of(batch: Batch) -> _Cursor | None:
    return _Cursor(batch[-1][0], hash_in(batch[-1][1])) if batch else None


def _event(name: bytes, data: bytes, version: int | None = None) -> bytes:
    place = b"" if version is None else b"id: %d\n" % version
    return b"%sevent: %s\ndata: %s\n\n" % (place, name, data)
