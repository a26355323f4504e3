"""The rating of a table: the mean of what its people are rated in this ruleset."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from msgspec.structs import replace

from domain.table.bots import is_bot
from projections.across_games.catalogue_entries import TO_RATE, decode_entry
from projections.across_games.catalogue_store import CatalogueStore
from projections.across_games.list_pages import game_of
from projections.across_games.player_records import NEW_PLAYER_ORDINAL, record_name
from projections.across_games.score_store import ScoreStore
from projections.across_games.sortable_numbers import DIGITS
from projections.across_games.summaries import Summary

NOBODY = -1_000.0
"""Stored for a game of bots alone, which has no rating. It sorts below every rating."""
AT_ONCE = 100


class GameRatings:
    """Computes the ratings of tables, and stores them for games to watch."""

    def __init__(self, catalogue_store: CatalogueStore, score_store: ScoreStore) -> None:
        self._catalogue_store = catalogue_store
        self._score_store = score_store

    def ratings_of(self, generation: int, games: Sequence[Summary]) -> list[float | None]:
        """Return the rating of each table as its people are rated now; None without people."""
        names = {name for game in games for name in _record_names(game)}
        records = self._score_store.records(generation, sorted(names))
        ordinals = {
            name: NEW_PLAYER_ORDINAL
            if record is None or record.rating is None
            else record.rating.ordinal
            for name, record in records.items()
        }
        return [_mean_rating(game, ordinals) for game in games]

    def rate_games(self, generation: int) -> None:
        """Store the ratings of games that can be watched since the last call.

        A rating stays as it was when the game came into the list, so its place there stays, too.
        """
        after: str | None = None
        while members := self._catalogue_store.members(generation, TO_RATE, after, AT_ONCE):
            after = members[-1]
            for member in members:
                self._rate(generation, game_of(member))

    def _rate(self, generation: int, game: str) -> None:
        seen = self._catalogue_store.entry(generation, game)
        entry = decode_entry(seen)
        if entry is None or not entry.summary.is_watchable:
            return
        (rating,) = self.ratings_of(generation, [entry.summary])
        rated = replace(entry, rating=NOBODY if rating is None else rating)
        # If another process was faster, the game is rated or has changed, and comes again.
        self._catalogue_store.put_entry(generation, rated, seen)


def _record_names(game: Summary) -> list[str]:
    people = (player for player in game.seats if player is not None and not is_bot(player))
    return [record_name(game.ruleset, player) for player in people]


def _mean_rating(game: Summary, ordinals: Mapping[str, float]) -> float | None:
    names = _record_names(game)
    return round(fmean(ordinals[name] for name in names), DIGITS) if names else None
