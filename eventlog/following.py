"""Following ledgers live: one thread per process reads them and notifies subscriptions."""

import logging
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from eventlog.ledger import UNREACHABLE, Redis, is_cluster
from eventlog.redis_keys import (
    PARTITIONS,
    TOURNAMENT_PARTITION,
    index_key,
    is_tournament,
    partition_of,
)
from eventlog.table_talk import talk_index_key

BLOCK_MS = 2_000
"""How long one read waits for new commits; a stop is noticed at most this late."""
POLL_SECONDS = 0.1
"""A Cluster cannot wait for streams in several slots, so its indexes are polled."""
RETRY_SECONDS = 0.5
ALL_GAMES = "*"
_PARTITIONS = range(PARTITIONS)
_INDEXES = tuple(map(index_key, (*_PARTITIONS, TOURNAMENT_PARTITION)))
_TALK_INDEXES = tuple(map(talk_index_key, _PARTITIONS))

logger = logging.getLogger(__name__)


class Subscription:
    """A subscription to one game or to all. It holds the new versions until they are read."""

    def __init__(
        self, reader: str | None = None, token: str | None = None, *, hears_talk: bool = False
    ) -> None:
        self.reader = reader
        self.token = token
        self.hears_talk = hears_talk
        self._changed = threading.Condition()
        self._versions: dict[str, int] = {}
        self._has_talk = False
        self.closed = False

    def notify(self, game: str, version: int) -> None:
        with self._changed:
            self._versions[game] = max(version, self._versions.get(game, 0))
            self._changed.notify_all()

    def notify_of_talk(self) -> None:
        with self._changed:
            self._has_talk = True
            self._changed.notify_all()

    def take_talk(self) -> bool:
        """Whether the talk of the game has changed since the last call."""
        with self._changed:
            has_talk, self._has_talk = self._has_talk, False
            return has_talk

    def close(self) -> None:
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def wait(self, seconds: float) -> dict[str, int]:
        """The games that changed since the last call, with their newest versions; maybe none.

        It also returns when the talk of the game has changed.
        """
        with self._changed:
            if not self._versions and not self._has_talk and not self.closed:
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
        self,
        game: str = ALL_GAMES,
        *,
        reader: str | None = None,
        token: str | None = None,
        hears_talk: bool = False,
    ) -> Iterator[Subscription]:
        """Subscribe to one game, or to all. No commit after this call is missed.

        Changes of its talk are told only to who asks for it, and only of one game.
        """
        self._ensure_running()
        subscription = Subscription(reader, token, hears_talk=hears_talk)
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

    def end_for(self, reader: str, tokens: Collection[str] | None = None) -> None:
        """End the subscriptions of one reader: all, or those that they made with these tokens."""
        with self._lock:
            for subscription in self._all():
                if subscription.reader == reader and (
                    tokens is None or subscription.token in tokens
                ):
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
        keys = [*_INDEXES, *_TALK_INDEXES]
        calls = self._redis.pipeline(transaction=False)
        for key in keys:
            calls.xrevrange(key, count=1)
        for key, last in zip(keys, calls.execute(), strict=True):
            self._cursors[key] = last[0][0] if last else b"0-0"

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                for key, entries in self._read():
                    self._cursors[key] = entries[-1][0]
                    if key in _TALK_INDEXES:
                        self._notify_of_talk(entries)
                    else:
                        self._notify(entries)
            except Exception as error:
                # Any error, because without this thread all live streams of the process are silent,
                # and a client that another thread closes during a read raises even a TypeError.
                if not self._stop.is_set():
                    level = logging.WARNING if isinstance(error, UNREACHABLE) else logging.ERROR
                    logger.log(level, "the ledger cannot be read; trying again", exc_info=True)
                self._stop.wait(RETRY_SECONDS)

    def _notify(self, entries: Iterable[tuple[bytes, dict[bytes, bytes]]]) -> None:
        for _, fields in entries:
            game, version = fields[b"game"].decode(), int(fields[b"version"])
            with self._lock:
                subscriptions = list(self._subscriptions.get(game, ()))
                if not is_tournament(game):
                    subscriptions += self._subscriptions.get(ALL_GAMES, ())
            for subscription in subscriptions:
                subscription.notify(game, version)

    def _notify_of_talk(self, entries: Iterable[tuple[bytes, dict[bytes, bytes]]]) -> None:
        for game in {fields[b"game"].decode() for _, fields in entries}:
            with self._lock:
                subscriptions = list(self._subscriptions.get(game, ()))
            for subscription in subscriptions:
                if subscription.hears_talk:
                    subscription.notify_of_talk()

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
            talking = {
                game
                for game, group in self._subscriptions.items()
                if any(one.hears_talk for one in group)
            }
        partitions = {partition_of(game) for game in games - {ALL_GAMES}}
        if ALL_GAMES in games:
            partitions.update(_PARTITIONS)
        keys = [index_key(partition) for partition in sorted(partitions)]
        keys += [talk_index_key(one) for one in sorted({partition_of(game) for game in talking})]
        if not keys:
            return
        calls = self._redis.pipeline()
        for key in keys:
            calls.xrange(key, b"(" + self._cursors[key])
        for key, entries in zip(keys, calls.execute(), strict=True):
            if entries:
                yield key, entries


class StreamFollower(Follower):
    """Follows one stream of another kind of news, instead of the indexes.

    On a Cluster it waits, too, because the stream is in one slot.
    """

    stream: ClassVar[str]

    def _read_cursors(self) -> None:
        last = self._redis.xrevrange(self.stream, count=1)
        self._cursors[self.stream] = last[0][0] if last else b"0-0"

    def _read(self) -> Iterator[tuple[str, list[tuple[bytes, dict[bytes, bytes]]]]]:
        for _, entries in self._redis.xread(self._cursors, block=BLOCK_MS):
            yield self.stream, entries

    def _notify_all_of(self, name: str, number: int) -> None:
        """Notify the subscriptions of one name, with the number of what is new."""
        with self._lock:
            subscriptions = list(self._subscriptions.get(name, ()))
        for subscription in subscriptions:
            subscription.notify(name, number)
