"""Games that cannot be catalogued or counted are set aside with the reason; all others go on.

They are stored in the generation of the catalogue, so a rebuild tries every one of them again.
"""

import logging
import traceback
from collections.abc import Sequence
from pathlib import Path

from eventlog.ledger import Redis
from projections.across_games.catalogue_store import COUNT_FAILED, UNREADABLE, key_of

logger = logging.getLogger(__name__)


class SetAside:
    """Reads and writes the games of a generation that were set aside."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def reasons(self, generation: int) -> dict[str, str]:
        """Return every game that was set aside with the reason, sorted by id."""
        calls = self._redis.pipeline(transaction=False)
        calls.hgetall(key_of(generation, COUNT_FAILED))
        calls.hgetall(key_of(generation, UNREADABLE))
        uncountable, unreadable = calls.execute()
        found = {**uncountable, **unreadable}
        return {game.decode(): found[game].decode() for game in sorted(found)}

    def count_failures(self, generation: int, games: Sequence[str]) -> dict[str, str]:
        """Return those of these games that could not be counted, with the reason."""
        found = self._redis.hmget(key_of(generation, COUNT_FAILED), games) if games else []
        return {
            game: reason.decode()
            for game, reason in zip(games, found, strict=True)
            if reason is not None
        }

    def add_unreadable(self, generation: int, game: str, error: Exception) -> None:
        """Set aside a game of which no entry can be made. It is logged the first time."""
        reason = origin_of(error)
        if self._redis.hset(key_of(generation, UNREADABLE), game, reason):
            logger.error("this game is set aside and in no list: %s", reason, extra={"game": game})


def origin_of(error: Exception) -> str:
    """Say where an error was raised, without its message: that may name a hidden card."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
