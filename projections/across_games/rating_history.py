"""How a player's rating went, game by game.

Nothing is stored for it: the undo data of a counted game has the records as they were before it,
and what a record was after a game is what it was before the player's next one.
"""

import re
from typing import Literal, TypeAlias

from domain.ids import PlayerId
from projections.across_games.catalogue_entries import ended_list
from projections.across_games.catalogue_store import CatalogueStore
from projections.across_games.list_pages import MOST_ON_A_PAGE, JsonObject, game_of
from projections.across_games.page_cursors import decode_cursor, encode_cursor
from projections.across_games.player_records import (
    EMPTY_RECORD,
    PlayerRecord,
    Rating,
    record_name,
)
from projections.across_games.score_store import ScoreStore
from projections.refusals import BadCursor

RatingKind: TypeAlias = Literal["rating", "rating_with_bots"]
"""Which of the two ratings of a record."""
_AT_ONCE = 250
_MEMBER = re.compile(r"[0-9]{15}:[A-Za-z0-9._-]{1,64}")


def rating_shown(rating: Rating) -> dict[str, float]:
    """A rating as clients see it."""
    mu, sigma = round(rating.mu, 6), round(rating.sigma, 6)
    return {"ordinal": rating.ordinal, "mu": mu, "sigma": sigma}


class RatingHistory:
    """Reads the ratings that a player had after each of their games."""

    def __init__(self, catalogue_store: CatalogueStore, score_store: ScoreStore) -> None:
        self._catalogue_store = catalogue_store
        self._score_store = score_store

    def page(
        self,
        generation: int,
        ruleset: str,
        player: PlayerId,
        kind: RatingKind,
        cursor: str | None,
        limit: int,
    ) -> JsonObject:
        """The ratings after the latest games that changed it: `{"points": […], "next": …}`."""
        name, limit = record_name(ruleset, player), max(1, min(limit, MOST_ON_A_PAGE))
        after = None if cursor is None else decode_cursor(cursor, _MEMBER)
        record = self._record_before(generation, name, after)
        points: list[tuple[str, Rating]] = []
        while len(points) <= limit:
            members = self._catalogue_store.members(generation, ended_list(player), after, _AT_ONCE)
            if not members:
                break
            after = members[-1]
            for member, undo in zip(
                members, self._score_store.undo(generation, members), strict=True
            ):
                if name not in undo:
                    continue
                before = undo[name] or EMPTY_RECORD
                rating: Rating | None = getattr(record, kind)
                if rating is not None and rating != getattr(before, kind):
                    points.append((member, rating))
                record = before
        more = encode_cursor(points[limit - 1][0]) if len(points) > limit else None
        return {
            "points": [
                {
                    "game_id": game_of(member),
                    "closed_at": int(member.split(":", 1)[0]),
                    **rating_shown(rating),
                }
                for member, rating in points[:limit]
            ],
            "next": more,
        }

    def _record_before(self, generation: int, name: str, member: str | None) -> PlayerRecord:
        """The record before a counted game; as it is now if no game is named."""
        if member is None:
            return self._score_store.records(generation, [name])[name] or EMPTY_RECORD
        (undo,) = self._score_store.undo(generation, [member])
        if name not in undo:
            raise BadCursor("this page begins after a game that does not count any more")
        return undo[name] or EMPTY_RECORD
