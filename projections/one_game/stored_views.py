"""The shelf: views of one game as they are stored, beside its log."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from eventlog.commit import hash_in
from eventlog.ledger import UNREACHABLE, Redis
from eventlog.lua_scripts import script
from eventlog.redis_keys import game_key, log_key
from projections.one_game.checkpoints import Stamp, read_stamp

STEP = 25
"""A view is stored when it is so many commits newer than what is stored: a write costs a sync."""


logger = logging.getLogger(__name__)


class StoredView(Struct, frozen=True):
    """A whole view and its stamp."""

    stamp: Stamp
    body: bytes


@contextmanager
def not_needed(failure: str, game: str) -> Iterator[None]:
    """Storing spares work later on; a reader does not have to hear that it failed."""
    try:
        yield
    except UNREACHABLE:
        logger.warning(failure, exc_info=True, extra={"game": game})


def view_key(game: str, name: str) -> str:
    return game_key(game, f"view:{name}")


def lines_key(game: str, name: str) -> str:
    """Of a view that is stored line by line; its stamp has the view's key."""
    return view_key(game, f"{name}:lines")


class Shelf:
    """Stored views. What another projection made, or of another past, is as good as nothing."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._put = script("projections.one_game", "put.lua")
        self._extend = script("projections.one_game", "extend.lua")
        self._page = script("projections.one_game", "page.lua")

    def current(self, game: str, name: str) -> StoredView | None:
        """A view that has come as far as its game, so that there is no need to load the game."""
        calls = self._redis.pipeline(transaction=False)
        calls.get(view_key(game, name))
        calls.xrevrange(log_key(game), count=1)
        stored, last = calls.execute()
        found = _read(stored)
        return found if found is not None and is_head(found.stamp, last) else None

    def find(self, game: str, name: str) -> StoredView | None:
        """A view as it is stored, however far it has come."""
        return _read(self._redis.get(view_key(game, name)))

    def put(self, game: str, name: str, stamp: Stamp, body: bytes) -> int:
        """Store a view, unless what is stored is newer; the version that is stored now."""
        arguments = (stamp.projection, stamp.version, stamp.written(), body)
        return int(self._put(self._redis, (view_key(game, name),), arguments))

    def is_current(self, game: str, stamp: Stamp) -> bool:
        """Whether a game has come just as far as this."""
        return is_head(stamp, self._redis.xrevrange(log_key(game), count=1))

    def stamp(self, game: str, name: str) -> bytes:
        """The stamp of a view that is stored line by line, as written; empty if there is none."""
        return self._redis.get(view_key(game, name)) or b""

    def extend(
        self, game: str, name: str, known: bytes, since: int, lines: Sequence[tuple[Stamp, bytes]]
    ) -> bytes:
        """Append lines to those stored, if `known` is their stamp still; the stamp that stands.

        Lines from version 1 on replace all that is stored.
        """
        told = [part for stamp, line in lines for part in (stamp.version, line)]
        keys = (view_key(game, name), lines_key(game, name))
        arguments = (known, since, lines[-1][0].written(), *told)
        stands: bytes = self._extend(self._redis, keys, arguments)
        return stands

    def lines(self, game: str, name: str, first: int, last: int) -> tuple[bytes, list[bytes]]:
        """Stored lines, and the stamp that stood in that instant."""
        keys = (view_key(game, name), lines_key(game, name))
        stamp, lines = self._page(self._redis, keys, (first, last))
        return stamp, lines

    def drop(self, game: str, names: Iterable[str]) -> None:
        """Throw views away, each in one instant with its lines."""
        for name in names:
            self._redis.delete(view_key(game, name), lines_key(game, name))


def _read(stored: bytes | None) -> StoredView | None:
    if stored is None:
        return None
    written, _, body = stored.partition(b"\n")
    stamp = read_stamp(written)
    return None if stamp is None else StoredView(stamp, body)


def is_head(stamp: Stamp, last: list[tuple[bytes, dict[bytes, bytes]]]) -> bool:
    """Whether a stamp is of the last commit of a log, as Redis tells it."""
    if not last:
        return False
    entry, fields = last[0]
    head = hash_in(fields.get(b"commit", b""))
    return entry == b"%d-0" % stamp.version and head == stamp.head.encode()
