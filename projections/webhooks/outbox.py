"""The outbox: stores deliveries until they have arrived or are given up.

A queue brings them to senders. What the queue loses stays here and is queued again.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from eventlog.server_time import now_ms
from projections.webhooks import redis_keys
from projections.webhooks.notices import Kind, Notice, make_test_notice
from projections.webhooks.refusals import TooManyPending
from projections.webhooks.webhook_store import Webhook, WebhookStore

MOST_PENDING = 100
"""How many deliveries of one player may be pending; later ones are dropped and counted."""
MOST_FINISHED = 50
"""How many finished deliveries of one player stay stored, so that they can be read."""
AT_ONCE = 100
NO_COMMIT = ("", 0, 0)
EARLY_MS = 1_000
"""The queue counts in whole seconds, so a delivery may be tried again this much too early."""

DeliveryStatus: TypeAlias = Literal["pending", "delivered", "given_up"]


class DeliveryTiming(Struct, frozen=True):
    """The waiting times of deliveries."""

    retry_seconds: tuple[int, ...] = (5, 30, 120, 600, 1_800, 3_600)
    """The times between attempts; after the last one a delivery is given up."""
    lease_ms: int = 20_000
    """After this time a sender is considered dead. Sending takes less than half of it."""
    patience_ms: int = 15_000
    """After this time a delivery that the queue has not brought to a sender is queued again."""


class Delivery(Struct, frozen=True, omit_defaults=True):
    """A notice that is sent to one player, and what has become of it."""

    id: str
    kind: Kind | Literal["test"]
    body: str
    created_at: int
    not_before: int
    """The time (ms) of the next attempt."""
    game: str | None = None
    version: int | None = None
    status: DeliveryStatus = "pending"
    attempts: int = 0
    attempted_at: int | None = None
    answer: int | None = None
    """The HTTP status of the last answer, if there was one."""
    error: str | None = None
    """Why the last attempt failed."""


class ClaimedDelivery(Struct, frozen=True):
    """A delivery that a sender has claimed, and the webhook that it goes to."""

    webhook: Webhook
    delivery: Delivery


class Outbox:
    """Reads and writes the deliveries of all players."""

    def __init__(
        self,
        redis: Redis,
        *,
        timing: DeliveryTiming | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.webhooks = WebhookStore(redis)
        self.timing = timing or DeliveryTiming()
        self._redis = redis
        self._clock = clock
        self._add_notices, self._take, self._claim, self._record_attempt = (
            script("projections.webhooks", f"{name}.lua")
            for name in ("add_notices", "take_due", "claim", "record_attempt")
        )

    def add_notices(
        self, game: str, version: int, notices: Sequence[Notice], *, is_last: bool = False
    ) -> int:
        """Add the notices of a commit, unless that has been done. Returns how many found room."""
        now = self._clock()
        deliveries = [(notice.player, _delivery(notice, now)) for notice in notices]
        return self._add(deliveries, (game, version, int(is_last)))

    def last_notified_version(self, game: str) -> int:
        """Return the last version of a game that led to notices; 0 if it is not stored."""
        return int(self._redis.hget(redis_keys.NOTIFIED, game) or 0)

    def notified_games(self) -> list[str]:
        """Return games with notices that have not had the notice of their end."""
        return [game.decode() for game in self._redis.hkeys(redis_keys.NOTIFIED)]

    def add_test_delivery(self, player: PlayerId) -> Delivery:
        """Add a test delivery, which belongs to no game."""
        now = self._clock()
        delivery = _delivery(make_test_notice(player, f"d-{secrets.token_hex(16)}", now), now)
        if not self._add([(player, delivery)], NO_COMMIT):
            raise TooManyPending(f"{MOST_PENDING} deliveries are pending", most=MOST_PENDING)
        return delivery

    def deliveries(self, player: PlayerId) -> list[Delivery]:
        """Return the pending and the latest finished deliveries, the newest first."""
        stored = self._redis.hvals(redis_keys.player_keys(player).deliveries)
        return sorted(map(_decode, stored), key=lambda it: (it.created_at, it.id), reverse=True)

    def dropped(self, player: PlayerId) -> int:
        """Return how many deliveries of a player were dropped because too many were pending."""
        return int(self._redis.hget(redis_keys.DROPPED, player) or 0)

    def take_due(self) -> list[tuple[PlayerId, str]]:
        """Return due deliveries for the queue. No other caller gets them for a while."""
        now = self._clock()
        until = now + self.timing.patience_ms
        found = self._take(self._redis, (redis_keys.DUE,), (now, until, AT_ONCE))
        players = [PlayerId(player.decode()) for player in found]
        calls = self._redis.pipeline(transaction=False)
        for player in players:
            calls.zrange(redis_keys.player_keys(player).pending, 0, 0)
        answers = calls.execute() if players else []
        return [
            (player, first[0].decode())
            for player, first in zip(players, answers, strict=True)
            if first
        ]

    def claim(self, player: PlayerId, id: str) -> ClaimedDelivery | None:
        """Claim a delivery for sending; None if it is gone, not due, or claimed by another."""
        own, now = redis_keys.player_keys(player), self._clock()
        seen = self._redis.hget(own.deliveries, id)
        webhook = self.webhooks.find(player)
        if seen is None or webhook is None:
            return None
        old = _decode(seen)
        if old.status != "pending" or old.not_before > now + EARLY_MS:
            return None
        if old.attempts > len(self.timing.retry_seconds):
            error = "the senders of this delivery stopped before it was done"
            self._save_attempt(player, old, replace(old, status="given_up", error=error), None)
            return None
        until = now + self.timing.lease_ms
        # Counted before sending, so that a delivery that kills its senders is given up, too.
        delivery = replace(
            old, attempts=old.attempts + 1, attempted_at=now, not_before=until, answer=None
        )
        arguments = (player, id, seen, msgspec.json.encode(delivery), until, self.timing.lease_ms)
        is_ours = self._claim(self._redis, (redis_keys.DUE, *own), arguments)
        return ClaimedDelivery(webhook, delivery) if is_ours else None

    def mark_delivered(self, player: PlayerId, delivery: Delivery, answer: int) -> None:
        """Record that a delivery has arrived."""
        done = replace(delivery, status="delivered", answer=answer, error=None)
        self._save_attempt(player, delivery, done, None)

    def mark_failed(
        self, player: PlayerId, delivery: Delivery, error: str, answer: int | None = None
    ) -> int | None:
        """Record that an attempt failed. Returns the seconds until the next; None if given up."""
        tried = replace(delivery, answer=answer, error=error)
        if delivery.attempts > len(self.timing.retry_seconds):
            self._save_attempt(player, delivery, replace(tried, status="given_up"), None)
            return None
        seconds = self.timing.retry_seconds[delivery.attempts - 1]
        again = replace(tried, not_before=self._clock() + seconds * 1_000)
        # The queue tries it again by itself. If the queue does not, it is queued again later.
        self._save_attempt(player, delivery, again, again.not_before + self.timing.patience_ms)
        return seconds

    def _save_attempt(
        self, player: PlayerId, seen: Delivery, now: Delivery, retry_at: int | None
    ) -> None:
        arguments = (
            player,
            seen.id,
            msgspec.json.encode(seen),
            msgspec.json.encode(now),
            "" if retry_at is None else retry_at,
            self._clock(),
            MOST_FINISHED,
        )
        self._record_attempt(
            self._redis, (redis_keys.DUE, *redis_keys.player_keys(player)), arguments
        )

    def _add(
        self, deliveries: Sequence[tuple[PlayerId, Delivery]], commit: tuple[str, int, int]
    ) -> int:
        own = (redis_keys.player_keys(player) for player, _ in deliveries)
        arguments = ((player, it.id, msgspec.json.encode(it)) for player, it in deliveries)
        added = self._add_notices(
            self._redis,
            (*redis_keys.SHARED, redis_keys.NOTIFIED, *(key for one in own for key in one[:2])),
            (*commit, self._clock(), MOST_PENDING, *(part for one in arguments for part in one)),
        )
        return int(added)


def _delivery(notice: Notice, now: int) -> Delivery:
    return Delivery(notice.id, notice.kind, notice.body, now, now, notice.game, notice.version)


def _decode(stored: bytes) -> Delivery:
    return msgspec.json.decode(stored, type=Delivery)
