"""The feed of a game as bytes: lines of JSON (NDJSON) or server-sent events, with pings."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, NamedTuple, TypeVar

from api.transport.metrics import STREAMS
from eventlog.server_time import now_ms
from projections.one_game.feed import LedgerFeed, Update
from projections.one_game.shown_commits import Batch
from projections.talk.following import SaidBatch

PING_SECONDS = 10.0
"""How often a quiet stream is pinged, unless the reader asks for another pace."""
COALESCE_SECONDS = 0.05
"""At most one write per stream in this time."""
SLOW_SECONDS = 10.0
"""A reader who needs longer than this to receive one write is dropped. They can resume."""
RETRY_MS = 1_000
"""How long a browser waits before it connects again."""

U = TypeVar("U")


class _Format(NamedTuple):
    """How a live stream is written."""

    commits: Callable[[Batch, int | None], bytes]
    """From commits, and the reader's place in the talk if they follow it."""
    ping: Callable[[int, int], bytes]
    """From the version that the reader has seen and the time (ms)."""
    is_lasting: bool
    """Whether it outlives its game, and can tell a reader to begin again."""


def ndjson(
    feed: LedgerFeed[Any], after: int, limit: int | None, until: int | None
) -> Iterator[bytes]:
    """One commit per line, up to the head or to the limit."""
    for batch in feed.pages(after, limit, until):
        yield _as_lines(batch)


def live_ndjson(
    feed: LedgerFeed[Any], after: int, ping_seconds: int | None = None
) -> Iterator[bytes]:
    """One commit per line, as they come, until the game is closed or moved."""
    return _live_stream(feed, after, LINES, now_ms, ping_seconds)


def server_sent_events(
    feed: LedgerFeed[Any],
    after: int | None,
    clock: Callable[[], int] = now_ms,
    ping_seconds: int | None = None,
) -> Iterator[bytes]:
    """Server-sent events: the view first if there is no cursor, then every commit."""
    yield b"retry: %d\n\n" % RETRY_MS
    if after is None:
        view = feed.whole_view()
        yield sse_event(b"view", view.body, event_id(view.version, _place(feed)))
        after = view.version
    yield from _live_stream(feed, after, EVENTS, clock, ping_seconds)


def _live_stream(
    feed: LedgerFeed[Any],
    after: int,
    stream_format: _Format,
    clock: Callable[[], int],
    ping_seconds: int | None,
) -> Iterator[bytes]:
    """Every update of a live feed in a format."""

    def written(update: Update) -> bytes:
        commits = stream_format.commits(update.commits, _place(feed)) if update.commits else b""
        if update.view is not None:
            reset = sse_event(b"reset", update.view.body, event_id(update.version, _place(feed)))
            return commits + reset
        if update.commits:
            return commits
        if update.talk:
            return _talk_events(update.talk, update.version)
        return stream_format.ping(update.version, clock())

    updates = feed.follow(after, ping_seconds or PING_SECONDS, is_lasting=stream_format.is_lasting)
    return paced_stream(updates, written)


def paced_stream(
    updates: Generator[U, None, None], written: Callable[[U], bytes]
) -> Iterator[bytes]:
    """Updates as they are written, with a rest after each write. A slow reader is dropped."""
    with STREAMS.track_inprogress(), closing(updates):
        for update in updates:
            data = written(update)
            began = time.monotonic()
            yield data
            taken = time.monotonic() - began
            if taken > SLOW_SECONDS:
                return
            time.sleep(max(0.0, COALESCE_SECONDS - taken))


def event_id(version: int, talk_place: int | None) -> str:
    """The id of an event: how far its reader has come in the game, and in its talk."""
    return str(version) if talk_place is None else f"{version}-{talk_place}"


def _place(feed: LedgerFeed[Any]) -> int | None:
    """The reader's place in the talk; None if they do not follow it."""
    return None if feed.talk is None else feed.talk.place


def _as_lines(batch: Batch, talk_place: int | None = None) -> bytes:
    return b"".join(commit + b"\n" for _, commit in batch)


def _as_events(batch: Batch, talk_place: int | None) -> bytes:
    return b"".join(
        sse_event(b"commit", commit, event_id(version, talk_place)) for version, commit in batch
    )


def _talk_events(batch: SaidBatch, version: int) -> bytes:
    return b"".join(
        sse_event(b"talk", message, event_id(version, change)) for change, message in batch
    )


def _ping(version: int, now: int) -> bytes:
    return sse_event(b"ping", b'{"version":%d,"server_time":%d}' % (version, now))


def sse_event(name: bytes, data: bytes, id_text: str = "") -> bytes:
    id_line = b"id: %b\n" % id_text.encode() if id_text else b""
    return b"%bevent: %b\ndata: %b\n\n" % (id_line, name, data)


LINES = _Format(_as_lines, lambda version, now: b"\n", is_lasting=False)
EVENTS = _Format(_as_events, _ping, is_lasting=True)
