"""What people look for in lists of games: the lobby, games to watch, closed games."""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.table.deadlines import Clock
from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.summaries import Summary

ClockKind: TypeAlias = Literal["none", "live", "correspondence"]
_SLOW_SECONDS = 3_600
"""With so much time for a turn, nobody has to stay at the table."""


class GameQuery(Struct, frozen=True):
    """Which open games a list shows. What is None, or `any`, is not asked for."""

    status: Literal["lobby", "playing"] = "lobby"
    ruleset: str | None = None
    scenario: int | None = None
    players: int | None = None
    rated: bool | None = None
    clock: ClockKind | Literal["any"] = "any"
    free_seats: int | None = None
    """At least so many seats are free."""
    host: str | None = None
    min_rating: float | None = None
    max_rating: float | None = None
    order: Literal["newest", "rating"] = "newest"

    @property
    def asks_for_rating(self) -> bool:
        return self.min_rating is not None or self.max_rating is not None

    def fits(self, game: Summary) -> bool:
        """Whether a game is one of those asked for, apart from its rating."""
        return (
            self.ruleset in (None, game.ruleset)
            and self.scenario in (None, game.options.get("scenario"))
            and self.players in (None, game.players)
            and self.rated in (None, game.rated)
            and self.clock in ("any", clock_kind(game))
            and (self.free_seats is None or game.seats.count(None) >= self.free_seats)
            and self.host in (None, game.host)
        )

    def fits_rating(self, rating: float | None) -> bool:
        """Whether a rating is within the bounds. A game without people has none and never is."""
        if not self.asks_for_rating:
            return True
        return (
            rating is not None
            and (self.min_rating is None or rating >= self.min_rating)
            and (self.max_rating is None or rating <= self.max_rating)
        )


class ClosedQuery(Struct, frozen=True):
    """Which closed games a search finds. What is None is not asked for."""

    player: str | None = None
    opponent: str | None = None
    ruleset: str | None = None
    scenario: int | None = None
    outcome: Literal["won", "void", "abandoned"] | None = None
    result: Literal["won", "lost"] | None = None
    """How `player` did."""
    closed_from: int | None = None
    closed_to: int | None = None
    min_turns: int | None = None
    max_turns: int | None = None
    order: Literal["newest", "oldest"] = "newest"

    def fits(self, entry: CatalogueEntry) -> bool:
        """Whether a closed game is one of those asked for."""
        game = entry.summary
        return (
            entry.result is not None
            and all(one in game.seats for one in (self.player, self.opponent) if one is not None)
            and self.ruleset in (None, game.ruleset)
            and self.scenario in (None, game.options.get("scenario"))
            and self.outcome in (None, game.outcome)
            and self._fits_result(game)
            and (self.closed_from is None or game.updated_at >= self.closed_from)
            and (self.closed_to is None or game.updated_at < self.closed_to)
            and (self.min_turns is None or game.turn >= self.min_turns)
            and (self.max_turns is None or game.turn <= self.max_turns)
        )

    def _fits_result(self, game: Summary) -> bool:
        if self.result is None:
            return True
        has_won = any(game.seats[seat] == self.player for seat in game.winners)
        return game.outcome == "won" and has_won == (self.result == "won")


def clock_kind(game: Summary) -> ClockKind:
    """With what clock a game is played: none, one for people at the table, or a slow one."""
    chosen = game.options.get("clock")
    if chosen is None:
        return "none"
    clock = msgspec.convert(chosen, Clock)
    return "correspondence" if clock.turn_seconds >= _SLOW_SECONDS else "live"
