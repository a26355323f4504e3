"""The feed of a game as bytes: lines of JSON (NDJSON) or server-sent events, with pings."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple

from api.transport.metrics import STREAMS
from eventlog.server_time import now_ms
from projections.one_game.feed import Batch, Feed

PING_SECONDS = 10.0
"""How often a quiet stream is pinged, and how often a reader's permission is checked again."""
COALESCE_SECONDS = 0.05
"""At most one write per stream in this time."""
SLOW_SECONDS = 10.0
"""A reader who needs longer than this to receive one write is dropped. They can resume."""
RETRY_MS = 1_000
"""How long a browser waits before it connects again."""


class _Format(NamedTuple):
    """How a live stream is written."""

    commits: Callable[[Batch], bytes]
    ping: Callable[[int, int], bytes]
    """From the version that the reader has seen and the time (ms)."""
    is_lasting: bool
    """Whether it outlives its game, and can tell a reader to begin again."""


def ndjson(feed: Feed, after: int, limit: int | None, until: int | None) -> Iterator[bytes]:
    """One commit per line, up to the head or to the limit."""
    for batch in feed.pages(after, limit, until):
        yield _as_lines(batch)


def live_ndjson(feed: Feed, after: int) -> Iterator[bytes]:
    """One commit per line, as they come, until the game is closed or moved."""
    return _live_stream(feed, after, LINES, now_ms)


def server_sent_events(
    feed: Feed, after: int | None, clock: Callable[[], int] = now_ms
) -> Iterator[bytes]:
    """Server-sent events: the view first if there is no cursor, then every commit."""
    yield b"retry: %d\n\n" % RETRY_MS
    if after is None:
        view = feed.whole_view()
        yield _event(b"view", view.body, view.version)
        after = view.version
    yield from _live_stream(feed, after, EVENTS, clock)


def _live_stream(
    feed: Feed, after: int, stream_format: _Format, clock: Callable[[], int]
) -> Iterator[bytes]:
    """Every update of a live feed in a format. A slow reader is dropped."""
    updates = feed.follow(after, PING_SECONDS, is_lasting=stream_format.is_lasting)
    with STREAMS.track_inprogress(), closing(updates):
        for update in updates:
            if update.view is not None:
                data = _event(b"reset", update.view.body, update.version)
            elif update.commits:
                data = stream_format.commits(update.commits)
            else:
                data = stream_format.ping(update.version, clock())
            began = time.monotonic()
            yield data
            taken = time.monotonic() - began
            if taken > SLOW_SECONDS:
                return
            time.sleep(max(0.0, COALESCE_SECONDS - taken))


def _as_lines(batch: Batch) -> bytes:
    return b"".join(commit + b"\n" for _, commit in batch)


def _as_events(batch: Batch) -> bytes:
    return b"".join(_event(b"commit", commit, version) for version, commit in batch)


def _ping(version: int, now: int) -> bytes:
    return _event(b"ping", b'{"version":%d,"server_time":%d}' % (version, now))


def _event(name: bytes, data: bytes, version: int | None = None) -> bytes:
    event_id = b"" if version is None else b"id: %d\n" % version
    return b"%sevent: %s\ndata: %s\n\n" % (event_id, name, data)


LINES = _Format(_as_lines, lambda version, now: b"\n", is_lasting=False)
EVENTS = _Format(_as_events, _ping, is_lasting=True)
