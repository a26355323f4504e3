"""The outbox: stores deliveries until they have arrived or are given up.

A queue brings them to senders. What the queue loses stays here and is queued again.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from eventlog.server_time import now_ms
from projections.notices import redis_keys
from projections.notices.deliveries import Delivery, decode_delivery
from projections.notices.receiver_store import ReceiverStore
from projections.notices.receivers import OutboxName, Receiver, read_outbox_name

MOST_FINISHED = 50
"""How many finished deliveries of one receiver stay stored, so that they can be read."""
AT_ONCE = 100
EARLY_MS = 1_000
"""The queue counts in whole seconds, so a delivery may be tried again this much too early."""


class DeliveryTiming(Struct, frozen=True):
    """The waiting times of deliveries."""

    retry_seconds: tuple[int, ...] = (5, 30, 120, 600, 1_800, 3_600)
    """The times between attempts; after the last one a delivery is given up."""
    lease_ms: int = 20_000
    """After this time a sender is considered dead. Sending takes less than half of it."""
    patience_ms: int = 15_000
    """After this time a delivery that the queue has not brought to a sender is queued again."""


class ClaimedDelivery(Struct, frozen=True):
    """A delivery that a sender has claimed, and the receiver that it goes to."""

    receiver: Receiver
    delivery: Delivery


class Outbox:
    """Reads and writes the deliveries of all receivers."""

    def __init__(
        self,
        redis: Redis,
        *,
        timing: DeliveryTiming | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.receivers = ReceiverStore(redis)
        self.timing = timing or DeliveryTiming()
        self._redis = redis
        self._clock = clock
        self._take, self._claim, self._record_attempt = (
            script("projections.notices", f"{name}.lua")
            for name in ("take_due", "claim", "record_attempt")
        )

    def deliveries(self, outbox: OutboxName) -> list[Delivery]:
        """Return the pending and the latest finished deliveries, the newest first."""
        stored = self._redis.hvals(redis_keys.outbox_keys(outbox).deliveries)
        found = map(decode_delivery, stored)
        return sorted(found, key=lambda it: (it.created_at, it.version or 0, it.id), reverse=True)

    def dropped(self, outbox: OutboxName) -> int:
        """Return how many deliveries were dropped because too many were pending."""
        return int(self._redis.hget(redis_keys.DROPPED, str(outbox)) or 0)

    def take_due(self) -> list[tuple[OutboxName, str]]:
        """Return due deliveries for the queue. No other caller gets them for a while."""
        now = self._clock()
        until = now + self.timing.patience_ms
        found = self._take(self._redis, (redis_keys.DUE,), (now, until, AT_ONCE))
        outboxes = [read_outbox_name(name.decode()) for name in found]
        calls = self._redis.pipeline(transaction=False)
        for outbox in outboxes:
            calls.zrange(redis_keys.outbox_keys(outbox).pending, 0, 0)
        answers = calls.execute() if outboxes else []
        return [
            (outbox, first[0].decode())
            for outbox, first in zip(outboxes, answers, strict=True)
            if first
        ]

    def claim(self, outbox: OutboxName, id: str) -> ClaimedDelivery | None:
        """Claim a delivery for sending; None if it is gone, not due, or claimed by another."""
        own, now = redis_keys.outbox_keys(outbox), self._clock()
        seen = self._redis.hget(own.deliveries, id)
        receiver = self.receivers.find(outbox.player, outbox.receiver)
        if seen is None or receiver is None:
            return None
        old = decode_delivery(seen)
        if old.status != "pending" or old.not_before > now + EARLY_MS:
            return None
        if old.attempts > len(self.timing.retry_seconds):
            self.mark_given_up(
                outbox, old, "the senders of this delivery stopped before it was done"
            )
            return None
        until = now + self.timing.lease_ms
        # Counted before sending, so that a delivery that kills its senders is given up, too.
        delivery = replace(
            old, attempts=old.attempts + 1, attempted_at=now, not_before=until, answer=None
        )
        stored = msgspec.json.encode(delivery)
        arguments = (str(outbox), id, seen, stored, until, self.timing.lease_ms)
        is_ours = self._claim(self._redis, (redis_keys.DUE, *own), arguments)
        return ClaimedDelivery(receiver, delivery) if is_ours else None

    def mark_delivered(self, outbox: OutboxName, delivery: Delivery, answer: int) -> None:
        """Record that a delivery has arrived."""
        done = replace(delivery, status="delivered", answer=answer, error=None)
        self._save_attempt(outbox, delivery, done, None)

    def mark_failed(
        self,
        outbox: OutboxName,
        delivery: Delivery,
        error: str,
        answer: int | None = None,
        wait_seconds: int = 0,
    ) -> int | None:
        """Record that an attempt failed. Returns the seconds until the next; None if given up.

        `wait_seconds` is how long the receiver has asked to wait at least.
        """
        if delivery.attempts > len(self.timing.retry_seconds):
            self.mark_given_up(outbox, delivery, error, answer)
            return None
        own_pace = self.timing.retry_seconds[delivery.attempts - 1]
        seconds = max(own_pace, min(wait_seconds, max(self.timing.retry_seconds)))
        due = self._clock() + seconds * 1_000
        again = replace(delivery, answer=answer, error=error, not_before=due)
        # The queue tries it again by itself. If the queue does not, it is queued again later.
        self._save_attempt(outbox, delivery, again, due + self.timing.patience_ms)
        return seconds

    def mark_given_up(
        self, outbox: OutboxName, delivery: Delivery, error: str, answer: int | None = None
    ) -> None:
        """Record that a delivery is not tried again."""
        given_up = replace(delivery, status="given_up", answer=answer, error=error)
        self._save_attempt(outbox, delivery, given_up, None)

    def _save_attempt(
        self, outbox: OutboxName, seen: Delivery, now: Delivery, retry_at: int | None
    ) -> None:
        arguments = (
            str(outbox),
            seen.id,
            msgspec.json.encode(seen),
            msgspec.json.encode(now),
            "" if retry_at is None else retry_at,
            self._clock(),
            MOST_FINISHED,
        )
        self._record_attempt(
            self._redis, (redis_keys.DUE, *redis_keys.outbox_keys(outbox)), arguments
        )
