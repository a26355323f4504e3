"""How far the outbox writer has read the indexes of the ledger."""

from collections.abc import Mapping

from eventlog.ledger import Redis
from eventlog.redis_keys import PARTITIONS
from projections.across_games.index_reader import IndexReader
from projections.webhooks import redis_keys


class ReadPositions:
    """Stores a position in each index. Reading begins where the first webhook was set."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._indexes = IndexReader(redis)

    def load(self) -> dict[int, bytes]:
        """Return the positions to read on from. The first call stores the ends of the indexes."""
        found = self._redis.hgetall(redis_keys.POSITIONS)
        if len(found) < PARTITIONS:
            calls = self._redis.pipeline(transaction=False)
            for partition, end in self._indexes.ends().items():
                calls.hsetnx(redis_keys.POSITIONS, str(partition), end)
            calls.execute()
            found = self._redis.hgetall(redis_keys.POSITIONS)
        return {int(partition): position for partition, position in found.items()}

    def save(self, positions: Mapping[int, bytes]) -> None:
        """Save positions. Going back does no harm: the outbox adds the same notice only once."""
        self._redis.hset(
            redis_keys.POSITIONS, mapping={str(i): position for i, position in positions.items()}
        )
