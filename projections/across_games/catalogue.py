"""The catalogue: lists of games across the ledger, page by page, the newest first."""

import logging
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.ids import PlayerId, Seat
from domain.refusals import RuleViolation
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGames
from eventlog.public_keys import TrustedKeys
from eventlog.redis_keys import log_key
from projections.across_games.catalogue_store import LOBBY, Register, list_of
from projections.across_games.catalogue_updates import Cataloguer
from projections.across_games.page_cursors import cursor_of, read_cursor
from projections.across_games.summaries import Summary, summarize
from projections.one_game.game_at import require_folded
from projections.one_game.stored_views import ignore_outages, is_head

MOST_ON_A_PAGE = 100
ON_A_PAGE = 50
_MEMBER = re.compile(r"[0-9]{15}:[A-Za-z0-9._-]{1,64}")

logger = logging.getLogger(__name__)

Shown: TypeAlias = dict[str, Any]
Show: TypeAlias = Callable[[Summary], Shown | None]
"""How a list shows a game; None if it does not belong there any more."""


class Catalogue:
    """Finds games: in the lobby, and those of a player. Caught up when it is read."""

    def __init__(self, games: LiveGames, trust: TrustedKeys | None = None) -> None:
        """`trust` says whose closed ledgers are believed; without it only this server's."""
        redis = games.ledger.redis
        self._games = games
        self._register = Register(redis)
        self.cataloguer = Cataloguer(games, self._register, trust or TrustedKeys(redis))

    def lobby(self, cursor: str | None = None, limit: int = ON_A_PAGE) -> Shown:
        """Listed games that have not started: `{"games": […], "next": cursor or None}`."""
        return self._page(LOBBY, cursor, limit, _in_lobby)

    def games_of(
        self, player: PlayerId, cursor: str | None = None, limit: int = ON_A_PAGE
    ) -> Shown:
        """Games in which a person sits, or that he opened, with his seat and if he is to act."""
        return self._page(list_of(player), cursor, limit, lambda game: _of_player(game, player))

    def catch_up(self) -> None:
        """Read what happened, so that the next reader has less to wait for."""
        self.cataloguer.catch_up()

    def _edition(self) -> int:
        """The edition to read: caught up, or as it is while Redis takes no writes."""
        try:
            return self.cataloguer.catch_up()
        except UNREACHABLE:
            places = self._register.places()
            if places is None:
                raise
            logger.warning("the catalogue could not be caught up", exc_info=True)
            return places.edition

    def _page(self, name: str, cursor: str | None, limit: int, show: Show) -> Shown:
        before = None if cursor is None else read_cursor(cursor, _MEMBER)
        limit = max(1, min(limit, MOST_ON_A_PAGE))
        shown: list[tuple[str, Shown]] = []
        edition = self._edition()
        while len(shown) <= limit:
            members = self._register.members(edition, name, before, limit + 1)
            if members is None:
                edition = self._edition()
                continue
            for member, game in zip(members, self._summaries(edition, members), strict=True):
                found = None if game is None else show(game)
                if found is not None:
                    shown.append((member, found))
            if len(members) <= limit:
                break
            before = members[-1]
        has_more = len(shown) > limit
        return {
            "games": [found for _, found in shown[:limit]],
            "next": cursor_of(shown[limit - 1][0]) if has_more else None,
        }

    def _summaries(self, edition: int, members: Sequence[str]) -> list[Summary | None]:
        """Games as they are now: as entered, where nothing has happened since; else by a fold."""
        games = [member.split(":", 1)[1] for member in members]
        calls = self._games.ledger.redis.pipeline(transaction=False)
        for game in games:
            calls.xrevrange(log_key(game), count=1)
        entries, heads = self._register.entries(edition, games), calls.execute()
        return [
            entry.summary
            if entry is not None and is_head(entry.checkpoint, head)
            else self._fresh(edition, game, int(member.split(":", 1)[0]))
            for member, game, entry, head in zip(members, games, entries, heads, strict=True)
        ]

    def _fresh(self, edition: int, game: str, opened_at: int) -> Summary | None:
        """A game as it is now; None if it cannot be read: that does not hide the others."""
        try:
            with self._games.hold(game) as live:
                require_folded(live)
                return summarize(live, opened_at)
        except RuleViolation:
            return None
        except UNREACHABLE:
            raise
        except Exception as error:
            with ignore_outages("a game could not be set aside", game):
                self.cataloguer.set_aside.add_unreadable(edition, game, error)
            return None


def _in_lobby(game: Summary) -> Shown | None:
    return msgspec.to_builtins(game) if game.is_in_lobby else None


def _of_player(game: Summary, player: PlayerId) -> Shown | None:
    if player not in game.people:
        return None
    seat = Seat(game.seats.index(player)) if player in game.seats else None
    is_to_act = seat in game.to_act and not game.quarantined
    return {**msgspec.to_builtins(game), "seat": seat, "is_to_act": is_to_act}
