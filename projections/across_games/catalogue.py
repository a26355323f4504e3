"""The catalogue: lists of games across the ledger, page by page, the newest first."""

import logging
from collections.abc import Callable, Sequence
from typing import TypeAlias

from domain.ids import PlayerId, Seat
from domain.refusals import RuleViolation
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGames
from eventlog.public_keys import TrustedKeys
from eventlog.redis_keys import log_key
from projections.across_games.catalogue_entries import (
    LOBBY,
    CatalogueEntry,
    list_by_ruleset,
    player_list,
)
from projections.across_games.catalogue_store import CatalogueStore
from projections.across_games.catalogue_updates import CatalogueUpdater
from projections.across_games.list_pages import (
    ON_A_PAGE,
    JsonObject,
    PageRequest,
    Part,
    game_of,
    read_page,
)
from projections.across_games.summaries import Summary, as_started, show_summary, summarize
from projections.one_game.game_at import require_folded
from projections.one_game.stored_views import ignore_outages, is_head

logger = logging.getLogger(__name__)

MayFit: TypeAlias = Callable[[CatalogueEntry], bool]
ShowGames: TypeAlias = Callable[[int, Sequence[Summary]], Sequence[JsonObject | None]]
"""Shows games as items of a list; None for a game that does not belong in it."""


class Catalogue:
    """Reads the lobby and the games of a player. It is brought up to date when it is read."""

    def __init__(self, games: LiveGames, trust: TrustedKeys | None = None) -> None:
        """`trust` has the keys of servers whose ledgers count; by default only this server's."""
        redis = games.ledger.redis
        self._games = games
        self.store = CatalogueStore(redis)
        self.updater = CatalogueUpdater(games, self.store, trust or TrustedKeys(redis))

    def lobby(self, cursor: str | None = None, limit: int = ON_A_PAGE) -> JsonObject:
        """Listed games that have not started: `{"games": […], "next": cursor or None}`."""
        part = Part(list_by_ruleset(LOBBY))
        return self.current_games(part, PageRequest(cursor, limit), _show_lobby)

    def games_of(
        self, player: PlayerId, cursor: str | None = None, limit: int = ON_A_PAGE
    ) -> JsonObject:
        """The games that a player opened or sits in, with their seat and whether they must act."""
        part = Part(player_list(player))
        return self.current_games(
            part,
            PageRequest(cursor, limit),
            lambda _, games: [_of_player(game, player) for game in games],
        )

    def summary_of(self, game: str) -> Summary:
        """One game as lists show it, as it is now."""
        with self._games.hold_to_read(game) as live:
            require_folded(live)
            return summarize(live, self.updater.opened_at(live))

    def catch_up(self) -> None:
        """Bring the catalogue up to date, so that the next reader waits less."""
        self.updater.catch_up()

    def generation(self) -> int:
        """Return the generation to read: up to date, or as it is while Redis takes no writes."""
        try:
            return self.updater.catch_up()
        except UNREACHABLE:
            current = self.store.current()
            if current is None:
                raise
            logger.warning("the catalogue could not be caught up", exc_info=True)
            return current.number

    def current_games(
        self,
        part: Part,
        request: PageRequest,
        show: ShowGames,
        may_fit: MayFit = lambda entry: True,
    ) -> JsonObject:
        """Read a page of games as they are at this moment.

        `may_fit` judges stored entries first, so that only games that are shown need a fold.
        """

        def judge(generation: int, members: Sequence[str]) -> Sequence[JsonObject | None]:
            found = self._summaries(generation, members, may_fit)
            shown = iter(show(generation, [game for game in found if game is not None]))
            return [None if game is None else next(shown) for game in found]

        return read_page(self.store, self.generation, lambda _: part, request, judge)

    def stored_games(
        self,
        part: Callable[[int], Part],
        request: PageRequest,
        show: Callable[[CatalogueEntry], JsonObject | None],
    ) -> JsonObject:
        """Read a page of games as their entries were stored, without a look at their logs."""

        def judge(generation: int, members: Sequence[str]) -> Sequence[JsonObject | None]:
            entries = self.store.entries(generation, list(map(game_of, members)))
            return [None if entry is None else show(entry) for entry in entries]

        return read_page(self.store, self.generation, part, request, judge)

    def _summaries(
        self, generation: int, members: Sequence[str], may_fit: MayFit
    ) -> list[Summary | None]:
        """Return games as they are now: from their entry if it is current, else from a fold."""
        games = list(map(game_of, members))
        entries = self.store.entries(generation, games)
        wanted = [entry is None or may_fit(entry) for entry in entries]
        calls = self._games.ledger.redis.pipeline(transaction=False)
        for game, is_wanted in zip(games, wanted, strict=True):
            if is_wanted:
                calls.xrevrange(log_key(game), count=1)
        heads = iter(calls.execute())
        found: list[Summary | None] = []
        for member, entry, is_wanted in zip(members, entries, wanted, strict=True):
            if not is_wanted:
                found.append(None)
                continue
            head = next(heads)
            if entry is not None and is_head(entry.checkpoint, head):
                found.append(entry.summary)
            else:
                found.append(self._summary_now(generation, member, entry))
        return found

    def _summary_now(
        self, generation: int, member: str, entry: CatalogueEntry | None
    ) -> Summary | None:
        """Summarize a game as it is now. Returns None if it cannot be read."""
        game, opened_at = game_of(member), int(member.split(":", 1)[0])
        try:
            with self._games.hold_to_read(game) as live:
                require_folded(live)
                return summarize(live, opened_at, entry.summary.start if entry else None)
        except RuleViolation:
            return None
        except UNREACHABLE:
            raise
        except Exception as error:
            with ignore_outages("a game could not be set aside", game):
                self.updater.set_aside.add_unreadable(generation, game, error)
            return None


def _show_lobby(_: int, games: Sequence[Summary]) -> list[JsonObject | None]:
    return [show_summary(game) if game.is_in_lobby else None for game in games]


def _of_player(game: Summary, player: PlayerId) -> JsonObject | None:
    if player not in game.people:
        return None
    seat = Seat(game.seats.index(player)) if player in game.seats else None
    is_to_act = seat in game.to_act and not game.quarantined
    if seat is None and game.is_delayed:
        # A host without a seat is a spectator.
        game = as_started(game)
    return {**show_summary(game), "seat": seat, "is_to_act": is_to_act}
