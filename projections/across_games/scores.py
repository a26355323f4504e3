"""Scores across games: leaderboards, a player's record, head-to-head, and all closed games."""

import logging
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from domain.ids import PlayerId
from domain.registry import RULESETS
from eventlog.ledger import Redis
from projections.across_games.catalogue import MOST_ON_A_PAGE, ON_A_PAGE, Shown
from projections.across_games.catalogue_store import Entry, Register
from projections.across_games.catalogue_updates import Cataloguer
from projections.across_games.challenge_attempts import Attempt
from projections.across_games.page_cursors import cursor_of, read_cursor
from projections.across_games.player_records import Line, Rating, counted_as, line_name, player_of
from projections.across_games.score_store import Scorebook, table_of
from projections.across_games.score_updates import Settler
from projections.across_games.set_aside import SetAside

T = TypeVar("T")

logger = logging.getLogger(__name__)

_PLACE = re.compile(r"[0-9]{15}:.+", re.DOTALL)
_ATTEMPT = re.compile(r"[0-9]{6}:[A-Za-z0-9._-]{1,64}")
_REVISION = re.compile(r"[0-9]{1,15}:[0-9]{1,15}")


class Scores:
    """Reads the score book. It is caught up with all ledgers when it is read."""

    def __init__(self, redis: Redis, cataloguer: Cataloguer) -> None:
        self._cataloguer = cataloguer
        self._register = Register(redis)
        self._book = Scorebook(redis)
        self._set_aside = SetAside(redis)
        self.settler = Settler(self._register, self._book, self._set_aside)

    def catch_up(self) -> None:
        """Count what has ended, so that the next reader has less to wait for."""
        self._settled()

    def set_aside(self) -> dict[str, str]:
        """Games that could not be catalogued or counted so far, and why."""
        places = self._register.places()
        return {} if places is None else self._set_aside.reasons(places.edition)

    def leaderboard(self, ruleset: str, cursor: str | None = None, limit: int = ON_A_PAGE) -> Shown:
        """The rated players of a ruleset, the best first: `{"players": […], "next": …}`."""
        before = None if cursor is None else read_cursor(cursor, _PLACE)
        limit = max(1, min(limit, MOST_ON_A_PAGE))

        def read(edition: int) -> Shown:
            table = table_of(ruleset)
            places = self._register.members(edition, table, before, limit + 1) or []
            shown = self._ranked(edition, ruleset, places[:limit])
            more = cursor_of(places[limit - 1]) if len(places) > limit else None
            return {"ruleset": ruleset, "players": shown, "next": more}

        return self._steady(read)

    def attempts(self, table: str, cursor: str | None = None, limit: int = ON_A_PAGE) -> Shown:
        """The finished attempts at a challenge, the best first: `{"players": […], "next": …}`."""
        before = None if cursor is None else read_cursor(cursor, _ATTEMPT)
        limit = max(1, min(limit, MOST_ON_A_PAGE))

        def read(edition: int) -> Shown:
            places = self._register.members(edition, table, before, limit + 1) or []
            games = [place.split(":", 1)[1] for place in places[:limit]]
            entries = self._register.entries(edition, games)
            found = [(one.summary.game_id, one.attempt) for one in entries if one and one.attempt]
            more = cursor_of(places[limit - 1]) if len(places) > limit else None
            return {"players": self._placed(edition, found), "next": more}

        return self._steady(read)

    def records(self, player: PlayerId) -> list[Shown]:
        """A player's record and rating in every ruleset that he has played."""
        names = [line_name(ruleset, player) for ruleset in RULESETS]

        def read(edition: int) -> list[Shown]:
            lines = self._book.lines(edition, names)
            return [self._record(edition, name, line) for name, line in lines.items() if line]

        return self._steady(read)

    def versus(self, player: PlayerId, other: PlayerId) -> list[Shown]:
        """Games of two players at one table, by ruleset, and who came out ahead of the other."""

        def read(edition: int) -> list[Shown]:
            games = self._register.common(edition, player, other)
            bad = self._set_aside.uncounted(edition, games)
            found: dict[str, Shown] = {}
            for entry in self._register.entries(edition, [one for one in games if one not in bad]):
                if entry is not None and {player, other} <= set(entry.summary.seats):
                    _compare(found, entry, player, other)
            return [found[ruleset] for ruleset in sorted(found)]

        return self._steady(read)

    def closed(self, cursor: str | None = None, limit: int = ON_A_PAGE) -> Shown:
        """All closed games, as they came: `{"games": […], "next": cursor, "more": …}`.

        Who goes on from `next`, even much later, misses none, whenever it was played. After a
        rebuild he is shown all of them again.
        """
        place = "0:0" if cursor is None else read_cursor(cursor, _REVISION)
        known, reached = map(int, place.split(":"))
        limit = max(1, min(limit, MOST_ON_A_PAGE))

        def read(edition: int) -> Shown:
            # Another edition has revisions of its own.
            after = reached if known == edition else 0
            found = self._register.closed(edition, after, limit + 1)
            page = found[:limit]
            entries = self._register.entries(edition, [game for _, game in page])
            return {
                "games": [_closed(entry) for entry in entries if entry is not None],
                "next": cursor_of(f"{edition}:{page[-1][0] if page else after}"),
                "more": len(found) > limit,
            }

        return self._steady(read)

    def _settled(self) -> tuple[int, int]:
        """The edition that is read, and its revision once all its games are counted."""
        while True:
            edition = self._cataloguer.catch_up()
            try:
                return edition, self.settler.settle(edition)
            except msgspec.DecodeError:
                self._replace(edition)

    def _replace(self, edition: int) -> None:
        """Begin another score book, from the logs, because this one cannot be read."""
        logger.warning("the score book of edition %d is spoilt and is made anew", edition)
        self._cataloguer.make_anew()

    def _steady(self, read: Callable[[int], T]) -> T:
        """What is read of one edition at one revision, in which every game is counted."""
        while True:
            edition, revision = self._settled()
            try:
                found = read(edition)
            except msgspec.DecodeError:
                self._replace(edition)
                continue
            if self._register.is_at(edition, revision):
                return found

    def _ranked(self, edition: int, ruleset: str, places: list[str]) -> list[Shown]:
        names = [line_name(ruleset, PlayerId(place.split(":", 1)[1])) for place in places]
        rows: list[Shown] = []
        first = self._book.position(edition, ruleset, places[0]) if places else 0
        for i, (name, line) in enumerate(self._book.lines(edition, names).items()):
            if line is None or line.rating is None:
                continue
            if not rows:
                rank = self._book.rank(edition, ruleset, line.rating)
            elif rows[-1]["ordinal"] != line.rating.ordinal:
                rank = first + i + 1
            rows.append(
                {
                    "rank": rank,
                    "player_id": player_of(name)[1],
                    **_rating(line.rating),
                    "games": line.games,
                    "wins": line.wins,
                }
            )
        return rows

    def _placed(self, edition: int, attempts: list[tuple[str, Attempt]]) -> list[Shown]:
        """Rows of a challenge's table; equals share a rank."""
        better = {
            one.digits: self._register.above(edition, one.table, one.digits) for _, one in attempts
        }
        return [
            {
                "rank": better[one.digits] + 1,
                "player_id": one.player,
                "points": one.points,
                "game_id": game,
            }
            for game, one in attempts
        ]

    def _record(self, edition: int, name: str, line: Line) -> Shown:
        ruleset, _ = player_of(name)
        rating, apart = None, line.rating_with_bots
        if line.rating is not None:
            rank = self._book.rank(edition, ruleset, line.rating)
            rating = {"rank": rank, **_rating(line.rating)}
        return {
            "ruleset": ruleset,
            "games": line.games,
            "wins": line.wins,
            "ranks": {str(rank): line.ranks[rank] for rank in sorted(line.ranks)},
            "points": line.points,
            "resigned": line.resigned,
            "void": line.void,
            "abandoned": line.abandoned,
            "with_bots": line.with_bots,
            "solo": line.solo,
            "rating": rating,
            "rating_with_bots": None if apart is None else _rating(apart),
        }


def _rating(rating: Rating) -> dict[str, float]:
    mu, sigma = round(rating.mu, 6), round(rating.sigma, 6)
    return {"ordinal": rating.ordinal, "mu": mu, "sigma": sigma}


def _compare(
    found: dict[str, dict[str, Any]], entry: Entry, player: PlayerId, other: PlayerId
) -> None:
    """Count a game that both have played."""
    counted, result = counted_as(entry), entry.result
    if counted not in ("rated", "with_bots") or result is None:
        return
    ruleset = entry.summary.ruleset
    nothing = {"ruleset": ruleset, "games": 0, "ahead": 0, "behind": 0, "level": 0, "with_bots": 0}
    line = found.setdefault(ruleset, nothing)
    if counted == "with_bots":
        line["with_bots"] += 1
        return
    seats = entry.summary.seats
    # Who left a game in which that costs the rank is behind who stayed.
    mine, his = (result.ranks[seats.index(one)] or len(seats) for one in (player, other))
    line["games"] += 1
    line["ahead" if mine < his else "behind" if mine > his else "level"] += 1


def _closed(entry: Entry) -> Shown:
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
