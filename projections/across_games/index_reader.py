"""Reading the partitions' indexes from a place on: what happened in which game since."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from eventlog.ledger import INDEX_LENGTH, Redis, is_cluster
from eventlog.redis_keys import PARTITIONS, index_key

AT_ONCE = 1_000
"""So many entries of each index are read in one go."""
BEGINNING = b"0-0"

Index: TypeAlias = list[tuple[bytes, dict[bytes, bytes]]]
Reached: TypeAlias = Mapping[int, bytes]
"""How far each partition's index has been read."""


class Indexes:
    """The indexes of all partitions, on a single Redis or a Cluster."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._is_cluster = is_cluster(redis)

    def read(self, reached: Reached) -> dict[int, Index]:
        """What is new, by partition."""
        after = {index_key(partition): place for partition, place in reached.items()}
        if not self._is_cluster:
            found = self._redis.xread(after, count=AT_ONCE)
            partitions = {key: partition for partition, key in enumerate(after)}
            return {partitions[key.decode()]: entries for key, entries in found}
        # A Cluster cannot read streams of several slots with one command.
        calls = self._redis.pipeline(transaction=False)
        for key, place in after.items():
            calls.xrange(key, b"(" + place, count=AT_ONCE)
        return {i: entries for i, entries in enumerate(calls.execute()) if entries}

    def ends(self) -> dict[int, bytes]:
        """Where each index ends now."""
        calls = self._redis.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            calls.xrevrange(index_key(partition), count=1)
        return {i: last[0][0] if last else BEGINNING for i, last in enumerate(calls.execute())}

    def lost(self, reached: Reached, partitions: Sequence[int]) -> set[int]:
        """Partitions whose index was cut off beyond the place that was reached."""
        if not partitions:
            return set()
        calls = self._redis.pipeline(transaction=False)
        for partition in partitions:
            key, place = index_key(partition), reached[partition]
            if place == BEGINNING:
                calls.xlen(key)
            else:
                calls.xrange(key, place, place)
        return {
            partition
            for partition, found in zip(partitions, calls.execute(), strict=True)
            if not found or (isinstance(found, int) and found >= INDEX_LENGTH)
        }
