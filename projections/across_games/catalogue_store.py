"""The catalogue as it is stored in Redis: one entry for each game, and lists of games.

The catalogue is stored in generations, which Redis calls editions. A generation is a complete
catalogue. It is built while readers use the one before it, and then published in one step.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import TypeAlias

import msgspec
from msgspec import Struct

from eventlog.ledger import PAGE_SIZE, Redis
from eventlog.lua_scripts import script
from eventlog.redis_keys import PARTITIONS
from projections.across_games.catalogue_entries import (
    CatalogueEntry,
    decode_entry,
    lists_of,
    player_list,
)
from projections.across_games.index_reader import BEGINNING

PROJECTION = "6"
"""Raise it when the shape of the catalogue changes: the catalogue is then built again."""
TAG = "{catalogue}"
ROOT = f"{TAG}:{PROJECTION}"
CURRENT = f"{ROOT}:places"
"""Hash: the generation that readers use, and how far each partition's index has been read."""
GENERATIONS = f"{ROOT}:editions"
"""Counter: the number of the newest generation."""
REVISION = "revision"
"""Counter: it grows whenever a result, or what was counted from results, changes."""
CLOSED = "closed"
"""Sorted set: closed games by the revision at which their entry was stored."""
TO_COUNT = "to-settle"
"""Sorted set: closed games that are not counted yet, in the order of counting."""
UNREADABLE = "unreadable"
"""Hash: game of which no entry could be made → the reason."""
COUNT_FAILED = "uncounted"
"""Hash: closed game that could not be counted → the reason."""


Bounds: TypeAlias = tuple[str, str]
"""The lowest and the highest member of a part of a list, as Redis takes them."""
NO_BOUNDS: Bounds = ("-", "+")


class CurrentGeneration(Struct, frozen=True):
    """The generation that readers use, and how far each partition's index has been read."""

    number: int
    positions: dict[int, bytes]


class CatalogueStore:
    """Reads and writes the stored catalogue."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._put_entry = script("projections.across_games", "catalogue_put_entry.lua")
        self._advance = script("projections.across_games", "catalogue_advance.lua")
        self._publish = script("projections.across_games", "catalogue_publish.lua")

    def current(self) -> CurrentGeneration | None:
        """Return the generation that readers use; None if there is none yet."""
        found: dict[bytes, bytes] = self._redis.hgetall(CURRENT)
        generation = found.get(b"edition", b"")
        if not generation.isdigit():
            return None
        positions = {i: found.get(b"%d" % i, BEGINNING) for i in range(PARTITIONS)}
        return CurrentGeneration(int(generation), positions)

    def advance(self, current: CurrentGeneration, positions: Mapping[int, bytes]) -> bool:
        """Save how far the indexes have been read. Returns False if readers use another one."""
        arguments = (current.number, *_flat(positions))
        return bool(self._advance(self._redis, (CURRENT,), arguments))

    def new_generation(self) -> int:
        """Return a number that no generation has had."""
        current = self.current()
        while True:
            generation = int(self._redis.incr(GENERATIONS))
            if current is None or generation > current.number:
                # Revisions start at the current time. If Redis lost the catalogue, numbers of
                # generations come again, but old cursors hold revisions below all new ones.
                self._redis.set(key_of(generation, REVISION), time.time_ns() // 1_000_000)
                return generation

    def publish(self, generation: int, positions: Mapping[int, bytes]) -> bool:
        """Make readers use a generation. Returns False if they use a later one already."""
        return bool(self._publish(self._redis, (CURRENT,), (generation, *_flat(positions))))

    def entry(self, generation: int, game: str) -> bytes | None:
        """Return the stored bytes of a game's entry."""
        found: bytes | None = self._redis.hget(key_of(generation, "games"), game)
        return found

    def entries(self, generation: int, games: Sequence[str]) -> list[CatalogueEntry | None]:
        found = self._redis.hmget(key_of(generation, "games"), games) if games else []
        return [decode_entry(one) for one in found]

    def put_entry(self, generation: int, entry: CatalogueEntry, seen: bytes | None) -> bool:
        """Store a game's entry, if `seen` still is the stored one. Returns whether it did."""
        old, summary, written = decode_entry(seen), entry.summary, msgspec.json.encode(entry)
        if written == seen:
            self._redis.hdel(key_of(generation, UNREADABLE), summary.game_id)
            return True
        counting = sorted({one.closing_member for one in (old, entry) if one and one.result})
        joined, left = lists_of(entry), lists_of(old)
        # A game may be in a list as another member than before.
        for name, member in joined.items():
            if left.get(name) == member:
                del left[name]
        parts = ("games", UNREADABLE, REVISION, CLOSED, TO_COUNT, *left, *joined)
        arguments = (
            *(summary.game_id, seen or b"", written, int(entry.result is not None)),
            *(len(left), len(joined)),
            *(*left.values(), *joined.values(), *counting),
        )
        keys = [key_of(generation, name) for name in parts]
        return bool(self._put_entry(self._redis, keys, arguments))

    def members(
        self,
        generation: int,
        name: str,
        after: str | None,
        count: int,
        *,
        bounds: Bounds = NO_BOUNDS,
        is_rising: bool = False,
    ) -> list[str] | None:
        """Return a part of a list, the newest first; None if readers use another generation.

        The part comes after a member and keeps to the bounds.
        """
        low, high = bounds
        if after is not None:
            low, high = (f"({after}", high) if is_rising else (low, f"({after}")
        calls = self._redis.pipeline(transaction=False)
        if is_rising:
            calls.zrangebylex(key_of(generation, name), low, high, 0, count)
        else:
            calls.zrevrangebylex(key_of(generation, name), high, low, 0, count)
        # After the list: a generation is deleted only when readers use another one.
        calls.hget(CURRENT, "edition")
        found, current = calls.execute()
        return [one.decode() for one in found] if current == b"%d" % generation else None

    def shortest(self, generation: int, names: Sequence[str], bounds: Bounds) -> str:
        """Return the list that has the fewest members within the bounds."""
        calls = self._redis.pipeline(transaction=False)
        for name in names:
            calls.zlexcount(key_of(generation, name), *bounds)
        return min(zip(calls.execute(), names, strict=True))[1]

    def count_above(self, generation: int, name: str, digits: str) -> int:
        """Count the members of a list that begin with more than these digits."""
        return count_members_above(self._redis, key_of(generation, name), digits)

    def is_current(self, generation: int, revision: int) -> bool:
        """Whether readers use this generation, and no result has changed since this revision."""
        calls = self._redis.pipeline(transaction=False)
        calls.get(key_of(generation, REVISION))
        # Last: a generation is deleted only when readers use another one.
        calls.hget(CURRENT, "edition")
        found, current = calls.execute()
        return int(found or 0) == revision and current == b"%d" % generation

    def closed_games(self, generation: int, after: int, count: int) -> list[tuple[int, str]]:
        """Return closed games whose entry was stored after a revision, with their revisions."""
        key = key_of(generation, CLOSED)
        found = self._redis.zrangebyscore(key, f"({after}", "+inf", 0, count, withscores=True)
        return [(int(revision), game.decode()) for game, revision in found]

    def games_in_common(self, generation: int, *players: str) -> list[str]:
        """Return the games that are in the lists of all these players."""
        found = self._redis.zinter([key_of(generation, player_list(player)) for player in players])
        return [member.decode().split(":", 1)[1] for member in found]

    def delete_old_generations(self) -> None:
        """Delete generations and projections that are older than what readers use."""
        current = self.current()
        oldest_in_use = (int(PROJECTION), 0 if current is None else current.number)
        for found in self._redis.scan_iter(match=f"{TAG}:*", count=PAGE_SIZE):
            key = found.decode()
            if _age(key) < oldest_in_use:
                self._redis.delete(key)


def count_members_above(redis: Redis, key: str, digits: str) -> int:
    """Count the members of a sorted set that begin with more than these digits."""
    # In members with equal digits a colon follows; a semicolon sorts after it.
    return int(redis.zlexcount(key, f"({digits};", "+"))


def key_of(generation: int, name: str) -> str:
    """The Redis key of a part of a generation."""
    return f"{ROOT}:e{generation}:{name}"


def _age(key: str) -> tuple[float, float]:
    """Return projection and generation of a key; infinity for keys outside of them."""
    _, projection, generation = key.split(":", 3)[:3] if key.count(":") > 1 else ("", "", "")
    number = generation.removeprefix("e")
    return (
        int(projection) if projection.isdigit() else inf,
        int(number) if number.isdigit() else inf,
    )


def _flat(positions: Mapping[int, bytes]) -> Iterable[int | bytes]:
    return (part for pair in positions.items() for part in pair)
