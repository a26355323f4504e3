"""What a commit costs when many follow its game, next to handing its bytes to as many threads."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from api.transport.event_stream import live_ndjson
from bench.report import Row
from bench.rounds import Amounts, Effort, Figure, Side, alternate, ratios
from bench.scripted import COMMITS, open_at, script, submit
from commands.desk import Desk
from domain.ids import SPECTATOR
from eventlog.following import Follower
from projections.one_game.feed import Feed
from projections.one_game.views import Views

READERS = 100
PATIENCE_SECONDS = 30.0
BARE = "bare:feed"
BLOCK_MS = 200
MILLISECONDS = 1e3


class Audience:
    """Counts what its readers hear, so that a commit can wait for the last of them."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._heard = 0
        self._told = 0

    def hear(self, commits: int) -> None:
        with self._news:
            self._heard += commits
            if self._heard >= self._told:
                self._news.notify_all()

    def tell(self, commit: Callable[[], object]) -> None:
        """Make a commit, and wait until everybody has heard of it."""
        with self._news:
            self._told += READERS
        commit()
        with self._news:
            if not self._news.wait_for(lambda: self._heard >= self._told, PATIENCE_SECONDS):
                raise AssertionError(f"{self._told - self._heard} readers have not heard")


def measure(effort: Effort, redis: Any, desk: Desk) -> Row:
    """CPU time of this process for a commit, its append included."""
    # All of them in one game.
    commits = max(1, min(effort.size(10, 3), COMMITS // (effort.rounds + 2)))
    posts = script(COMMITS - 1, lambda: open_at(desk))
    first = next(posts)
    submit(desk, first)
    followers, listeners = Audience(), Audience()
    with _feeds(redis, desk, first.game, followers), _queues(redis, listeners):
        timings = alternate(
            f"feed, {READERS} readers",
            effort,
            turns=1,
            ours=_side(followers, commits, lambda: submit(desk, next(posts))),
            reference=_side(listeners, commits, lambda: redis.xadd(BARE, {"commit": first.line})),
        )
    ours, reference = (
        [seconds * MILLISECONDS for seconds in side.costs("commits")] for side in timings.values()
    )
    return Row(
        what=f"a commit that {READERS} follow",
        ours=Figure.over(ours, "ms CPU"),
        reference=Figure.over(reference, "ms CPU"),
        ratio=ratios(ours, reference),
        details={"reference": f"XADD, one XREAD, {READERS} queues with a thread each"},
    )


def _side(audience: Audience, commits: int, commit: Callable[[], object]) -> Side:
    def side(turn: int) -> Amounts:
        for _ in range(commits):
            audience.tell(commit)
        return {"commits": commits}

    return side


@contextmanager
def _feeds(redis: Any, desk: Desk, game: str, audience: Audience) -> Iterator[None]:
    """Live feeds of a game, as the API writes them, each in a thread of its own."""
    views, follower = Views(desk.games), Follower(redis)
    with desk.games.hold(game) as live:
        after = live.version

    def read() -> None:
        feed = Feed(views, follower, game, lambda players, is_closed: SPECTATOR)
        for data in live_ndjson(feed, after):
            audience.hear(data.count(b"\n"))

    threads = _started(read)
    while follower.count < READERS:
        time.sleep(0.01)
    try:
        yield
    finally:
        follower.stop()
        for thread in threads:
            thread.join()


@contextmanager
def _queues(redis: Any, audience: Audience) -> Iterator[None]:
    """The least that can be done: one reader of a stream, a queue for each follower."""
    queues = [SimpleQueue[bytes | None]() for _ in range(READERS)]
    waiting = iter(queues)

    def read() -> None:
        queue = next(waiting)
        while queue.get() is not None:
            audience.hear(1)

    def distribute() -> None:
        place = b"0-0"
        while not stop.is_set():
            for _, entries in redis.xread({BARE: place}, block=BLOCK_MS):
                place = entries[-1][0]
                for _, fields in entries:
                    for queue in queues:
                        queue.put(fields[b"commit"])

    stop = threading.Event()
    threads = [*_started(read), threading.Thread(target=distribute)]
    threads[-1].start()
    try:
        yield
    finally:
        stop.set()
        for queue in queues:
            queue.put(None)
        for thread in threads:
            thread.join()


def _started(work: Callable[[], None]) -> list[threading.Thread]:
    threads = [threading.Thread(target=work, daemon=True) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    return threads
