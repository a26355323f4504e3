"""The outbox: deliveries from when they are put there until they have arrived or are given up.

Whatever queue carries them is only a nudge; what is here is looked after again and again.
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
from projections.webhooks.notices import Kind, Notice, trial_notice
from projections.webhooks.refusals import TooManyPending
from projections.webhooks.subscriptions import Webhook, Webhooks

MOST_PENDING = 100
"""How many deliveries of one player may wait; what comes then is dropped, and counted."""
KEPT = 50
"""How many deliveries of one player are kept for reading once they are done with."""
AT_ONCE = 100
NO_COMMIT = ("", 0, 0)
EARLY_MS = 1_000
"""The queue counts in whole seconds: so much before its time a delivery may be tried again."""

DeliveryStatus: TypeAlias = Literal["pending", "delivered", "given_up"]


class Pace(Struct, frozen=True):
    """How long is waited for what."""

    retry_seconds: tuple[int, ...] = (5, 30, 120, 600, 1_800, 3_600)
    """Between one try and the next; after the last of them a delivery is given up."""
    lease_ms: int = 20_000
    """For a sender; after that he is taken for dead. Sending takes less than half of it."""
    patience_ms: int = 15_000
    """For the queue to bring a delivery to a sender; after that it is queued again."""


class Delivery(Struct, frozen=True, omit_defaults=True):
    """Something to be told to one player, and what has become of it."""

    id: str
    kind: Kind | Literal["test"]
    body: str
    created_at: int
    not_before: int
    """When (ms) it is to be tried next."""
    game: str | None = None
    version: int | None = None
    status: DeliveryStatus = "pending"
    attempts: int = 0
    attempted_at: int | None = None
    answer: int | None = None
    """The HTTP status of the last answer, if there was one."""
    error: str | None = None
    """Why the last attempt failed."""


class Claimed(Struct, frozen=True):
    """A delivery that is this sender's, and where it goes."""

    webhook: Webhook
    delivery: Delivery


class Outbox:
    """All players' deliveries."""

    def __init__(
        self, redis: Redis, *, pace: Pace | None = None, clock: Callable[[], int] = now_ms
    ) -> None:
        self.webhooks = Webhooks(redis)
        self.pace = pace or Pace()
        self._redis = redis
        self._clock = clock
        self._note, self._take, self._claim, self._settle = (
            script("projections.webhooks", f"{name}.lua")
            for name in ("note", "take", "claim", "settle")
        )

    def note(
        self, game: str, version: int, notices: Sequence[Notice], *, is_last: bool = False
    ) -> int:
        """Put in what a commit means, unless that has been done; how many found room."""
        now = self._clock()
        lines = [(notice.player, _delivery(notice, now)) for notice in notices]
        return self._put(lines, (game, version, int(is_last)))

    def told(self, game: str) -> int:
        """The last version of a game that somebody was told of; 0 if that is not known."""
        return int(self._redis.hget(redis_keys.TOLD, game) or 0)

    def games(self) -> list[str]:
        """Games of which somebody was told, and not yet of their end."""
        return [game.decode() for game in self._redis.hkeys(redis_keys.TOLD)]

    def put_trial(self, player: PlayerId) -> Delivery:
        """Put in a delivery that comes from no game."""
        now = self._clock()
        delivery = _delivery(trial_notice(player, f"d-{secrets.token_hex(16)}", now), now)
        if not self._put([(player, delivery)], NO_COMMIT):
            raise TooManyPending(f"{MOST_PENDING} deliveries are pending", most=MOST_PENDING)
        return delivery

    def deliveries(self, player: PlayerId) -> list[Delivery]:
        """What is pending and what was done lately, the newest first."""
        stored = self._redis.hvals(redis_keys.of(player).deliveries)
        return sorted(map(_read, stored), key=lambda it: (it.created_at, it.id), reverse=True)

    def dropped(self, player: PlayerId) -> int:
        """How many found no room."""
        return int(self._redis.hget(redis_keys.DROPPED, player) or 0)

    def take_due(self) -> list[tuple[PlayerId, str]]:
        """Deliveries that should be on their way, for the queue; each for a while to one asker."""
        now = self._clock()
        until = now + self.pace.patience_ms
        found = self._take(self._redis, (redis_keys.DUE,), (now, until, AT_ONCE))
        players = [PlayerId(player.decode()) for player in found]
        calls = self._redis.pipeline(transaction=False)
        for player in players:
            calls.zrange(redis_keys.of(player).pending, 0, 0)
        answers = calls.execute() if players else []
        return [
            (player, first[0].decode())
            for player, first in zip(players, answers, strict=True)
            if first
        ]

    def claim(self, player: PlayerId, id: str) -> Claimed | None:
        """Take a delivery for sending; None if it is not due, not there, or another's."""
        own, now = redis_keys.of(player), self._clock()
        seen = self._redis.hget(own.deliveries, id)
        webhook = self.webhooks.find(player)
        if seen is None or webhook is None:
            return None
        old = _read(seen)
        if old.status != "pending" or old.not_before > now + EARLY_MS:
            return None
        if old.attempts > len(self.pace.retry_seconds):
            lost = replace(old, status="given_up", error="its senders were not heard of again")
            self._finish(player, old, lost, None)
            return None
        until = now + self.pace.lease_ms
        # Counted before it is sent: one that kills its senders is not tried for ever.
        delivery = replace(
            old, attempts=old.attempts + 1, attempted_at=now, not_before=until, answer=None
        )
        told = (player, id, seen, msgspec.json.encode(delivery), until, self.pace.lease_ms)
        is_ours = self._claim(self._redis, (redis_keys.DUE, *own), told)
        return Claimed(webhook, delivery) if is_ours else None

    def delivered(self, player: PlayerId, delivery: Delivery, answer: int) -> None:
        """Note that a delivery has arrived."""
        done = replace(delivery, status="delivered", answer=answer, error=None)
        self._finish(player, delivery, done, None)

    def failed(
        self, player: PlayerId, delivery: Delivery, error: str, answer: int | None = None
    ) -> int | None:
        """Note that an attempt failed: seconds until the next, or None if it is given up."""
        tried = replace(delivery, answer=answer, error=error)
        if delivery.attempts > len(self.pace.retry_seconds):
            self._finish(player, delivery, replace(tried, status="given_up"), None)
            return None
        seconds = self.pace.retry_seconds[delivery.attempts - 1]
        again = replace(tried, not_before=self._clock() + seconds * 1_000)
        # The queue comes back to it by itself; only if it does not, is it queued again.
        self._finish(player, delivery, again, again.not_before + self.pace.patience_ms)
        return seconds

    def _finish(
        self, player: PlayerId, seen: Delivery, now: Delivery, look_again: int | None
    ) -> None:
        told = (
            player,
            seen.id,
            msgspec.json.encode(seen),
            msgspec.json.encode(now),
            "" if look_again is None else look_again,
            self._clock(),
            KEPT,
        )
        self._settle(self._redis, (redis_keys.DUE, *redis_keys.of(player)), told)

    def _put(self, lines: Sequence[tuple[PlayerId, Delivery]], commit: tuple[str, int, int]) -> int:
        own = (redis_keys.of(player) for player, _ in lines)
        told = ((player, it.id, msgspec.json.encode(it)) for player, it in lines)
        put = self._note(
            self._redis,
            (*redis_keys.SHARED, redis_keys.TOLD, *(key for one in own for key in one[:2])),
            (*commit, self._clock(), MOST_PENDING, *(part for line in told for part in line)),
        )
        return int(put)


def _delivery(notice: Notice, now: int) -> Delivery:
    return Delivery(notice.id, notice.kind, notice.body, now, now, notice.game, notice.version)


def _read(stored: bytes) -> Delivery:
    return msgspec.json.decode(stored, type=Delivery)
