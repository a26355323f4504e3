"""Games that cannot be catalogued or counted are set aside with the reason; all others go on.

They are kept in the edition of the catalogue, so a rebuild tries every one of them again.
"""

import logging
import traceback
from collections.abc import Sequence
from pathlib import Path

from eventlog.ledger import Redis
from projections.across_games.catalogue_store import UNCOUNTED, UNREADABLE, key_of

logger = logging.getLogger(__name__)


class SetAside:
    """The games of an edition that were set aside."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def reasons(self, edition: int) -> dict[str, str]:
        """Every game that was set aside, and why, in the order of their ids."""
        calls = self._redis.pipeline(transaction=False)
        calls.hgetall(key_of(edition, UNCOUNTED))
        calls.hgetall(key_of(edition, UNREADABLE))
        uncounted, unreadable = calls.execute()
        found = {**uncounted, **unreadable}
        return {game.decode(): found[game].decode() for game in sorted(found)}

    def uncounted(self, edition: int, games: Sequence[str]) -> dict[str, str]:
        """Those of these games that could not be counted, and why."""
        found = self._redis.hmget(key_of(edition, UNCOUNTED), games) if games else []
        return {
            game: reason.decode()
            for game, reason in zip(games, found, strict=True)
            if reason is not None
        }

    def add_unreadable(self, edition: int, game: str, error: Exception) -> None:
        """Set a game aside of which no entry can be made; it is logged the first time."""
        reason = _origin_of(error)
        if self._redis.hset(key_of(edition, UNREADABLE), game, reason):
            logger.error("set aside, not in any list: %s", reason, extra={"game": game})


def _origin_of(error: Exception) -> str:
    """Where an error was raised, but not what it says: that may name a hidden card."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
