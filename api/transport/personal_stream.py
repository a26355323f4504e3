"""The personal feed as bytes: lines of JSON (NDJSON) or server-sent events, with pings."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from api.transport.event_stream import PING_SECONDS, RETRY_MS, paced_stream, sse_event
from eventlog.server_time import now_ms
from projections.notices.personal_feed import FeedUpdate, NumberedNotices, PersonalFeed

GAMES = "/v1/players/me/games"
"""What a reader reads anew after a reset."""


class _Format(NamedTuple):
    """How the feed is written."""

    notices: Callable[[NumberedNotices], bytes]
    reset: Callable[[int], bytes]
    """From the number after which the feed goes on."""
    ping: Callable[[int, int], bytes]
    """From the number that the reader has seen and the time (ms)."""


def personal_lines(feed: PersonalFeed, after: int, limit: int | None) -> Iterator[bytes]:
    """One notice per line, up to the last one or to the limit."""
    for page in feed.pages(after, limit):
        if page.is_reset:
            yield _reset_line(page.before)
        yield _as_lines(page.notices)


def live_personal_lines(
    feed: PersonalFeed, after: int, ping_seconds: int | None
) -> Iterator[bytes]:
    """One notice per line, as they come."""
    return _live_stream(feed, after, LINES, now_ms, ping_seconds)


def personal_events(
    feed: PersonalFeed, after: int, clock: Callable[[], int], ping_seconds: int | None
) -> Iterator[bytes]:
    """Server-sent events: a `notice` for each of them, as they come."""
    yield b"retry: %d\n\n" % RETRY_MS
    yield from _live_stream(feed, after, EVENTS, clock, ping_seconds)


def _live_stream(
    feed: PersonalFeed,
    after: int,
    stream_format: _Format,
    clock: Callable[[], int],
    ping_seconds: int | None,
) -> Iterator[bytes]:
    def written(update: FeedUpdate) -> bytes:
        if update.is_reset:
            return stream_format.reset(update.number)
        if update.notices:
            return stream_format.notices(update.notices)
        return stream_format.ping(update.number, clock())

    return paced_stream(feed.follow(after, ping_seconds or PING_SECONDS), written)


def _as_lines(notices: NumberedNotices) -> bytes:
    return b"".join(notice + b"\n" for _, notice in notices)


def _as_events(notices: NumberedNotices) -> bytes:
    return b"".join(sse_event(b"notice", notice, str(number)) for number, notice in notices)


def _reset(number: int) -> bytes:
    return msgspec.json.encode({"kind": "reset", "number": number, "links": {"games": GAMES}})


def _reset_line(number: int) -> bytes:
    return _reset(number) + b"\n"


def _reset_event(number: int) -> bytes:
    return sse_event(b"reset", _reset(number), str(number))


def _ping_event(number: int, now: int) -> bytes:
    return sse_event(b"ping", b'{"number":%d,"server_time":%d}' % (number, now))


LINES = _Format(_as_lines, _reset_line, lambda number, now: b"\n")
EVENTS = _Format(_as_events, _reset_event, _ping_event)
