"""Following games live: one thread per process reads the ledger and notifies subscriptions."""

import logging
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from eventlog.ledger import UNREACHABLE, Redis, is_cluster
from eventlog.redis_keys import PARTITIONS, index_key, partition_of

BLOCK_MS = 2_000
"""How long one read waits for new commits; a stop is noticed at most this late."""
POLL_SECONDS = 0.1
"""A Cluster cannot wait for streams in several slots, so its indexes are polled."""
RETRY_SECONDS = 0.5
ALL_GAMES = "*"

logger = logging.getLogger(__name__)


class Subscription:
    """A subscription to one game or to all. It holds the new versions until they are read."""

    def __init__(self, reader: str | None = None) -> None:
        self.reader = reader
        self._changed = threading.Condition()
        self._versions: dict[str, int] = {}
        self.closed = False

    def notify(self, game: str, version: int) -> None:
        with self._changed:
            self._versions[game] = max(version, self._versions.get(game, 0))
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def wait(self, seconds: float) -> dict[str, int]:
        """The games that changed since the last call, with their newest versions; maybe none."""
        with self._changed:
            if not self._versions and not self.closed:
                self._changed.wait(seconds)
            versions, self._versions = self._versions, {}
            return versions


class Follower:
    """Reads the index of every partition and notifies the subscriptions."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_cluster = is_cluster(redis)
        self._cursors: dict[str, bytes] = {}

    @property
    def count(self) -> int:
        """How many subscriptions there are."""
        return sum(map(len, self._subscriptions.values()))

    @contextmanager
    def subscribe(
        self, game: str = ALL_GAMES, *, reader: str | None = None
    ) -> Iterator[Subscription]:
        """Subscribe to one game, or to all. No commit after this call is missed."""
        self._ensure_running()
        subscription = Subscription(reader)
        with self._lock:
            self._subscriptions[game].add(subscription)
            if self._stop.is_set():
                subscription.close()
        try:
            yield subscription
        finally:
            with self._lock:
                self._subscriptions[game].discard(subscription)
                if not self._subscriptions[game]:
                    del self._subscriptions[game]

    def stop(self) -> None:
        """Stop the thread and close every subscription."""
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
        return {one for group in self._subscriptions.values() for one in group}

    def _ensure_running(self) -> None:
        with self._lock:
            if self._stop.is_set() or (self._thread is not None and self._thread.is_alive()):
                return
            self._read_cursors()
            self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
            self._thread.start()

    def _read_cursors(self) -> None:
        """Set the cursor of each index to its present end."""
        calls = self._redis.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            calls.xrevrange(index_key(partition), count=1)
        for partition, last in enumerate(calls.execute()):
            self._cursors[index_key(partition)] = last[0][0] if last else b"0-0"

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                for key, entries in self._read():
                    self._cursors[key] = entries[-1][0]
                    self._notify(entries)
            except UNREACHABLE:
                logger.warning("the ledger cannot be read right now; trying again", exc_info=True)
                self._stop.wait(RETRY_SECONDS)
            except Exception:
                # A client that is closed while this thread reads may raise any error during a stop.
                if not self._stop.is_set():
                    raise

    def _notify(self, entries: Iterable[tuple[bytes, dict[bytes, bytes]]]) -> None:
        for _, fields in entries:
            game, version = fields[b"game"].decode(), int(fields[b"version"])
            with self._lock:
                subscriptions = [
                    *self._subscriptions.get(game, ()),
                    *self._subscriptions.get(ALL_GAMES, ()),
                ]
            for subscription in subscriptions:
                subscription.notify(game, version)

    def _read(self) -> Iterator[tuple[str, list[tuple[bytes, dict[bytes, bytes]]]]]:
        if self._is_cluster:
            yield from self._poll()
            return
        for key, entries in self._redis.xread(self._cursors, block=BLOCK_MS):
            yield key.decode(), entries

    def _poll(self) -> Iterator[tuple[str, list[tuple[bytes, dict[bytes, bytes]]]]]:
        """Read on a Cluster: only the partitions of games that have subscriptions."""
        self._stop.wait(POLL_SECONDS)
        with self._lock:
            games = set(self._subscriptions)
        partitions = (
            set(range(PARTITIONS)) if ALL_GAMES in games else {partition_of(game) for game in games}
        )
        keys = [index_key(partition) for partition in sorted(partitions)]
        if not keys:
            return
        calls = self._redis.pipeline()
        for key in keys:
            calls.xrange(key, b"(" + self._cursors[key])
        for key, entries in zip(keys, calls.execute(), strict=True):
            if entries:
                yield key, entries
