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
from projections.across_games.catalogue_store import LOBBY, CatalogueStore, player_list
from projections.across_games.catalogue_updates import CatalogueUpdater
from projections.across_games.page_cursors import decode_cursor, encode_cursor
from projections.across_games.summaries import Summary, summarize
from projections.one_game.game_at import require_folded
from projections.one_game.stored_views import ignore_outages, is_head

MOST_ON_A_PAGE = 100
ON_A_PAGE = 50
_MEMBER = re.compile(r"[0-9]{15}:[A-Za-z0-9._-]{1,64}")

logger = logging.getLogger(__name__)

JsonObject: TypeAlias = dict[str, Any]
ShowInList: TypeAlias = Callable[[Summary], JsonObject | None]
"""Shows a game as an item of a list; returns None if the game no longer belongs in it."""


class Catalogue:
    """Reads the lobby and the games of a player. It is brought up to date when it is read."""

    def __init__(self, games: LiveGames, trust: TrustedKeys | None = None) -> None:
        """`trust` has the keys of servers whose ledgers count; by default only this server's."""
        redis = games.ledger.redis
        self._games = games
        self._store = CatalogueStore(redis)
        self.updater = CatalogueUpdater(games, self._store, trust or TrustedKeys(redis))

    def lobby(self, cursor: str | None = None, limit: int = ON_A_PAGE) -> JsonObject:
        """Listed games that have not started: `{"games": […], "next": cursor or None}`."""
        return self._page(LOBBY, cursor, limit, _in_lobby)

    def games_of(
        self, player: PlayerId, cursor: str | None = None, limit: int = ON_A_PAGE
    ) -> JsonObject:
        """The games that a player opened or sits in, with their seat and whether they must act."""
        return self._page(player_list(player), cursor, limit, lambda game: _of_player(game, player))

    def catch_up(self) -> None:
        """Bring the catalogue up to date, so that the next reader waits less."""
        self.updater.catch_up()

    def _generation(self) -> int:
        """Return the generation to read: up to date, or as it is while Redis takes no writes."""
        try:
            return self.updater.catch_up()
        except UNREACHABLE:
            current = self._store.current()
            if current is None:
                raise
            logger.warning("the catalogue could not be caught up", exc_info=True)
            return current.number

    def _page(self, name: str, cursor: str | None, limit: int, show: ShowInList) -> JsonObject:
        before = None if cursor is None else decode_cursor(cursor, _MEMBER)
        limit = max(1, min(limit, MOST_ON_A_PAGE))
        shown: list[tuple[str, JsonObject]] = []
        generation = self._generation()
        while len(shown) <= limit:
            members = self._store.members(generation, name, before, limit + 1)
            if members is None:
                generation = self._generation()
                continue
            for member, game in zip(members, self._summaries(generation, members), strict=True):
                found = None if game is None else show(game)
                if found is not None:
                    shown.append((member, found))
            if len(members) <= limit:
                break
            before = members[-1]
        has_more = len(shown) > limit
        return {
            "games": [found for _, found in shown[:limit]],
            "next": encode_cursor(shown[limit - 1][0]) if has_more else None,
        }

    def _summaries(self, generation: int, members: Sequence[str]) -> list[Summary | None]:
        """Return games as they are now: from their entry if it is current, else from a fold."""
        games = [member.split(":", 1)[1] for member in members]
        calls = self._games.ledger.redis.pipeline(transaction=False)
        for game in games:
            calls.xrevrange(log_key(game), count=1)
        entries, heads = self._store.entries(generation, games), calls.execute()
        return [
            entry.summary
            if entry is not None and is_head(entry.checkpoint, head)
            else self._summary_now(generation, game, int(member.split(":", 1)[0]))
            for member, game, entry, head in zip(members, games, entries, heads, strict=True)
        ]

    def _summary_now(self, generation: int, game: str, opened_at: int) -> Summary | None:
        """Summarize a game as it is now. Returns None if it cannot be read."""
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
                self.updater.set_aside.add_unreadable(generation, game, error)
            return None


def _in_lobby(game: Summary) -> JsonObject | None:
    return msgspec.to_builtins(game) if game.is_in_lobby else None


def _of_player(game: Summary, player: PlayerId) -> JsonObject | None:
    if player not in game.people:
        return None
    seat = Seat(game.seats.index(player)) if player in game.seats else None
    is_to_act = seat in game.to_act and not game.quarantined
    return {**msgspec.to_builtins(game), "seat": seat, "is_to_act": is_to_act}
