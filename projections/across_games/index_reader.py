"""Reads the partitions' indexes from a position on: which games have changed since."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from eventlog.ledger import INDEX_LENGTH, Redis, is_cluster
from eventlog.redis_keys import PARTITIONS, index_key

AT_ONCE = 1_000
"""How many entries of each index are read at once."""
BEGINNING = b"0-0"

IndexEntries: TypeAlias = list[tuple[bytes, dict[bytes, bytes]]]
IndexPositions: TypeAlias = Mapping[int, bytes]
"""How far each partition's index has been read."""


class IndexReader:
    """Reads the indexes of all partitions, on a single Redis or a Cluster."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._is_cluster = is_cluster(redis)

    def read(self, positions: IndexPositions) -> dict[int, IndexEntries]:
        """Return the new entries by partition."""
        after = {index_key(partition): position for partition, position in positions.items()}
        if not self._is_cluster:
            found = self._redis.xread(after, count=AT_ONCE)
            partitions = {key: partition for partition, key in enumerate(after)}
            return {partitions[key.decode()]: entries for key, entries in found}
        # A Cluster cannot read streams of several slots with one command.
        calls = self._redis.pipeline(transaction=False)
        for key, position in after.items():
            calls.xrange(key, b"(" + position, count=AT_ONCE)
        return {i: entries for i, entries in enumerate(calls.execute()) if entries}

    def ends(self) -> dict[int, bytes]:
        """Return the position at which each index ends now."""
        calls = self._redis.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            calls.xrevrange(index_key(partition), count=1)
        return {i: last[0][0] if last else BEGINNING for i, last in enumerate(calls.execute())}

    def lost_partitions(self, positions: IndexPositions, partitions: Sequence[int]) -> set[int]:
        """Return partitions whose index was trimmed beyond the position that was read."""
        if not partitions:
            return set()
        calls = self._redis.pipeline(transaction=False)
        for partition in partitions:
            key, position = index_key(partition), positions[partition]
            if position == BEGINNING:
                calls.xlen(key)
            else:
                calls.xrange(key, position, position)
        return {
            partition
            for partition, found in zip(partitions, calls.execute(), strict=True)
            if not found or (isinstance(found, int) and found >= INDEX_LENGTH)
        }
