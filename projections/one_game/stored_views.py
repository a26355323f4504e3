"""Views of one game as they are stored in Redis, beside its log."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from eventlog.commit import hash_in
from eventlog.ledger import UNREACHABLE, Redis
from eventlog.lua_scripts import script
from eventlog.redis_keys import game_key, log_key
from projections.one_game.checkpoints import Checkpoint, read_checkpoint

STEP = 25
"""A view is stored when it is so many commits newer than the stored one: a write costs a sync."""


logger = logging.getLogger(__name__)


class StoredView(Struct, frozen=True):
    """A whole view and its checkpoint."""

    checkpoint: Checkpoint
    body: bytes


@contextmanager
def ignore_outages(failure: str, game: str) -> Iterator[None]:
    """Log an outage instead of raising it: storing only saves work later on."""
    try:
        yield
    except UNREACHABLE:
        logger.warning(failure, exc_info=True, extra={"game": game})


def view_key(game: str, name: str) -> str:
    return game_key(game, f"view:{name}")


def lines_key(game: str, name: str) -> str:
    """The key of a view's lines, if it is stored line by line; `view_key` has its checkpoint."""
    return view_key(game, f"{name}:lines")


class StoredViews:
    """Reads and writes stored views. A view of another projection or another log is ignored."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._put = script("projections.one_game", "put.lua")
        self._extend = script("projections.one_game", "extend.lua")
        self._page = script("projections.one_game", "page.lua")

    def current(self, game: str, name: str) -> StoredView | None:
        """Return a view that is as new as its game, so that the game need not be loaded."""
        calls = self._redis.pipeline(transaction=False)
        calls.get(view_key(game, name))
        calls.xrevrange(log_key(game), count=1)
        stored, last = calls.execute()
        found = _read(stored)
        return found if found is not None and is_head(found.checkpoint, last) else None

    def find(self, game: str, name: str) -> StoredView | None:
        """Return a stored view, whatever version it has."""
        return _read(self._redis.get(view_key(game, name)))

    def put(self, game: str, name: str, checkpoint: Checkpoint, body: bytes) -> int:
        """Store a view, unless the stored one is newer. Returns the version stored now."""
        arguments = (checkpoint.projection, checkpoint.version, checkpoint.to_bytes(), body)
        return int(self._put(self._redis, (view_key(game, name),), arguments))

    def is_current(self, game: str, checkpoint: Checkpoint) -> bool:
        """Whether a checkpoint is of the game's last commit."""
        return is_head(checkpoint, self._redis.xrevrange(log_key(game), count=1))

    def checkpoint(self, game: str, name: str) -> bytes:
        """Return the checkpoint of a view that is stored line by line; empty if there is none."""
        return self._redis.get(view_key(game, name)) or b""

    def extend(
        self,
        game: str,
        name: str,
        known: bytes,
        since: int,
        lines: Sequence[tuple[Checkpoint, bytes]],
    ) -> bytes:
        """Append lines, if `known` still is the stored checkpoint. Returns the one stored now.

        Lines from version 1 on replace all stored lines.
        """
        numbered = [part for checkpoint, line in lines for part in (checkpoint.version, line)]
        keys = (view_key(game, name), lines_key(game, name))
        arguments = (known, since, lines[-1][0].to_bytes(), *numbered)
        stored: bytes = self._extend(self._redis, keys, arguments)
        return stored

    def lines(self, game: str, name: str, first: int, last: int) -> tuple[bytes, list[bytes]]:
        """Return the stored checkpoint and lines, read in one atomic step."""
        keys = (view_key(game, name), lines_key(game, name))
        checkpoint, lines = self._page(self._redis, keys, (first, last))
        return checkpoint, lines

    def drop(self, game: str, names: Iterable[str]) -> None:
        """Delete views, each together with its lines."""
        for name in names:
            self._redis.delete(view_key(game, name), lines_key(game, name))


def _read(stored: bytes | None) -> StoredView | None:
    if stored is None:
        return None
    written, _, body = stored.partition(b"\n")
    checkpoint = read_checkpoint(written)
    return None if checkpoint is None else StoredView(checkpoint, body)


def is_head(checkpoint: Checkpoint, last: list[tuple[bytes, dict[bytes, bytes]]]) -> bool:
    """Whether a checkpoint is of the last commit of a log; `last` is Redis's answer."""
    if not last:
        return False
    entry, fields = last[0]
    head = hash_in(fields.get(b"commit", b""))
    return entry == b"%d-0" % checkpoint.version and head == checkpoint.head.encode()
