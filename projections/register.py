"""The catalogue as it is stored: entries by game, lists of games, and how far it has come.

All is kept in editions. An edition is made aside and published in one instant, so that nobody
ever reads half of one.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf

import msgspec
from msgspec import Struct

from eventlog.keys import PARTITIONS
from eventlog.ledger import PAGE, Redis
from eventlog.scripts import script
from projections.indexes import BEGINNING
from projections.stamps import Stamp
from projections.summaries import Summary

PROJECTION = "1"
"""Raised when the shape of the catalogue changes: then it is made anew, beside the old one."""
TAG = "{catalogue}"
ROOT = f"{TAG}:{PROJECTION}"
PLACES = f"{ROOT}:places"
EDITIONS = f"{ROOT}:editions"
LOBBY = "lobby"


class Entry(Struct, frozen=True):
    """A game and how far it had come."""

    stamp: Stamp
    summary: Summary

    @property
    def member(self) -> str:
        """In lists, which are in this order: by the time it was opened."""
        return f"{self.summary.opened_at:015}:{self.summary.game_id}"


class Places(Struct, frozen=True):
    """The edition that is read, and how far it has come in each partition's index."""

    edition: int
    reached: dict[int, bytes]


def list_of(player: str) -> str:
    return f"player:{player}"


class Register:
    """The stored catalogue."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._enter = script("projections", "catalogue_enter.lua")
        self._advance = script("projections", "catalogue_advance.lua")
        self._publish = script("projections", "catalogue_publish.lua")

    def places(self) -> Places | None:
        """Where the catalogue stands; None if there is none yet."""
        found: dict[bytes, bytes] = self._redis.hgetall(PLACES)
        edition = found.get(b"edition", b"")
        if not edition.isdigit():
            return None
        reached = {i: found.get(b"%d" % i, BEGINNING) for i in range(PARTITIONS)}
        return Places(int(edition), reached)

    def advance(self, places: Places, reached: Mapping[int, bytes]) -> bool:
        """Note how far the indexes have been read; False if another edition is read by now."""
        arguments = (places.edition, *_flat(reached))
        return bool(self._advance(self._redis, (PLACES,), arguments))

    def new_edition(self) -> int:
        """A number that no edition has had."""
        places = self.places()
        while True:
            edition = int(self._redis.incr(EDITIONS))
            if places is None or edition > places.edition:
                return edition

    def publish(self, edition: int, reached: Mapping[int, bytes]) -> bool:
        """Let an edition be read from now on; False if there is a later one."""
        return bool(self._publish(self._redis, (PLACES,), (edition, *_flat(reached))))

    def entry(self, edition: int, game: str) -> bytes | None:
        """The entry of a game, as stored."""
        found: bytes | None = self._redis.hget(_key(edition, "games"), game)
        return found

    def entries(self, edition: int, games: Sequence[str]) -> list[Entry | None]:
        found = self._redis.hmget(_key(edition, "games"), games) if games else []
        return [read_entry(one) for one in found]

    def enter(self, edition: int, entry: Entry, seen: bytes | None) -> bool:
        """Enter a game, if `seen` still is its entry."""
        old, summary, written = read_entry(seen), entry.summary, msgspec.json.encode(entry)
        if written == seen:
            return True
        joined = sorted(summary.people)
        left = sorted(old.summary.people - summary.people) if old is not None else []
        keys = [_key(edition, name) for name in ("games", LOBBY, *map(list_of, joined + left))]
        told = (
            summary.game_id,
            entry.member,
            seen or b"",
            written,
            int(summary.is_in_lobby),
            len(joined),
        )
        return bool(self._enter(self._redis, keys, told))

    def members(self, edition: int, name: str, before: str | None, count: int) -> list[str] | None:
        """A part of a list, the newest first; None if another edition is read by now."""
        top = "+" if before is None else f"({before}"
        calls = self._redis.pipeline(transaction=False)
        calls.zrevrangebylex(_key(edition, name), top, "-", 0, count)
        # Asked after the list: an edition is only thrown away once another is read.
        calls.hget(PLACES, "edition")
        found, current = calls.execute()
        return [one.decode() for one in found] if current == b"%d" % edition else None

    def clean(self) -> None:
        """Throw away what no reader turns to any more: earlier editions, earlier projections."""
        places = self.places()
        current = (int(PROJECTION), 0 if places is None else places.edition)
        for found in self._redis.scan_iter(match=f"{TAG}:*", count=PAGE):
            key = found.decode()
            if _age(key) < current:
                self._redis.delete(key)


def read_entry(stored: bytes | None) -> Entry | None:
    """An entry from its stored bytes; None if they are none."""
    if stored is None:
        return None
    try:
        return msgspec.json.decode(stored, type=Entry)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _key(edition: int, name: str) -> str:
    return f"{ROOT}:e{edition}:{name}"


def _age(key: str) -> tuple[float, float]:
    """Projection and edition of a key; what belongs to no edition does not age with them."""
    _, projection, edition = key.split(":", 3)[:3] if key.count(":") > 1 else ("", "", "")
    number = edition.removeprefix("e")
    return (
        int(projection) if projection.isdigit() else inf,
        int(number) if number.isdigit() else inf,
    )


def _flat(reached: Mapping[int, bytes]) -> Iterable[int | bytes]:
    return (part for pair in reached.items() for part in pair)
