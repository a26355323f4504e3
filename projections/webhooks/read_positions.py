"""How far the herald has read the indexes of the ledger."""

from collections.abc import Mapping

from eventlog.ledger import Redis
from eventlog.redis_keys import PARTITIONS
from projections.across_games.index_reader import IndexReader
from projections.webhooks import redis_keys


class Places:
    """A place in each index. The first are where they ended when somebody first had a webhook."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._indexes = IndexReader(redis)

    def begin(self) -> dict[int, bytes]:
        """Where to read on from; noted, if it was not yet."""
        found = self._redis.hgetall(redis_keys.PLACES)
        if len(found) < PARTITIONS:
            calls = self._redis.pipeline(transaction=False)
            for partition, end in self._indexes.ends().items():
                calls.hsetnx(redis_keys.PLACES, str(partition), end)
            calls.execute()
            found = self._redis.hgetall(redis_keys.PLACES)
        return {int(partition): place for partition, place in found.items()}

    def note(self, reached: Mapping[int, bytes]) -> None:
        """Going back does no harm: nobody is told twice of the same."""
        self._redis.hset(redis_keys.PLACES, mapping={str(i): place for i, place in reached.items()})
