"""Finds games whose next deadline is missing from the due set, and adds it again."""

import logging
from typing import Any

from domain.refusals import RuleViolation
from eventlog.ledger import PAGE_SIZE
from eventlog.live_games import LiveLedgers

logger = logging.getLogger(__name__)


class LostDeadlines:
    """Compares the due set with the logs; games that have not changed are not folded again."""

    def __init__(self, games: LiveLedgers[Any]) -> None:
        self._games = games
        self._seen: dict[str, tuple[int, int | None]] = {}

    def restore(self) -> int:
        """Check every open game; returns how many deadlines were restored."""
        ledger = self._games.ledger
        games = sorted(set(ledger.open_games()))
        restored = 0
        for start in range(0, len(games), PAGE_SIZE):
            page = games[start : start + PAGE_SIZE]
            for game, stored in zip(page, ledger.heads_and_due_times(page), strict=True):
                if self._seen.get(game) != stored:
                    restored += self._restore(game, stored)
        self._seen = {game: self._seen[game] for game in games if game in self._seen}
        return restored

    def _restore(self, game: str, stored: tuple[int, int | None]) -> bool:
        try:
            with self._games.hold(game) as live:
                live.require_sound()
                version, due, status = live.version, live.due, self._games.status_of(live.state)
        except RuleViolation as refusal:
            logger.info("not checked: %s", refusal, extra={"game": game, "code": refusal.code})
            return False
        self._seen[game] = (version, due)
        if stored[0] != version or stored[1] == due:
            return False
        logger.warning("a lost deadline was restored", extra={"game": game, "version": version})
        return self._games.ledger.set_open_and_due(game, version, status, due)
