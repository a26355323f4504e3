"""Scores across games: leaderboards, a player's record, head-to-head, and all closed games."""

import logging
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from domain.ids import PlayerId
from domain.registry import RULESETS
from eventlog.ledger import Redis
from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.catalogue_store import CatalogueStore
from projections.across_games.catalogue_updates import CatalogueUpdater
from projections.across_games.challenge_attempts import Attempt
from projections.across_games.game_ratings import GameRatings
from projections.across_games.list_pages import MOST_ON_A_PAGE, ON_A_PAGE, JsonObject
from projections.across_games.page_cursors import decode_cursor, encode_cursor
from projections.across_games.player_records import (
    NEW_PLAYER_ORDINAL,
    PlayerRecord,
    counted_as,
    player_of,
    record_name,
)
from projections.across_games.rating_history import RatingHistory, RatingKind, rating_shown
from projections.across_games.score_store import ScoreStore, leaderboard_name
from projections.across_games.score_updates import ScoreUpdater
from projections.across_games.set_aside import SetAside

T = TypeVar("T")

logger = logging.getLogger(__name__)

_LEADERBOARD_MEMBER = re.compile(r"[0-9]{15}:.+", re.DOTALL)
_ATTEMPT_MEMBER = re.compile(r"[0-9]{6}:[A-Za-z0-9._-]{1,64}")
_REVISION = re.compile(r"[0-9]{1,15}:[0-9]{1,15}")


class Scores:
    """Reads the scores. They are brought up to date with all ledgers when they are read."""

    def __init__(self, redis: Redis, updater: CatalogueUpdater) -> None:
        self._catalogue_updater = updater
        self._catalogue_store = CatalogueStore(redis)
        self._score_store = ScoreStore(redis)
        self._set_aside = SetAside(redis)
        self.game_ratings = GameRatings(self._catalogue_store, self._score_store)
        self._history = RatingHistory(self._catalogue_store, self._score_store)
        self.updater = ScoreUpdater(self._catalogue_store, self._score_store, self._set_aside)

    def catch_up(self) -> None:
        """Count the games that have closed, so that the next reader waits less."""
        generation, _ = self._count_closed_games()
        # After the counting: these ratings are those of the players at this moment.
        self.game_ratings.rate_games(generation)

    def set_aside(self) -> dict[str, str]:
        """Return the games that could not be catalogued or counted, with the reason."""
        current = self._catalogue_store.current()
        return {} if current is None else self._set_aside.reasons(current.number)

    def leaderboard(
        self, ruleset: str, cursor: str | None = None, limit: int = ON_A_PAGE
    ) -> JsonObject:
        """Return ranked players of a ruleset, the best first: `{"players": […], "next": …}`."""
        before = None if cursor is None else decode_cursor(cursor, _LEADERBOARD_MEMBER)
        limit = max(1, min(limit, MOST_ON_A_PAGE))

        def read(generation: int) -> JsonObject:
            table = leaderboard_name(ruleset)
            members = self._catalogue_store.members(generation, table, before, limit + 1) or []
            shown = self._leaderboard_rows(generation, ruleset, members[:limit])
            more = encode_cursor(members[limit - 1]) if len(members) > limit else None
            return {"ruleset": ruleset, "players": shown, "next": more}

        return self._read_consistently(read)

    def attempts(self, table: str, cursor: str | None = None, limit: int = ON_A_PAGE) -> JsonObject:
        """Return attempts at a challenge, the best first: `{"players": […], "next": …}`."""
        before = None if cursor is None else decode_cursor(cursor, _ATTEMPT_MEMBER)
        limit = max(1, min(limit, MOST_ON_A_PAGE))

        def read(generation: int) -> JsonObject:
            members = self._catalogue_store.members(generation, table, before, limit + 1) or []
            games = [member.split(":", 1)[1] for member in members[:limit]]
            entries = self._catalogue_store.entries(generation, games)
            found = [(one.summary.game_id, one.attempt) for one in entries if one and one.attempt]
            more = encode_cursor(members[limit - 1]) if len(members) > limit else None
            return {"players": self._attempt_rows(generation, found), "next": more}

        return self._read_consistently(read)

    def records(self, player: PlayerId) -> list[JsonObject]:
        """Return a player's record and rating in every ruleset that they have played."""
        names = [record_name(ruleset, player) for ruleset in RULESETS]

        def read(generation: int) -> list[JsonObject]:
            records = self._score_store.records(generation, names)
            return [
                self._record_shown(generation, name, record)
                for name, record in records.items()
                if record
            ]

        return self._read_consistently(read)

    def ordinal(self, ruleset: str, player: PlayerId) -> float:
        """Return the number by which a player is compared with others, also for a new player."""
        name = record_name(ruleset, player)

        def read(generation: int) -> float:
            record = self._score_store.records(generation, [name])[name]
            rating = None if record is None else record.rating
            return NEW_PLAYER_ORDINAL if rating is None else rating.ordinal

        return self._read_consistently(read)

    def rating_history(
        self,
        ruleset: str,
        player: PlayerId,
        kind: RatingKind = "rating",
        cursor: str | None = None,
        limit: int = ON_A_PAGE,
    ) -> JsonObject:
        """Return a rating after each game that changed it, the latest first, in pages."""
        return self._read_consistently(
            lambda generation: self._history.page(generation, ruleset, player, kind, cursor, limit)
        )

    def versus(self, player: PlayerId, other: PlayerId) -> list[JsonObject]:
        """Compare two players in the games that they played together, by ruleset."""

        def read(generation: int) -> list[JsonObject]:
            games = self._catalogue_store.games_in_common(generation, player, other)
            bad = self._set_aside.count_failures(generation, games)
            found: dict[str, JsonObject] = {}
            for entry in self._catalogue_store.entries(
                generation, [one for one in games if one not in bad]
            ):
                if entry is not None and {player, other} <= set(entry.summary.seats):
                    _compare(found, entry, player, other)
            return [found[ruleset] for ruleset in sorted(found)]

        return self._read_consistently(read)

    def closed(self, cursor: str | None = None, limit: int = ON_A_PAGE) -> JsonObject:
        """Return closed games in the order they arrived: `{"games": […], "next": …, "more": …}`.

        A client that goes on from `next`, even much later, misses no game. After a rebuild the
        list starts again from the first game.
        """
        member = "0:0" if cursor is None else decode_cursor(cursor, _REVISION)
        known, reached = map(int, member.split(":"))
        limit = max(1, min(limit, MOST_ON_A_PAGE))

        def read(generation: int) -> JsonObject:
            # Another generation has revisions of its own.
            after = reached if known == generation else 0
            found = self._catalogue_store.closed_games(generation, after, limit + 1)
            page = found[:limit]
            entries = self._catalogue_store.entries(generation, [game for _, game in page])
            return {
                "games": [_closed_game(entry) for entry in entries if entry is not None],
                "next": encode_cursor(f"{generation}:{page[-1][0] if page else after}"),
                "more": len(found) > limit,
            }

        return self._read_consistently(read)

    def _count_closed_games(self) -> tuple[int, int]:
        """Count all closed games. Returns the generation that readers use, and its revision."""
        while True:
            generation = self._catalogue_updater.catch_up()
            try:
                return generation, self.updater.count_games(generation)
            except msgspec.DecodeError:
                self._rebuild(generation)

    def _rebuild(self, generation: int) -> None:
        """Build another generation from the logs, because the scores of this one are damaged."""
        logger.warning("the scores of generation %d are damaged and are rebuilt", generation)
        self._catalogue_updater.rebuild()

    def _read_consistently(self, read: Callable[[int], T]) -> T:
        """Read from one generation at one revision at which every closed game is counted."""
        while True:
            generation, revision = self._count_closed_games()
            try:
                found = read(generation)
            except msgspec.DecodeError:
                self._rebuild(generation)
                continue
            if self._catalogue_store.is_current(generation, revision):
                return found

    def _leaderboard_rows(
        self, generation: int, ruleset: str, members: list[str]
    ) -> list[JsonObject]:
        names = [record_name(ruleset, PlayerId(member.split(":", 1)[1])) for member in members]
        rows: list[JsonObject] = []
        first = self._score_store.count_before(generation, ruleset, members[0]) if members else 0
        for i, (name, record) in enumerate(self._score_store.records(generation, names).items()):
            if record is None or record.rating is None:
                continue
            if not rows:
                rank = self._score_store.rank(generation, ruleset, record.rating)
            elif rows[-1]["ordinal"] != record.rating.ordinal:
                rank = first + i + 1
            rows.append(
                {
                    "rank": rank,
                    "player_id": player_of(name)[1],
                    **rating_shown(record.rating),
                    "games": record.games,
                    "wins": record.wins,
                }
            )
        return rows

    def _attempt_rows(
        self, generation: int, attempts: list[tuple[str, Attempt]]
    ) -> list[JsonObject]:
        """Return the rows of a challenge's table. Equal points share a rank."""
        players_above = {
            one.digits: self._catalogue_store.count_above(generation, one.table, one.digits)
            for _, one in attempts
        }
        return [
            {
                "rank": players_above[one.digits] + 1,
                "player_id": one.player,
                "points": one.points,
                "game_id": game,
            }
            for game, one in attempts
        ]

    def _record_shown(self, generation: int, name: str, record: PlayerRecord) -> JsonObject:
        ruleset, _ = player_of(name)
        rating, rating_with_bots = None, record.rating_with_bots
        if record.rating is not None:
            is_provisional = record.is_provisional
            rank = self._score_store.rank(generation, ruleset, record.rating)
            rating = {
                "rank": None if is_provisional else rank,
                "provisional": is_provisional,
                **rating_shown(record.rating),
            }
        return {
            "ruleset": ruleset,
            "games": record.games,
            "wins": record.wins,
            "ranks": {str(rank): record.ranks[rank] for rank in sorted(record.ranks)},
            "points": record.points,
            "resigned": record.resigned,
            "void": record.void,
            "abandoned": record.abandoned,
            "with_bots": record.with_bots,
            "solo": record.solo,
            "casual": record.casual,
            "rating": rating,
            "rating_with_bots": rating_with_bots and rating_shown(rating_with_bots),
        }


def _compare(
    found: dict[str, dict[str, Any]], entry: CatalogueEntry, player: PlayerId, other: PlayerId
) -> None:
    """Add a game that both players played to their comparison."""
    counted, result = counted_as(entry), entry.result
    if counted not in ("rated", "with_bots") or result is None:
        return
    ruleset = entry.summary.ruleset
    empty = {"ruleset": ruleset, "games": 0, "ahead": 0, "behind": 0, "level": 0, "with_bots": 0}
    comparison = found.setdefault(ruleset, empty)
    if counted == "with_bots":
        comparison["with_bots"] += 1
        return
    seats = entry.summary.seats
    # A player who left and lost the rank by that comes after those who stayed.
    own, others = (result.ranks[seats.index(one)] or len(seats) for one in (player, other))
    comparison["games"] += 1
    comparison["ahead" if own < others else "behind" if own > others else "level"] += 1


def _closed_game(entry: CatalogueEntry) -> JsonObject:
    game, result = entry.summary, entry.result
    return {
        "game_id": game.game_id,
        "ruleset": game.ruleset,
        "rules": game.rules,
        "seats": game.seats,
        "closed_at": game.updated_at,
        "challenge": game.challenge,
        "outcome": game.outcome,
        "winners": game.winners,
        "version": entry.checkpoint.version,
        "head": entry.checkpoint.head,
        "trusted": result is not None and result.is_trusted,
    }
