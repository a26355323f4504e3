"""The caretaker: does in a game whatever the house has to do by now."""

import logging
import threading
from collections.abc import Callable

from redis.exceptions import RedisError

from commands.desk import Desk, now_ms
from domain.refusals import RuleViolation

SWEEP_SECONDS = 1.0
PUT_OFF_MS = 60_000
"""When a game that could not be looked after is tried again."""

logger = logging.getLogger(__name__)


class Caretaker:
    """Looks after games. Everything it does may be done twice: the rules refuse the second."""

    def __init__(self, desk: Desk, catch_up: Callable[[], None] = lambda: None) -> None:
        """`catch_up` keeps the views across games current, so that reading them stays quick."""
        self._desk = desk
        self._catch_up = catch_up
        self._put_off: dict[str, int] = {}

    def close_game(self, game: str) -> None:
        """Close a game that is over."""
        self._put_off[game] = now_ms() + PUT_OFF_MS
        try:
            receipt = self._desk.close_game(game)
        except RuleViolation as refusal:
            logger.info("not closed: %s", refusal, extra={"game": game, "code": refusal.code})
        else:
            del self._put_off[game]
            logger.info("closed", extra={"game": game, "version": receipt.version})

    def sweep(self) -> int:
        """Look after all games in which something is due; how many there were."""
        now = now_ms()
        due = self._desk.games.ledger.due_games(now)
        games = [game for game in due if self._put_off.get(game, 0) <= now]
        for game in games:
            self.close_game(game)
        self._catch_up()
        return len(games)

    def sweep_until(self, stop: threading.Event) -> None:
        """Sweep again and again, whatever becomes of the queue."""
        while not stop.wait(SWEEP_SECONDS):
            try:
                self.sweep()
            except (RedisError, OSError):
                logger.warning("the sweep could not be finished", exc_info=True)
