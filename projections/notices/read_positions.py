"""How far the indexes of games and tournaments have been read for notices."""

from collections.abc import Mapping

from eventlog.ledger import Redis
from eventlog.redis_keys import PARTITIONS, TOURNAMENT_PARTITION
from projections.across_games.index_reader import IndexReader
from projections.notices import redis_keys

READ_PARTITIONS = range(PARTITIONS + 1)
"""The partitions of games, and then that of tournaments."""
assert TOURNAMENT_PARTITION in READ_PARTITIONS


class ReadPositions:
    """Stores a position in each index. Reading begins where the first worker has started."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._indexes = IndexReader(redis, READ_PARTITIONS)

    def load(self) -> dict[int, bytes]:
        """Return the positions to read on from. The first call stores the ends of the indexes."""
        found = self._redis.hgetall(redis_keys.POSITIONS)
        if len(found) < len(READ_PARTITIONS):
            calls = self._redis.pipeline(transaction=False)
            for partition, end in self._indexes.ends().items():
                calls.hsetnx(redis_keys.POSITIONS, str(partition), end)
            calls.execute()
            found = self._redis.hgetall(redis_keys.POSITIONS)
        return {int(partition): position for partition, position in found.items()}

    def save(self, positions: Mapping[int, bytes]) -> None:
        """Save positions. Going back does no harm: the same notice is added only once."""
        self._redis.hset(
            redis_keys.POSITIONS, mapping={str(i): position for i, position in positions.items()}
        )
