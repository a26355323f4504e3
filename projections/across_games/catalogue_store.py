"""The catalogue as it is stored: entries by game, lists of games, and how far it has come.

All is kept in editions. An edition is made aside and published in one instant, so that nobody
ever reads half of one.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from math import inf

import msgspec
from msgspec import Struct

from eventlog.ledger import PAGE_SIZE, Redis
from eventlog.lua_scripts import script
from eventlog.redis_keys import PARTITIONS
from projections.across_games.challenge_attempts import Attempt
from projections.across_games.index_reader import BEGINNING
from projections.across_games.results import Result
from projections.across_games.summaries import Summary
from projections.one_game.checkpoints import Checkpoint

PROJECTION = "4"
"""Raised when the shape of the catalogue changes: then it is made anew, beside the old one."""
TAG = "{catalogue}"
ROOT = f"{TAG}:{PROJECTION}"
PLACES = f"{ROOT}:places"
EDITIONS = f"{ROOT}:editions"
LOBBY = "lobby"
REVISION = "revision"
"""Raised whenever a result, or what was counted from results, changes."""
CLOSED = "closed"
"""Closed games, each with the revision of the edition in which it was entered."""
NO_TABLE = "challenge"
"""Never there: what stands for the table of a game that is no attempt at a challenge."""
TO_SETTLE = "to-settle"
"""Closed games that have yet to be counted, in the order in which games are."""
UNREADABLE = "unreadable"
"""Hash: game of which no entry could be made → why."""
UNCOUNTED = "uncounted"
"""Hash: closed game that could not be counted → why."""


class Entry(Struct, frozen=True):
    """A game and how far it had come; once it is closed, with its result."""

    checkpoint: Checkpoint
    summary: Summary
    result: Result | None = None
    attempt: Attempt | None = None

    @property
    def member(self) -> str:
        """In lists, which are in this order: by the time it was opened."""
        return f"{self.summary.opened_at:015}:{self.summary.game_id}"

    @property
    def turn(self) -> str:
        """When a closed game is counted: by the time it was closed, then by its id."""
        return f"{self.summary.updated_at:015}:{self.summary.game_id}"

    @property
    def place(self) -> str:
        """In the table of a challenge, as text that sorts by points; empty if it is in none."""
        return "" if self.attempt is None else f"{self.attempt.digits}:{self.summary.game_id}"


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
        self._enter = script("projections.across_games", "catalogue_enter.lua")
        self._advance = script("projections.across_games", "catalogue_advance.lua")
        self._publish = script("projections.across_games", "catalogue_publish.lua")

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
                # From the time on: whoever knows a revision of a catalogue that was lost, and
                # with it the numbers of its editions, knows an earlier one than any of this.
                self._redis.set(key_of(edition, REVISION), time.time_ns() // 1_000_000)
                return edition

    def publish(self, edition: int, reached: Mapping[int, bytes]) -> bool:
        """Let an edition be read from now on; False if there is a later one."""
        return bool(self._publish(self._redis, (PLACES,), (edition, *_flat(reached))))

    def entry(self, edition: int, game: str) -> bytes | None:
        """The entry of a game, as stored."""
        found: bytes | None = self._redis.hget(key_of(edition, "games"), game)
        return found

    def entries(self, edition: int, games: Sequence[str]) -> list[Entry | None]:
        found = self._redis.hmget(key_of(edition, "games"), games) if games else []
        return [read_entry(one) for one in found]

    def enter(self, edition: int, entry: Entry, seen: bytes | None) -> bool:
        """Enter a game, if `seen` still is its entry."""
        old, summary, written = read_entry(seen), entry.summary, msgspec.json.encode(entry)
        if written == seen:
            self._redis.hdel(key_of(edition, UNREADABLE), summary.game_id)
            return True
        joined = sorted(summary.people)
        left = sorted(old.summary.people - summary.people) if old is not None else []
        to_settle = {one.turn for one in (old, entry) if one is not None and one.result is not None}
        # A game is of one challenge, if of any, from its first commit on.
        tables = [one.attempt.table for one in (old, entry) if one and one.attempt]
        table = tables[0] if tables else NO_TABLE
        parts = ("games", LOBBY, REVISION, CLOSED, TO_SETTLE, table, UNREADABLE)
        keys = [key_of(edition, name) for name in (*parts, *map(list_of, joined + left))]
        told = (
            summary.game_id,
            entry.member,
            seen or b"",
            written,
            int(summary.is_in_lobby),
            len(joined),
            int(entry.result is not None),
            "" if old is None else old.place,
            entry.place,
            *sorted(to_settle),
        )
        return bool(self._enter(self._redis, keys, told))

    def members(self, edition: int, name: str, before: str | None, count: int) -> list[str] | None:
        """A part of a list, the newest first; None if another edition is read by now."""
        top = "+" if before is None else f"({before}"
        calls = self._redis.pipeline(transaction=False)
        calls.zrevrangebylex(key_of(edition, name), top, "-", 0, count)
        # Asked after the list: an edition is only thrown away once another is read.
        calls.hget(PLACES, "edition")
        found, current = calls.execute()
        return [one.decode() for one in found] if current == b"%d" % edition else None

    def above(self, edition: int, name: str, digits: str) -> int:
        """How many of a list stand above those whose place begins with these digits."""
        return members_above(self._redis, key_of(edition, name), digits)

    def is_at(self, edition: int, revision: int) -> bool:
        """Whether an edition is the one that is read, and no result has changed since."""
        calls = self._redis.pipeline(transaction=False)
        calls.get(key_of(edition, REVISION))
        # Asked last: an edition is only thrown away once another is read.
        calls.hget(PLACES, "edition")
        found, current = calls.execute()
        return int(found or 0) == revision and current == b"%d" % edition

    def closed(self, edition: int, after: int, count: int) -> list[tuple[int, str]]:
        """Closed games that were entered after a revision, each with its own, in order."""
        key = key_of(edition, CLOSED)
        found = self._redis.zrangebyscore(key, f"({after}", "+inf", 0, count, withscores=True)
        return [(int(revision), game.decode()) for game, revision in found]

    def common(self, edition: int, *players: str) -> list[str]:
        """The games that all these people have to do with."""
        found = self._redis.zinter([key_of(edition, list_of(player)) for player in players])
        return [member.decode().split(":", 1)[1] for member in found]

    def clean(self) -> None:
        """Throw away what no reader turns to any more: earlier editions, earlier projections."""
        places = self.places()
        current = (int(PROJECTION), 0 if places is None else places.edition)
        for found in self._redis.scan_iter(match=f"{TAG}:*", count=PAGE_SIZE):
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


def members_above(redis: Redis, key: str, digits: str) -> int:
    """How many members of a sorted set begin with more than these digits."""
    # A semicolon comes after the colon that follows the digits of equals.
    return int(redis.zlexcount(key, f"({digits};", "+"))


def key_of(edition: int, name: str) -> str:
    """Where a part of an edition is stored."""
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
