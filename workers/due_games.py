"""The caretaker: does in a game whatever the house has to do by now."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import randrange

from commands.desk import Chooser, Desk
from commands.refusals import Busy
from domain.ids import Seat
from domain.messages import Command
from domain.refusals import RuleViolation
from domain.table.state import Table
from eventlog.ledger import UNREACHABLE
from workers.bots.registry import RANDOM, choose

SLICE_SECONDS = 0.2
"""So long bots are let move in a sweep: deadlines must not wait for them."""
THREADS = 8
"""Games that are looked after at once: their commits share one sync of the disk."""
PUT_OFF_MS = 60_000
"""When a game that could not be looked after is tried again."""

logger = logging.getLogger(__name__)


class Caretaker:
    """Looks after games. Everything it does may be done twice: the rules refuse the second."""

    def __init__(self, desk: Desk, catch_up: Callable[[], None] = lambda: None) -> None:
        """`catch_up` keeps the views across games current, so that reading them stays quick."""
        self.catch_up = catch_up
        self._desk = desk
        self._put_off: dict[str, int] = {}

    def look_after(self, game: str, seconds: float = SLICE_SECONDS) -> bool:
        """Let deadlines expire, bots move, and the game be closed; True if there is more to do.

        A game that cannot be looked after is put off: it must not hold up the others.
        """
        return self._tend(game, _choose, time.monotonic() + seconds)

    def sweep(self) -> int:
        """Look after all games in which something is due; how many there were.

        Deadlines come first, then the bots have a while, who waited longest before the others.
        """
        now = self._desk.clock()
        due = list(self._desk.games.ledger.due_games(now))
        games = [game for game in due if self._put_off.get(game, 0) <= now]
        if games:
            with ThreadPoolExecutor(min(THREADS, len(games)), "sweep") as pool:
                self._tend_all(pool, games, None)
                waiting = [game for game in games if self._is_due(game, now)]
                self._tend_all(pool, waiting, _choose)
        return len(games)

    def _tend_all(
        self, pool: ThreadPoolExecutor, games: list[str], chooser: Chooser | None
    ) -> None:
        until = time.monotonic() + SLICE_SECONDS

        def tend(game: str) -> None:
            if chooser is not None and time.monotonic() > until:
                return
            try:
                self._tend(game, chooser, until)
            except UNREACHABLE:
                # That is no game's fault, and none is put off for it.
                raise
            except Exception:
                # Whatever is wrong with one game, the others have their deadlines, too.
                self._put_off[game] = self._desk.clock() + PUT_OFF_MS
                logger.exception("a game could not be looked after", extra={"game": game})

        for _ in pool.map(tend, games):
            pass

    def _tend(self, game: str, chooser: Chooser | None, until: float) -> bool:
        try:
            for receipt in self._desk.tend(game, chooser):
                logger.debug("tended", extra={"game": game, "version": receipt.version})
                if time.monotonic() > until:
                    return True
        except Busy:
            # Others are at it; the next sweep will see.
            return True
        except RuleViolation as refusal:
            self._put_off[game] = self._desk.clock() + PUT_OFF_MS
            logger.info("put off: %s", refusal, extra={"game": game, "code": refusal.code})
        else:
            self._put_off.pop(game, None)
        return False

    def _is_due(self, game: str, now: int) -> bool:
        due = self._desk.games.due(game)
        return due is not None and due <= now and self._put_off.get(game, 0) <= now


def _choose(state: Table, seat: Seat, bot: str) -> Command:
    try:
        return choose(state, seat, bot, randrange)
    except Exception:
        # A bot that is at its wits' end must not stop the game: any move is better than none.
        logger.exception("a bot failed", extra={"game": state.game, "bot": bot})
        return choose(state, seat, RANDOM, randrange)
