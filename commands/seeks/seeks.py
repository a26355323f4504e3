"""Quick games: takes seeks, answers what has become of them, and finishes what was begun."""

import logging
import secrets
import time
from hashlib import sha256

import msgspec

from commands.desk import Desk
from commands.refusals import KeyReused
from commands.requests import key_digest
from commands.seeks.refusals import AlreadySeeking, NoSuchSeek, SeekMatched
from commands.seeks.seek import Seek, SeekRequest
from commands.seeks.seek_news import SeekNews
from commands.seeks.seek_store import MOST_OWN, SeekStore, StoredSeek
from commands.seeks.table_maker import Names, TableMaker, Tell
from commands.seeks.wishes import make_wish
from domain.ids import PlayerId
from domain.refusals import RuleViolation
from eventlog.ledger import UNREACHABLE, Redis

KEEP_MS = 24 * 3_600_000
"""So long a seek is kept after it has ended."""
LATE_MS = 1_000
"""A match that has no game after this time was left by a process that has died."""
LOOK_SECONDS = 5.0
"""How often a waiting reader looks by itself, in case no news come."""

logger = logging.getLogger(__name__)


class Seeks:
    """The quick games of the service."""

    def __init__(
        self, redis: Redis, desk: Desk, *, names: Names, tell: Tell, news: SeekNews | None = None
    ) -> None:
        """`names` knows who is erased, and `tell` gives players notices."""
        self._store = SeekStore(redis)
        self._desk = desk
        self._tables = TableMaker(self._store, desk, names, tell)
        self.news = news or SeekNews(redis)

    def post(
        self, player: PlayerId, request: SeekRequest, rating: float, key: str | None = None
    ) -> Seek:
        """Look for a game. The same key gives the same seek."""
        digest = sha256(msgspec.json.encode(request, order="deterministic")).hexdigest()
        wish = make_wish(player, request, rating, self._desk.clock(), digest)
        seek = _seek_id(player, key)
        while True:
            found = self._store.add(seek, wish, wish.posted_at)
            if found.outcome != "busy":
                break
            other = self._read(found.detail, is_sign_of_life=False)
            if other is not None and other.status == "waiting":
                raise AlreadySeeking("you look for a game already", seek_id=found.detail)
        if found.outcome == "known":
            posted = self._store.wish_of(seek)
            if posted is not None and posted.body_digest != digest:
                raise KeyReused("this idempotency key has been used for another seek")
        elif found.outcome == "matched":
            self._make(found.detail)
        self._forget_old(player)
        return self.read(player, seek)

    def read(self, player: PlayerId, seek: str) -> Seek:
        """A seek of this player as it is now. Reading it is a sign of life."""
        wish = self._store.wish_of(seek)
        found = self._read(seek) if wish is not None and wish.player == player else None
        if found is None:
            raise NoSuchSeek("you have no seek with this id", seek_id=seek)
        return found

    def wait(self, player: PlayerId, seek: str, seconds: float) -> Seek:
        """The same, but while the seek waits, the answer waits for a change, at most so long."""
        until = time.monotonic() + seconds
        with self.news.subscribe(seek) as subscription:
            while True:
                found = self.read(player, seek)
                left = until - time.monotonic()
                if found.status != "waiting" or left <= 0 or subscription.closed:
                    return found
                subscription.wait(min(left, LOOK_SECONDS))

    def own(self, player: PlayerId) -> list[Seek]:
        """The seeks of a player that are kept, the newest first."""
        found = (self._read(seek) for seek in self._store.own(player))
        return [seek for seek in found if seek is not None]

    def leave(self, player: PlayerId, seek: str) -> Seek:
        """Stop looking for a game. Raises if the game has been found already."""
        wish = self._store.wish_of(seek)
        if wish is None or wish.player != player:
            raise NoSuchSeek("you have no seek with this id", seek_id=seek)
        while self._store.end(seek, wish, self._desk.clock(), "left") == "seating":
            # Its table is made right now, and is finished here; it may also be dissolved.
            self._read(seek)
        found = self.read(player, seek)
        if found.status == "matched":
            raise SeekMatched("this seek has led to a game", seek_id=seek, game_id=found.game)
        return found

    def forget(self, player: PlayerId) -> None:
        """End and delete the seeks of a player who is erased."""
        seek = self._store.seek_of(player)
        wish = None if seek is None else self._store.wish_of(seek)
        if seek is not None and wish is not None:
            self._store.end(seek, wish, self._desk.clock(), "left")
        stored = zip(own := self._store.own(player), self._store.read(own), strict=True)
        self._store.forget(
            seek for seek, one in stored if one is None or one.seek.status != "waiting"
        )

    def sweep(self) -> None:
        """Finish what others have left undone: seats for bots, tables, seeks that have expired."""
        now = self._desk.clock()
        for seek in self._store.expired(now):
            self._expire(seek)
        for seek in self._store.to_fill(now):
            wish = self._store.wish_of(seek)
            found = None if wish is None else self._store.fill(seek, wish, now)
            if found is not None and found.outcome == "matched":
                self._make_or_log(found.detail)
        for match in self._store.matches_before(now - LATE_MS):
            self._make_or_log(match)
        self._store.forget(self._store.ended_before(now - KEEP_MS))

    def _read(self, seek: str, *, is_sign_of_life: bool = True) -> Seek | None:
        """A seek as it is now, after what has to be done for it is done."""
        while True:
            (stored,) = self._store.read([seek])
            if stored is None:
                return None
            if stored.match_id is not None:
                self._make(stored.match_id)
            elif stored.seek.status != "waiting":
                return stored.seek
            elif _is_overdue(stored, self._desk.clock()):
                self._expire(seek)
            else:
                found = self._look_again(stored.seek, is_sign_of_life)
                if found is not None:
                    return found

    def _look_again(self, seek: Seek, is_sign_of_life: bool) -> Seek | None:
        """A seek that still waits, with the number of others who fit; None if it has changed."""
        now = self._desk.clock()
        found = self._store.look_again(
            seek.seek_id, seek.wish, now, is_sign_of_life=is_sign_of_life
        )
        if found.outcome != "waiting":
            return None
        alive = now + 1_000 * seek.wish.seconds_to_live if is_sign_of_life else seek.expires_at
        return msgspec.structs.replace(seek, fitting=int(found.detail), expires_at=alive)

    def _expire(self, seek: str) -> None:
        wish = self._store.wish_of(seek)
        if wish is not None:
            self._store.end(seek, wish, self._desk.clock(), "expired")

    def _make(self, match_id: str) -> None:
        """Make the table of a match. Those who wait again are matched anew."""
        match = self._store.match(match_id)
        if match is None:
            return
        for seek in self._tables.make(match):
            wish = self._store.wish_of(seek)
            if wish is None:
                continue
            found = self._store.look_again(seek, wish, self._desk.clock(), is_sign_of_life=False)
            if found.outcome == "matched":
                self._make(found.detail)

    def _make_or_log(self, match_id: str) -> None:
        try:
            self._make(match_id)
        except UNREACHABLE:
            raise
        except RuleViolation as refusal:
            logger.info("a table is made later: %s", refusal, extra={"code": refusal.code})

    def _forget_old(self, player: PlayerId) -> None:
        """Keep only the last seeks of a player."""
        old = self._store.own(player)[MOST_OWN:]
        stored = zip(old, self._store.read(old), strict=True)
        self._store.forget(
            seek for seek, one in stored if one is None or one.seek.status != "waiting"
        )


def _seek_id(player: PlayerId, key: str | None) -> str:
    if key is None:
        return f"s-{secrets.token_hex(16)}"
    return f"s-{key_digest(player, key)[:32]}"


def _is_overdue(stored: StoredSeek, now: int) -> bool:
    expires_at = stored.seek.expires_at
    return expires_at is not None and expires_at <= now
