"""Stores notices: adds them to the feeds of players and to the outboxes of their receivers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from eventlog.server_time import now_ms
from projections.notices import redis_keys
from projections.notices.deliveries import delivery_for
from projections.notices.kinds import TEST
from projections.notices.notice import Notice
from projections.notices.receivers import OutboxName, Receiver

MOST_PENDING = 100
"""How many deliveries of one receiver may be pending; later ones are dropped and counted."""
MOST_KEPT = 500
"""How many notices a feed keeps."""
KEEP_DAYS = 30
"""A feed is deleted so many days after its last notice."""
NEWS_LENGTH = 10_000


class CommitNotices(Struct, frozen=True):
    """The notices of one commit, or notices that belong to no commit."""

    notices: Sequence[Notice]
    game: str = ""
    version: int = 0
    is_last: bool = False
    """Whether the game leads to no later notices."""


class Added(Struct, frozen=True):
    """How many notices were new, and how many deliveries found room."""

    notices: int
    deliveries: int


class FeedPage(Struct, frozen=True):
    """Notices of a feed in order, each with its number."""

    notices: list[tuple[int, bytes]]
    last: int
    """The number of the last notice that there has ever been."""
    first: int
    """The number of the first notice that is kept; one more than the last if none is."""


class NoticeStore:
    """The feeds of all players, and the way into the outboxes."""

    def __init__(self, redis: Redis, *, clock: Callable[[], int] = now_ms) -> None:
        self._redis = redis
        self._clock = clock
        self._add_notices, self._read_feed, self._forget_feed = (
            script("projections.notices", f"{name}.lua")
            for name in ("add_notices", "read_feed", "forget_feed")
        )

    def add(
        self,
        commits: Sequence[CommitNotices],
        receivers: Mapping[PlayerId, Sequence[Receiver]],
    ) -> Added:
        """Add notices in one step, each once. A player who was erased gets none.

        Tests are in no feed.
        """
        now = self._clock()
        keys: list[str] = [
            redis_keys.RECEIVERS,
            redis_keys.DUE,
            redis_keys.DROPPED,
            redis_keys.NOTIFIED,
            redis_keys.ERASED,
            redis_keys.LAST_NUMBERS,
            redis_keys.NEWS,
        ]
        keep_ms = KEEP_DAYS * 24 * 3_600_000
        arguments: list[Any] = [now, MOST_PENDING, MOST_KEPT, keep_ms, NEWS_LENGTH]
        for commit in commits:
            arguments += commit.game, commit.version, int(commit.is_last), len(commit.notices)
            for notice in commit.notices:
                deliveries = [
                    (receiver, delivery)
                    for receiver in receivers.get(notice.player, ())
                    if (delivery := delivery_for(receiver, notice, now)) is not None
                ]
                keys += redis_keys.feed_keys(notice.player)
                arguments += notice.player, notice.id, notice.body, int(notice.kind != TEST)
                arguments.append(len(deliveries))
                for receiver, delivery in deliveries:
                    outbox = OutboxName(notice.player, receiver.id)
                    keys += redis_keys.outbox_keys(outbox)[:2]
                    arguments += receiver.id, str(outbox), delivery.id
                    arguments.append(msgspec.json.encode(delivery))
        return Added(*self._add_notices(self._redis, keys, arguments))

    def last_notified_version(self, game: str) -> int:
        """Return the last version of a game that led to notices; 0 if it is not stored."""
        return int(self._redis.hget(redis_keys.NOTIFIED, game) or 0)

    def notified_games(self) -> list[str]:
        """Return games with notices that have not had the notice of their end."""
        return [game.decode() for game in self._redis.hkeys(redis_keys.NOTIFIED)]

    def page(self, player: PlayerId, after: int, limit: int) -> FeedPage:
        """Return the notices of a player that come after a number."""
        keys = (redis_keys.LAST_NUMBERS, *redis_keys.feed_keys(player))
        last, first, *found = self._read_feed(self._redis, keys, (player, after, limit))
        return FeedPage(list(_pairs(found)), last, first or last + 1)

    def forget(self, player: PlayerId) -> None:
        """Delete the feed of a player who is erased. It does not come back."""
        keys = (redis_keys.ERASED, redis_keys.LAST_NUMBERS, *redis_keys.feed_keys(player))
        self._forget_feed(self._redis, keys, (player,))


def _pairs(flat: Sequence[Any]) -> Iterator[tuple[int, bytes]]:
    return zip(flat[::2], flat[1::2], strict=True)
