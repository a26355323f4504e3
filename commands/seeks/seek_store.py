"""The stored seeks. Every step that concerns more than one key is one script."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from commands.seeks import redis_keys as keys
from commands.seeks.seek import Match, Seek, SeekStatus, Wish
from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script

NEVER = "-"
MOST_OWN = 20
"""How many seeks of a player are kept."""
_AT_ONCE = 100
_ENDING = (keys.STATES, keys.ALIVE, keys.FILL, keys.SEEKERS, keys.ENDED, keys.NEWS)
"""The keys that the end of a seek changes."""
_STATUS: Mapping[str, SeekStatus] = {
    "waiting": "waiting",
    "matched": "waiting",
    "seated": "matched",
    "left": "left",
    "expired": "expired",
    "failed": "failed",
}
"""What a state is called outside. Until its game has started, a matched seek still waits."""

_wishes = msgspec.json.Decoder(Wish)


class StoredSeek(Struct, frozen=True):
    """A seek as it is stored."""

    seek: Seek
    match_id: str | None = None
    """The match that has no game yet."""


class Found(Struct, frozen=True):
    """What a look for others has led to."""

    outcome: Literal["known", "busy", "gone", "waiting", "matched"]
    detail: str = ""
    """The other seek of a busy player, how many others fit, or the match."""


class SeekStore:
    """Reads and writes seeks."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._match, self._end, self._settle = (
            script("commands.seeks", f"{name}.lua") for name in ("match", "end", "settle")
        )

    def add(self, seek: str, wish: Wish, now: int) -> Found:
        """Store a new seek and look for others who fit it."""
        return self._look(
            "new",
            seek,
            wish,
            now,
            now + 1_000 * wish.seconds_to_live,
            wish.player,
            msgspec.json.encode(wish),
            wish.rating,
            wish.low,
            wish.high,
            NEVER if wish.fill_at is None else wish.fill_at,
            wish.posted_at,
        )

    def look_again(self, seek: str, wish: Wish, now: int, *, is_sign_of_life: bool) -> Found:
        """Look for others who fit a stored seek; a sign of life lets it wait longer."""
        expires_at = now + 1_000 * wish.seconds_to_live if is_sign_of_life else ""
        return self._look("again", seek, wish, now, expires_at)

    def fill(self, seek: str, wish: Wish, now: int) -> Found:
        """Let bots complete the table of a seek, if it is time for that."""
        return self._look("fill", seek, wish, now, "")

    def _look(self, mode: str, seek: str, wish: Wish, now: int, *more: object) -> Found:
        names = (
            *(keys.WISHES, keys.STATES, keys.FACTS, keys.ALIVE, keys.FILL, keys.SEEKERS),
            *(keys.ORDER, keys.MATCHES, keys.TO_MAKE),
            *(keys.pool_key(wish.table.digest), keys.own_key(wish.player)),
        )
        arguments = (mode, seek, now, wish.table.players, secrets.token_hex(16), *more)
        outcome, *detail = self._match(self._redis, names, arguments)
        return Found(outcome.decode(), _text(detail[0]) if detail else "")

    def read(self, seeks: Sequence[str]) -> list[StoredSeek | None]:
        """Return seeks as they are stored; None for those that are not."""
        if not seeks:
            return []
        calls = self._redis.pipeline(transaction=False)
        calls.hmget(keys.WISHES, seeks)
        calls.hmget(keys.STATES, seeks)
        for seek in seeks:
            calls.zscore(keys.ALIVE, seek)
        wishes, states, *alive = calls.execute()
        return [
            None if wish is None or state is None else _stored(seek, wish, state.decode(), until)
            for seek, wish, state, until in zip(seeks, wishes, states, alive, strict=True)
        ]

    def wish_of(self, seek: str) -> Wish | None:
        """Return what a seek asks for; None if there is no such seek."""
        found = self._redis.hget(keys.WISHES, seek)
        return None if found is None else _wishes.decode(found)

    def seek_of(self, player: PlayerId) -> str | None:
        """Return the seek of a player that waits or is being seated."""
        found = self._redis.hget(keys.SEEKERS, player)
        return None if found is None else found.decode()

    def own(self, player: PlayerId) -> list[str]:
        """Return the seeks of a player, the newest first."""
        return [seek.decode() for seek in self._redis.zrevrange(keys.own_key(player), 0, -1)]

    def end(
        self, seek: str, wish: Wish, now: int, state: Literal["left", "expired"]
    ) -> SeekStatus | Literal["seating"]:
        """End a seek that waits. Returns what it is then; `seating` while its table is made.

        A seek expires only if it has had no sign of life.
        """
        names = (*_ENDING, keys.pool_key(wish.table.digest))
        is_overdue = int(state == "expired")
        arguments = (seek, wish.player, now, state, is_overdue, keys.NEWS_LENGTH)
        found = self._end(self._redis, names, arguments).decode().split(" ")[0]
        return "seating" if found == "matched" else _STATUS.get(found, "left")

    def match(self, match_id: str) -> Match | None:
        """Return a match that has no game yet; None if it has, or was dissolved."""
        found = self._redis.hget(keys.MATCHES, match_id)
        if found is None:
            return None
        bots, *seeks = found.decode().split(" ")
        wishes = self._redis.hmget(keys.WISHES, seeks)
        pairs = [(seek, _wishes.decode(wish)) for seek, wish in zip(seeks, wishes, strict=True)]
        return Match(match_id, pairs, int(bots))

    def settle(
        self, match: Match, now: int, ended: Mapping[str, str], seconds_to_live: int
    ) -> list[tuple[str, Wish]]:
        """End a match: some seeks end in a state, all others wait again at their old place.

        Returns those that wait again; none if another process has ended the match.
        """
        ending = [(seek, wish.player, ended[seek]) for seek, wish in match.seeks if seek in ended]
        waiting = [(seek, wish) for seek, wish in match.seeks if seek not in ended]
        facts = self._redis.hmget(keys.FACTS, [seek for seek, _ in waiting]) if waiting else []
        expires_at = now + 1_000 * seconds_to_live
        again: list[object] = []
        for (seek, wish), stored in zip(waiting, facts, strict=True):
            fill_at = NEVER if wish.fill_at is None else wish.fill_at
            again += seek, stored.decode().split(" ")[0], expires_at, fill_at
        names = (*_ENDING, keys.MATCHES, keys.TO_MAKE, keys.pool_key(match.table.digest))
        flat = [part for row in ending for part in row]
        arguments = (match.match_id, now, keys.NEWS_LENGTH, len(ending), *flat, *again)
        return waiting if self._settle(self._redis, names, arguments) else []

    def matches_before(self, now: int) -> list[str]:
        """Return matches without a game that were made before this time."""
        found = self._redis.zrangebyscore(keys.TO_MAKE, "-inf", f"({now}", 0, _AT_ONCE)
        return [match.decode() for match in found]

    def expired(self, now: int) -> list[str]:
        """Return waiting seeks without a sign of life."""
        return _decoded(self._redis.zrangebyscore(keys.ALIVE, "-inf", now, 0, _AT_ONCE))

    def to_fill(self, now: int) -> list[str]:
        """Return waiting seeks whose free seats bots may take."""
        return _decoded(self._redis.zrangebyscore(keys.FILL, "-inf", now, 0, _AT_ONCE))

    def ended_before(self, now: int) -> list[str]:
        """Return seeks that ended before this time."""
        return _decoded(self._redis.zrangebyscore(keys.ENDED, "-inf", f"({now}", 0, _AT_ONCE))

    def forget(self, seeks: Iterable[str]) -> None:
        """Delete seeks that have ended."""
        for seek in seeks:
            wish, calls = self.wish_of(seek), self._redis.pipeline(transaction=False)
            if wish is not None:
                calls.zrem(keys.own_key(wish.player), seek)
            for name in (keys.STATES, keys.FACTS, keys.WISHES):
                calls.hdel(name, seek)
            # Last: if this is interrupted, it is done again.
            calls.zrem(keys.ENDED, seek)
            calls.execute()


def _stored(seek: str, wish: bytes, state: str, alive: float | None) -> StoredSeek:
    name, _, detail = state.partition(" ")
    return StoredSeek(
        Seek(
            seek,
            _wishes.decode(wish),
            _STATUS[name],
            game=detail if name == "seated" else None,
            reason=detail if name == "failed" else None,
            expires_at=None if alive is None else int(alive),
        ),
        detail if name == "matched" else None,
    )


def _decoded(found: Iterable[bytes]) -> list[str]:
    return [one.decode() for one in found]


def _text(value: bytes | int) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
