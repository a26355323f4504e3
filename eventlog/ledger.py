"""The ledger in Redis: appending commits and reading them back, as stored bytes."""

import logging
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from redis.exceptions import (
    AskError,
    ClusterError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as NoAnswer

from eventlog.due_work import ENDED, GameStatus
from eventlog.lua_scripts import script
from eventlog.redis_keys import (
    PARTITIONS,
    due_key,
    game_of_log,
    idempotency_key,
    index_key,
    log_key,
    nothing_key,
    open_key,
    partition_of,
    quarantine_key,
)

Redis: TypeAlias = Any
"""A client of redis-py, single or Cluster, with binary replies. redis-py's own types mix up the
answers of a client and of an asynchronous one, so each answer is typed where it is used."""

UNREACHABLE = (RedisError, RedisClusterException, OSError)
"""What a client raises when it cannot get an answer; a Cluster has an error of its own kind."""

_OUTAGES = (
    ConnectionLost,
    NoAnswer,
    OutOfMemoryError,
    ReadOnlyError,
    ClusterError,
    RedisClusterException,
    TryAgainError,
    AskError,
    OSError,
)
# From inside a script or a pipeline it comes in the middle of the text.
_REFUSED_FOR_NOW = re.compile(
    "(?:^|-|: )(?:OOM|MISCONF|NOREPLICAS|READONLY|BUSY|LOADING|MASTERDOWN|CLUSTERDOWN) "
)


def is_cluster(redis: Redis) -> bool:
    """Whether a client speaks to a Redis Cluster, whose keys lie on several servers."""
    return hasattr(redis, "get_primaries")


AppendOutcome: TypeAlias = Literal["appended", "repeated", "conflict"]

logger = logging.getLogger(__name__)

INDEX_LENGTH = 10_000
PAGE = 500


def is_outage(error: Exception) -> bool:
    """Whether Redis is away, or takes no writes for now: no mistake of ours."""
    if isinstance(error, ResponseError) and _REFUSED_FOR_NOW.search(str(error)):
        return True
    return isinstance(error, _OUTAGES)


class Appended(Struct, frozen=True):
    """What became of an append; `version` is of the head or of the earlier commit."""

    outcome: AppendOutcome
    version: int


class Ledger:
    """All games' logs in one Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._append = script("eventlog", "append.lua")
        self._mark = script("eventlog", "mark.lua")

    def append(
        self,
        game: str,
        version: int,
        line: bytes,
        previous: bytes,
        *,
        header: bytes = b"",
        key: str | None = None,
        due: int | None = None,
        status: GameStatus = "playing",
    ) -> Appended:
        """Append a sealed commit, if nobody was faster. One round trip, all or nothing.

        `status` is what the game has come to with it, `due` when the house has to look after it.
        """
        partition = partition_of(game)
        outcome, at = self._append(
            self.redis,
            (
                log_key(game),
                idempotency_key(game),
                index_key(partition),
                open_key(partition),
                due_key(partition),
            ),
            (
                game,
                version,
                previous.hex(),
                line,
                header,
                key or "",
                int(status not in ENDED),
                "" if due is None else due,
                INDEX_LENGTH,
                status,
                secrets.token_hex(8),
            ),
        )
        return Appended(outcome.decode(), int(at))

    def header(self, game: str) -> bytes | None:
        """The header line of a game; None if there is no such game."""
        found = self.redis.xrange(log_key(game), "0-1", "0-1")
        return found[0][1].get(b"header", b"") if found else None

    def arrived_with(self, game: str) -> bytes | None:
        """The signature that a closed ledger had when it was let in, b"" for none.

        None if the game was played to its end here.
        """
        found = self.redis.xrange(log_key(game), "0-1", "0-1")
        return found[0][1].get(b"trailer") if found else None

    def head(self, game: str) -> int:
        """The version of a game's last commit; 0 if there is no such game."""
        found = self.redis.xrevrange(log_key(game), count=1)
        return _version(found[0][0]) if found else 0

    def read(
        self, game: str, after: int, until: int | None = None, limit: int = PAGE
    ) -> list[tuple[int, bytes]]:
        """Commits by version, from the one after `after`, as stored."""
        last = "+" if until is None else f"{until}-0"
        found = self.redis.xrange(log_key(game), f"{after + 1}-0", last, count=limit)
        return [(_version(entry), fields.get(b"commit", b"")) for entry, fields in found]

    def read_all(
        self, game: str, after: int = 0, until: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """All commits after a version, a page at a time."""
        while page := self.read(game, after, until):
            yield from page
            after = page[-1][0]
            if len(page) < PAGE:
                return

    def version_of_key(self, game: str, key: str) -> int | None:
        """The version that an idempotency key led to."""
        found = self.redis.hget(idempotency_key(game), key)
        return None if found is None else int(found)

    def games(self) -> Iterator[str]:
        """Every game there is, in no order; while keys come and go, one may be named twice."""
        for key in self.redis.scan_iter(match="{p*}:*:log", count=PAGE):
            game = game_of_log(key.decode())
            if game is not None:
                yield game

    def open_games(self) -> Iterator[str]:
        """Games that still take commands."""
        for partition in range(PARTITIONS):
            for game in self.redis.smembers(open_key(partition)):
                yield game.decode()

    def due_games(self, now: int) -> Iterator[str]:
        """Games in which the house has something to do by this time (ms), the oldest first."""
        calls = self.redis.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            calls.zrange(due_key(partition), "-inf", now, byscore=True, withscores=True)
        found = [pair for answer in calls.execute() for pair in answer]
        for game, _ in sorted(found, key=lambda pair: float(pair[1])):
            yield game.decode()

    def due_time(self, game: str) -> int | None:
        """When the house has to look after a game; None if it need not."""
        found = self.redis.zscore(due_key(partition_of(game)), game)
        return None if found is None else int(found)

    def noted(self, games: Sequence[str]) -> list[tuple[int, int | None]]:
        """The head's version of each game, and when it is noted to be due."""
        calls = self.redis.pipeline(transaction=False)
        for game in games:
            calls.xrevrange(log_key(game), count=1)
            calls.zscore(due_key(partition_of(game)), game)
        found = iter(calls.execute())
        return [
            (_version(head[0][0]) if head else 0, None if due is None else int(due))
            for head, due in zip(found, found, strict=True)
        ]

    def mark(self, game: str, version: int, status: GameStatus, due: int | None) -> bool:
        """Set anew what the append keeps up to date: to rebuild it from the log.

        False, and nothing done, if the head of the log has another version by then.
        """
        partition = partition_of(game)
        keys = (log_key(game), open_key(partition), due_key(partition))
        arguments = (game, version, int(status not in ENDED), "" if due is None else due)
        return bool(self._mark(self.redis, keys, arguments))

    def try_writing(self) -> None:
        """Raise what a write would now, in any partition; nothing is written or synced."""
        calls = self.redis.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            # Judged as every write that takes memory; but there is no such list.
            calls.lpushx(nothing_key(partition), "")
        calls.execute()

    def quarantine(self, game: str, reason: str) -> None:
        """Note that a game's chain cannot be trusted, and let the house leave it alone."""
        partition = partition_of(game)
        if self.redis.hset(quarantine_key(partition), game, reason):
            logger.error("quarantined: %s", reason, extra={"game": game})
        self.redis.zrem(due_key(partition), game)

    def release(self, game: str) -> bool:
        """Take back a quarantine; False if there was none, and then nothing is written."""
        key = quarantine_key(partition_of(game))
        if not self.redis.hexists(key, game) or not self.redis.hdel(key, game):
            return False
        logger.info("released from quarantine", extra={"game": game})
        return True

    def quarantined(self) -> dict[str, str]:
        """Games whose chain cannot be trusted, and why."""
        found: dict[str, str] = {}
        for partition in range(PARTITIONS):
            pairs: Iterable[tuple[bytes, bytes]] = self.redis.hgetall(
                quarantine_key(partition)
            ).items()
            found.update((game.decode(), reason.decode()) for game, reason in pairs)
        return found


def _version(entry: bytes) -> int:
    return int(entry.split(b"-", 1)[0])
