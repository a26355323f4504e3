"""The ledger in Redis: appends commits and reads them back, as stored bytes."""

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
    TOURNAMENT_PARTITION,
    due_key,
    idempotency_key,
    index_key,
    ledger_of_log,
    log_key,
    open_key,
    partition_of,
    quarantine_key,
    write_probe_key,
)

Redis: TypeAlias = Any
"""A redis-py client of one server or of a Cluster, with binary replies. redis-py's own types mix
synchronous and asynchronous results, so each result is typed where it is used."""

UNREACHABLE = (RedisError, RedisClusterException, OSError)
"""The errors of a client that gets no answer; a Cluster has an error of its own kind."""

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
# An error inside a script or a pipeline is in the middle of the text.
_TEMPORARY_ERROR = re.compile(
    "(?:^|-|: )(?:OOM|MISCONF|NOREPLICAS|READONLY|BUSY|LOADING|MASTERDOWN|CLUSTERDOWN) "
)


def is_cluster(redis: Redis) -> bool:
    """Whether this is the client of a Redis Cluster, whose keys are on several servers."""
    return hasattr(redis, "get_primaries")


AppendOutcome: TypeAlias = Literal["appended", "repeated", "conflict"]

logger = logging.getLogger(__name__)

INDEX_LENGTH = 10_000
PAGE_SIZE = 500


def is_outage(error: Exception) -> bool:
    """Whether Redis cannot be reached or refuses writes for now, so the request was not wrong."""
    if isinstance(error, ResponseError) and _TEMPORARY_ERROR.search(str(error)):
        return True
    return isinstance(error, _OUTAGES)


class AppendResult(Struct, frozen=True):
    """The result of an append; `version` is that of the head or of the earlier commit."""

    outcome: AppendOutcome
    version: int


GAME_PARTITIONS = range(PARTITIONS)
TOURNAMENT_PARTITIONS = range(TOURNAMENT_PARTITION, TOURNAMENT_PARTITION + 1)


class Ledger:
    """The logs of all games in one Redis, or of all ledgers of another kind."""

    def __init__(self, redis: Redis, partitions: range = GAME_PARTITIONS) -> None:
        self.redis = redis
        self._partitions = partitions
        self._append = script("eventlog", "append.lua")
        self._set_open_and_due = script("eventlog", "set_open_and_due.lua")

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
    ) -> AppendResult:
        """Append a sealed commit unless another writer was faster: one round trip, all or nothing.

        `status` is the status of the game after it, `due` the time of its next due work.
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
        return AppendResult(outcome.decode(), int(at))

    def may_have(self, game: str) -> bool:
        """Whether this is the id of a ledger of this kind, such as a game."""
        return partition_of(game) in self._partitions

    def header(self, game: str) -> bytes | None:
        """The header line of a game; None if there is no such game."""
        found = self.redis.xrange(log_key(game), "0-1", "0-1")
        return found[0][1].get(b"header", b"") if found else None

    def imported_signature(self, game: str) -> bytes | None:
        """The signature that a closed ledger had when it was imported, b"" for none.

        None if the game ended on this server.
        """
        found = self.redis.xrange(log_key(game), "0-1", "0-1")
        return found[0][1].get(b"trailer") if found else None

    def head(self, game: str) -> int:
        """The version of a game's last commit; 0 if there is no such game."""
        found = self.redis.xrevrange(log_key(game), count=1)
        return _version(found[0][0]) if found else 0

    def read(
        self, game: str, after: int, until: int | None = None, limit: int = PAGE_SIZE
    ) -> list[tuple[int, bytes]]:
        """Stored commits with their versions, from the one after `after` on."""
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
            if len(page) < PAGE_SIZE:
                return

    def version_of_key(self, game: str, key: str) -> int | None:
        """The version of the commit that was made with an idempotency key."""
        found = self.redis.hget(idempotency_key(game), key)
        return None if found is None else int(found)

    def games(self) -> Iterator[str]:
        """Every game, in no order; a game may come twice if keys change meanwhile."""
        for key in self.redis.scan_iter(match="{p*}:*:log", count=PAGE_SIZE):
            game = ledger_of_log(key.decode())
            if game is not None and partition_of(game) in self._partitions:
                yield game

    def open_games(self) -> Iterator[str]:
        """Games that still accept commands."""
        for partition in self._partitions:
            for game in self.redis.smembers(open_key(partition)):
                yield game.decode()

    def which_are_open(self, games: Sequence[str]) -> list[bool]:
        """Which of these games still accept commands, in one round trip."""
        calls = self.redis.pipeline(transaction=False)
        for game in games:
            calls.sismember(open_key(partition_of(game)), game)
        return [bool(answer) for answer in calls.execute()]

    def due_games(self, now: int) -> Iterator[str]:
        """Games that have due work at this time (ms), the longest waiting first."""
        calls = self.redis.pipeline(transaction=False)
        for partition in self._partitions:
            calls.zrange(due_key(partition), "-inf", now, byscore=True, withscores=True)
        found = [pair for answer in calls.execute() for pair in answer]
        for game, _ in sorted(found, key=lambda pair: float(pair[1])):
            yield game.decode()

    def due_time(self, game: str) -> int | None:
        """When (ms) the next work in a game is due; None if none is."""
        found = self.redis.zscore(due_key(partition_of(game)), game)
        return None if found is None else int(found)

    def heads_and_due_times(self, games: Sequence[str]) -> list[tuple[int, int | None]]:
        """The version of each game's head, and its due time as stored."""
        calls = self.redis.pipeline(transaction=False)
        for game in games:
            calls.xrevrange(log_key(game), count=1)
            calls.zscore(due_key(partition_of(game)), game)
        found = iter(calls.execute())
        return [
            (_version(head[0][0]) if head else 0, None if due is None else int(due))
            for head, due in zip(found, found, strict=True)
        ]

    def set_open_and_due(
        self, game: str, version: int, status: GameStatus, due: int | None
    ) -> bool:
        """Rewrite a game's entries in the open set and the due set, which an append keeps current.

        False, and nothing is written, if the log has moved on to another version.
        """
        partition = partition_of(game)
        keys = (log_key(game), open_key(partition), due_key(partition))
        arguments = (game, version, int(status not in ENDED), "" if due is None else due)
        return bool(self._set_open_and_due(self.redis, keys, arguments))

    def check_writable(self) -> None:
        """Raise the error that a write to any partition would raise now; nothing is written."""
        calls = self.redis.pipeline(transaction=False)
        for partition in self._partitions:
            # Redis checks it like every write that takes memory; but the list does not exist.
            calls.lpushx(write_probe_key(partition), "")
        calls.execute()

    def quarantine(self, game: str, reason: str) -> None:
        """Record that a game's chain cannot be trusted, and remove its due work."""
        partition = partition_of(game)
        if self.redis.hset(quarantine_key(partition), game, reason):
            logger.error("quarantined: %s", reason, extra={"game": game})
        self.redis.zrem(due_key(partition), game)

    def release_from_quarantine(self, game: str) -> bool:
        """End a quarantine. False if there was none; then nothing is written."""
        key = quarantine_key(partition_of(game))
        if not self.redis.hexists(key, game) or not self.redis.hdel(key, game):
            return False
        logger.info("released from quarantine", extra={"game": game})
        return True

    def quarantined_games(self) -> dict[str, str]:
        """Games whose chain cannot be trusted, and why."""
        found: dict[str, str] = {}
        for partition in self._partitions:
            pairs: Iterable[tuple[bytes, bytes]] = self.redis.hgetall(
                quarantine_key(partition)
            ).items()
            found.update((game.decode(), reason.decode()) for game, reason in pairs)
        return found


def _version(entry: bytes) -> int:
    return int(entry.split(b"-", 1)[0])
