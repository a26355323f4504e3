"""Following games as they go on: one reader of the ledger per process, fanned out in memory."""

import logging
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from eventlog.ledger import UNREACHABLE, Redis, is_cluster
from eventlog.redis_keys import PARTITIONS, index_key, partition_of

BLOCK_MS = 2_000
"""How long one read waits for news; also how late a stop is noticed."""
POLL_SECONDS = 0.1
"""A Cluster cannot wait for streams in several slots: there the indexes are polled."""
RETRY_SECONDS = 0.5
ALL = "*"

logger = logging.getLogger(__name__)


class Subscription:
    """Somebody's ear on one game, or on all: the latest news, to be waited for."""

    def __init__(self, reader: str | None = None) -> None:
        self.reader = reader
        self._news = threading.Condition()
        self._versions: dict[str, int] = {}
        self.closed = False

    def tell(self, game: str, version: int) -> None:
        with self._news:
            self._versions[game] = max(version, self._versions.get(game, 0))
            self._news.notify_all()

    def close(self) -> None:
        with self._news:
            self.closed = True
            self._news.notify_all()

    def wait(self, seconds: float) -> dict[str, int]:
        """Games with the newest version heard of since the last call; empty if there is no news."""
        with self._news:
            if not self._versions and not self.closed:
                self._news.wait(seconds)
            heard, self._versions = self._versions, {}
            return heard


class Follower:
    """Reads the index of every partition and tells those who listen."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._listeners: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_cluster = is_cluster(redis)
        self._places: dict[str, bytes] = {}

    @property
    def count(self) -> int:
        """How many listen."""
        return sum(map(len, self._listeners.values()))

    @contextmanager
    def subscribe(self, game: str = ALL, *, reader: str | None = None) -> Iterator[Subscription]:
        """Listen to one game, or to all. What is told afterwards is never missed."""
        self._ensure_running()
        subscription = Subscription(reader)
        with self._lock:
            self._listeners[game].add(subscription)
            if self._stop.is_set():
                subscription.close()
        try:
            yield subscription
        finally:
            with self._lock:
                self._listeners[game].discard(subscription)
                if not self._listeners[game]:
                    del self._listeners[game]

    def stop(self) -> None:
        """End the reading, and every subscription with it."""
        self._stop.set()
        with self._lock:
            for subscription in self._all():
                subscription.close()

    def end_for(self, reader: str) -> None:
        """End the subscriptions of one reader."""
        with self._lock:
            for subscription in self._all():
                if subscription.reader == reader:
                    subscription.close()

    def _all(self) -> set[Subscription]:
        return {one for ears in self._listeners.values() for one in ears}

    def _ensure_running(self) -> None:
        with self._lock:
            if self._stop.is_set() or (self._thread is not None and self._thread.is_alive()):
                return
            self._find_places()
            self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
            self._thread.start()

    def _find_places(self) -> None:
        """Where each index ends now."""
        calls = self._redis.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            calls.xrevrange(index_key(partition), count=1)
        for partition, last in enumerate(calls.execute()):
            self._places[index_key(partition)] = last[0][0] if last else b"0-0"

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                for key, entries in self._read():
                    self._places[key] = entries[-1][0]
                    self._tell(entries)
            except UNREACHABLE:
                logger.warning("the ledger cannot be followed right now", exc_info=True)
                self._stop.wait(RETRY_SECONDS)
            except Exception:
                # A client that was closed under a reader who is to stop raises all sorts of things.
                if not self._stop.is_set():
                    raise

    def _tell(self, entries: Iterable[tuple[bytes, dict[bytes, bytes]]]) -> None:
        for _, fields in entries:
            game, version = fields[b"game"].decode(), int(fields[b"version"])
            with self._lock:
                ears = [*self._listeners.get(game, ()), *self._listeners.get(ALL, ())]
            for subscription in ears:
                subscription.tell(game, version)

    def _read(self) -> Iterator[tuple[str, list[tuple[bytes, dict[bytes, bytes]]]]]:
        if self._is_cluster:
            yield from self._poll()
            return
        for key, entries in self._redis.xread(self._places, block=BLOCK_MS):
            yield key.decode(), entries

    def _poll(self) -> Iterator[tuple[str, list[tuple[bytes, dict[bytes, bytes]]]]]:
        """The same on a Cluster: only the partitions of games that somebody listens to."""
        self._stop.wait(POLL_SECONDS)
        with self._lock:
            games = set(self._listeners)
        partitions = (
            set(range(PARTITIONS)) if ALL in games else {partition_of(game) for game in games}
        )
        keys = [index_key(partition) for partition in sorted(partitions)]
        if not keys:
            return
        calls = self._redis.pipeline()
        for key in keys:
            calls.xrange(key, b"(" + self._places[key])
        for key, entries in zip(keys, calls.execute(), strict=True):
            if entries:
                yield key, entries
