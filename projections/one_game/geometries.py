"""Geometries by their hash: stored before a view names one, so that any server can send it."""

import logging

from domain.table.geometry import EncodedGeometry
from domain.table.state import Table
from eventlog.ledger import UNREACHABLE, Redis
from projections.one_game.recently_used import RecentlyUsed

IN_MEMORY = 64
"""How many geometries a process has in memory: 10 KiB each, 40 for the largest maps."""

logger = logging.getLogger(__name__)


class Geometries:
    """The geometries of all boards that views have named.

    There is one for each map, not for each game: only hosts who draw maps of their own add to them.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._known: RecentlyUsed[str, bytes] = RecentlyUsed(IN_MEMORY)

    def keep_of(self, state: Table) -> None:
        """Store the geometry of a game whose view is about to name it."""
        geometry = state.ruleset.views.geometry.of(state)
        if geometry is not None:
            self.keep(geometry)

    def keep(self, geometry: EncodedGeometry) -> None:
        """Store a geometry, unless this process knows that it is stored."""
        if self._known.get(geometry.hash) is not None:
            return
        try:
            self._redis.set(_key(geometry.hash), geometry.body, nx=True)
        except UNREACHABLE:
            # The game can still be read, and the next reader stores it.
            logger.warning("a geometry could not be stored", exc_info=True)
        else:
            self._known.put(geometry.hash, geometry.body)

    def find(self, digest: str) -> bytes | None:
        """The geometry of a hash as it is sent; None if no view has named it."""
        body: bytes | None = self._known.get(digest) or self._redis.get(_key(digest))
        return body


def _key(digest: str) -> str:
    return f"geometry:{digest}"
