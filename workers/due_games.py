"""Runs due work: deadlines expire, bots move, finished games are closed, rounds are opened."""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import randrange
from typing import Any, Protocol

from commands.carrier import Receipt
from commands.refusals import Busy
from commands.requests import Chooser
from domain.ids import Seat
from domain.messages import Command
from domain.refusals import RuleViolation
from domain.table.state import Table
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveLedgers
from workers.bots.registry import RANDOM, choose

SLICE_SECONDS = 0.2
"""How long bots may move in one sweep: deadlines must not wait for them."""
THREADS = 8
"""How many games are worked on at once: their commits share one sync of the disk."""
PUT_OFF_MS = 60_000
"""After this time a game whose due work failed is tried again."""

logger = logging.getLogger(__name__)


class WorkDesk(Protocol):
    """The desk of games, or that of tournaments."""

    @property
    def games(self) -> LiveLedgers[Any]: ...

    @property
    def clock(self) -> Callable[[], int]: ...

    def run_due_work(self, game: str, choose: Chooser | None = None) -> Iterator[Receipt]:
        """Do what is due in a game, or in a tournament; a receipt for each commit."""


class DueGames:
    """Runs due work. Running it twice is safe: the rules refuse the second time."""

    def __init__(self, desk: WorkDesk, catch_up: Callable[[], None] = lambda: None) -> None:
        """`catch_up` brings the views across games up to date, so that reads of them are quick."""
        self.catch_up = catch_up
        self._desk = desk
        self._put_off: dict[str, int] = {}

    def run_due_work(self, game: str, seconds: float = SLICE_SECONDS) -> bool:
        """Run the due work of a game for some seconds; True if there is more to do.

        A game whose due work fails is tried again later, so that the others do not wait for it.
        """
        return self._run(game, _choose, time.monotonic() + seconds)

    def sweep(self) -> int:
        """Run the due work of all games; returns how many there were.

        Deadlines come first. Then bots move for a while, the longest waiting games first.
        """
        now = self._desk.clock()
        due = list(self._desk.games.ledger.due_games(now))
        games = [game for game in due if self._put_off.get(game, 0) <= now]
        if games:
            with ThreadPoolExecutor(min(THREADS, len(games)), "sweep") as pool:
                self._run_all(pool, games, None)
                waiting = [game for game in games if self._is_due(game, now)]
                self._run_all(pool, waiting, _choose)
        return len(games)

    def _run_all(self, pool: ThreadPoolExecutor, games: list[str], chooser: Chooser | None) -> None:
        until = time.monotonic() + SLICE_SECONDS

        def run(game: str) -> None:
            if chooser is not None and time.monotonic() > until:
                return
            try:
                self._run(game, chooser, until)
            except UNREACHABLE:
                # No game caused this, so none has to wait for it.
                raise
            except Exception:
                # An error in one game must not stop the deadlines of the others.
                self._put_off[game] = self._desk.clock() + PUT_OFF_MS
                logger.exception("the due work of a game failed", extra={"game": game})

        for _ in pool.map(run, games):
            pass

    def _run(self, game: str, chooser: Chooser | None, until: float) -> bool:
        try:
            for receipt in self._desk.run_due_work(game, chooser):
                logger.debug("due work done", extra={"game": game, "version": receipt.version})
                if time.monotonic() > until:
                    return True
        except Busy:
            # Another process works on this game; the next sweep tries again.
            return True
        except RuleViolation as refusal:
            self._put_off[game] = self._desk.clock() + PUT_OFF_MS
            logger.info(
                "due work refused, tried again later: %s",
                refusal,
                extra={"game": game, "code": refusal.code},
            )
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
        # A bot that fails must not stop the game: any legal move is better than none.
        logger.exception("a bot failed", extra={"game": state.game, "bot": bot})
        return choose(state, seat, RANDOM, randrange)
