"""Lists in which people find a game: the lobby, games to watch, and closed games."""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from projections.across_games.catalogue import Catalogue
from projections.across_games.catalogue_entries import (
    ENDED,
    LOBBY,
    PLAYING,
    PLAYING_BY_RATING,
    CatalogueEntry,
    ended_list,
    list_by_ruleset,
)
from projections.across_games.catalogue_store import Bounds
from projections.across_games.game_queries import ClosedQuery, GameQuery
from projections.across_games.game_ratings import NOBODY
from projections.across_games.list_pages import JsonObject, PageRequest, Part
from projections.across_games.scores import Scores
from projections.across_games.sortable_numbers import sortable
from projections.across_games.summaries import Summary, as_started, show_summary
from projections.one_game.stored_views import ignore_outages

_LAST = 10**15
"""Later than any time (ms) that a member can hold."""
FIRST_PAGE = PageRequest()


class GameLists:
    """Reads the lists in which people find a game, by what they look for."""

    def __init__(self, catalogue: Catalogue, scores: Scores) -> None:
        self._catalogue = catalogue
        self._scores = scores

    def open_games(
        self, query: GameQuery, now: int, request: PageRequest = FIRST_PAGE
    ) -> JsonObject:
        """Games that wait for players, or games in progress that may be watched at this time."""
        return (
            self._lobby(query, request)
            if query.status == "lobby"
            else self._playing(query, now, request)
        )

    def closed_games(self, query: ClosedQuery, request: PageRequest = FIRST_PAGE) -> JsonObject:
        """Closed games with their results, by the time of closing."""
        bounds = _time_bounds(query)
        names = [ended_list(one) for one in (query.player, query.opponent) if one is not None]
        names.append(list_by_ruleset(ENDED, query.ruleset))

        def part(generation: int) -> Part:
            # All these lists have the same members, so a cursor of one is a cursor of the others.
            name = self._catalogue.store.shortest(generation, names, bounds)
            return Part(name, bounds, is_rising=query.order == "oldest")

        return self._catalogue.stored_games(
            part, request, lambda entry: _show_closed(entry) if query.fits(entry) else None
        )

    def _lobby(self, query: GameQuery, request: PageRequest) -> JsonObject:
        def show(generation: int, games: Sequence[Summary]) -> list[JsonObject | None]:
            ratings: Sequence[float | None] = [None] * len(games)
            # A damaged record hides no game; the next reader of the scores rebuilds them.
            with suppress(msgspec.DecodeError):
                ratings = self._scores.game_ratings.ratings_of(generation, games)
            return [
                {**show_summary(game), "rating": rating}
                if game.is_in_lobby and query.fits(game) and query.fits_rating(rating)
                else None
                for game, rating in zip(games, ratings, strict=True)
            ]

        part = Part(list_by_ruleset(LOBBY, query.ruleset))
        return self._catalogue.current_games(
            part, request, show, lambda entry: query.fits(entry.summary)
        )

    def _playing(self, query: GameQuery, now: int, request: PageRequest) -> JsonObject:
        with ignore_outages("games to watch could not be rated", "all games"):
            self._scores.catch_up()

        def show(entry: CatalogueEntry) -> JsonObject | None:
            game, rating = entry.summary, None if entry.rating == NOBODY else entry.rating
            is_shown = (
                game.is_watchable
                and _is_known_at(game, now)
                and query.fits(game)
                and query.fits_rating(rating)
            )
            # The list does not follow a game move by move, so it tells nothing early.
            return {**show_summary(as_started(game)), "rating": rating} if is_shown else None

        if query.order == "rating":
            part = Part(list_by_ruleset(PLAYING_BY_RATING, query.ruleset), _rating_bounds(query))
        else:
            part = Part(list_by_ruleset(PLAYING, query.ruleset))
        return self._catalogue.stored_games(lambda _: part, request, show)


def _is_known_at(game: Summary, now: int) -> bool:
    """Whether spectators may know at this time that the game has started."""
    return game.start is None or game.start.at + game.spectator_delay_ms <= now


def _rating_bounds(query: GameQuery) -> Bounds:
    low, high = query.min_rating, query.max_rating
    # After the digits a colon follows; a semicolon sorts after it.
    return (
        "-" if low is None else f"[{sortable(low)}:",
        "+" if high is None else f"({sortable(high)};",
    )


def _time_bounds(query: ClosedQuery) -> Bounds:
    low, high = query.closed_from, query.closed_to
    return (
        "-" if low is None else f"[{min(low, _LAST - 1):015}:",
        "+" if high is None else f"({min(high, _LAST - 1):015}:",
    )


def _show_closed(entry: CatalogueEntry) -> JsonObject:
    game, result = entry.summary, entry.result
    assert result is not None, "only a closed game has an entry in these lists"
    ended_at = game.updated_at if result.ended_at is None else result.ended_at
    return {
        "game_id": game.game_id,
        "ruleset": game.ruleset,
        "rules": game.rules,
        "options": game.options,
        "rated": game.rated,
        "challenge": game.challenge,
        "seats": game.seats,
        "outcome": game.outcome,
        "winners": game.winners,
        "ranks": result.ranks,
        "points": result.points,
        "resigned": result.resigned,
        "turns": game.turn,
        "version": game.version,
        "opened_at": game.opened_at,
        "started_at": None if game.start is None else game.start.at,
        "closed_at": game.updated_at,
        "duration_ms": None if game.start is None else max(0, ended_at - game.start.at),
        "trusted": result.is_trusted,
    }
