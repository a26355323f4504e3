"""Reads the partitions' indexes from a position on: which games have changed since."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from eventlog.ledger import GAME_PARTITIONS, INDEX_LENGTH, Redis, is_cluster
from eventlog.redis_keys import index_key

AT_ONCE = 1_000
"""How many entries of each index are read at once."""
BEGINNING = b"0-0"

IndexEntries: TypeAlias = list[tuple[bytes, dict[bytes, bytes]]]
IndexPositions: TypeAlias = Mapping[int, bytes]
"""How far each partition's index has been read."""


class IndexReader:
    """Reads the indexes of partitions, those of games unless said otherwise."""

    def __init__(self, redis: Redis, partitions: range = GAME_PARTITIONS) -> None:
        self._redis = redis
        self._partitions = partitions
        self._is_cluster = is_cluster(redis)

    def read(
        self, positions: IndexPositions, block_ms: int | None = None
    ) -> dict[int, IndexEntries]:
        """Return the new entries by partition.

        With `block_ms` it waits so long for the first one, but not on a Cluster.
        """
        after = {index_key(partition): position for partition, position in positions.items()}
        if not self._is_cluster:
            found = self._redis.xread(after, count=AT_ONCE, block=block_ms)
            partitions = dict(zip(after, positions, strict=True))
            return {partitions[key.decode()]: entries for key, entries in found}
        # A Cluster cannot read streams of several slots with one command.
        calls = self._redis.pipeline(transaction=False)
        for key, position in after.items():
            calls.xrange(key, b"(" + position, count=AT_ONCE)
        read = zip(positions, calls.execute(), strict=True)
        return {partition: entries for partition, entries in read if entries}

    def ends(self) -> dict[int, bytes]:
        """Return the position at which each index ends now."""
        calls = self._redis.pipeline(transaction=False)
        for partition in self._partitions:
            calls.xrevrange(index_key(partition), count=1)
        ends = zip(self._partitions, calls.execute(), strict=True)
        return {partition: last[0][0] if last else BEGINNING for partition, last in ends}

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
