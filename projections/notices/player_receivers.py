"""What a player does with their receivers: add, read, change, test and delete them."""

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from msgspec.structs import replace

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from eventlog.server_time import now_ms
from projections.notices import redis_keys
from projections.notices.addresses import AddressPolicy, read_url
from projections.notices.deliveries import Delivery
from projections.notices.kinds import TEST, Kind
from projections.notices.notice import make_notice
from projections.notices.notice_store import MOST_PENDING, CommitNotices, NoticeStore
from projections.notices.outbox import Outbox
from projections.notices.read_positions import ReadPositions
from projections.notices.receiver_store import Receivers
from projections.notices.receivers import DEFAULT, OutboxName, PushSubscription, Receiver, Webhook
from projections.notices.refusals import (
    AddressRefused,
    BadPushEndpoint,
    BadUrl,
    TooManyPending,
    TooManyPushSubscriptions,
    TooManyWebhooks,
)

SECRET_PREFIX = "whsec_"
MOST_WEBHOOKS = 10
MOST_SUBSCRIPTIONS = 20
MOST_TESTS = 6
TESTS_SECONDS = 60
"""A player may ask for `MOST_TESTS` in this time, at all servers together."""

R = TypeVar("R", Webhook, PushSubscription)


class PlayerReceivers:
    """The receivers of players, for the calls by which players manage them."""

    def __init__(self, redis: Redis, address_policy: AddressPolicy) -> None:
        self._redis = redis
        self._outbox = Outbox(redis)
        self._receivers = self._outbox.receivers
        self._notices = NoticeStore(redis)
        self._positions = ReadPositions(redis)
        self._address_policy = address_policy
        self._count_test = script("projections.notices", "count_test.lua")

    def webhooks(self, player: PlayerId) -> list[Webhook]:
        """Return the webhooks of a player, the oldest first."""
        return _of_type(Webhook, self._receivers.find_all([player]).get(player, ()))

    def subscriptions(self, player: PlayerId) -> list[PushSubscription]:
        """Return the push subscriptions of a player, the oldest first."""
        return _of_type(PushSubscription, self._receivers.find_all([player]).get(player, ()))

    def put_default_webhook(
        self, player: PlayerId, url: str, kinds: Sequence[Kind], secret: str | None
    ) -> Webhook:
        """Set or replace the default webhook. Pending deliveries go to the new address."""
        webhook = self._new_webhook(DEFAULT, url, kinds, secret)
        self._put(player, webhook)
        return webhook

    def add_webhook(
        self, player: PlayerId, url: str, kinds: Sequence[Kind], secret: str | None
    ) -> Webhook:
        """Add a webhook. Raises if its address is refused. Without a secret it gets a new one."""
        webhook = self._new_webhook(f"w-{secrets.token_hex(8)}", url, kinds, secret)
        self._put(player, webhook)
        return webhook

    def change_webhook(
        self,
        player: PlayerId,
        id: str,
        *,
        url: str | None = None,
        kinds: Sequence[Kind] | None = None,
    ) -> Webhook | None:
        """Change where a webhook leads to, or what it gets; None if there is no such webhook."""
        if url is not None:
            self._address_policy.allowed_addresses(read_url(url))

        def changed(webhook: Webhook) -> Webhook:
            return replace(
                webhook,
                url=webhook.url if url is None else url,
                kinds=webhook.kinds if kinds is None else tuple(kinds),
            )

        return self._change_webhook(player, id, changed)

    def rotate_secret(self, player: PlayerId, id: str, secret: str | None) -> Webhook | None:
        """Give a webhook another secret; None if there is no such webhook."""
        new = secret or _new_secret()
        return self._change_webhook(player, id, lambda webhook: replace(webhook, secret=new))

    def add_subscription(self, player: PlayerId, subscription: PushSubscription) -> None:
        """Add a push subscription. It replaces one with the same endpoint."""
        try:
            target = read_url(subscription.endpoint)
            if target.scheme != "https" and not self._address_policy.allow_private:
                raise BadUrl("it is not secure", reason="it has to begin with https://")
            self._address_policy.allowed_addresses(target)
        except (BadUrl, AddressRefused) as refusal:
            reason = refusal.details.get("reason", str(refusal))
            raise BadPushEndpoint(
                f"this cannot be the address of a push service: {reason}", reason=reason
            ) from None
        self._put(player, subscription)

    def forget_tokens(self, player: PlayerId, token_ids: Collection[str]) -> None:
        """Delete the push subscriptions of devices whose tokens are revoked."""

        def kept(receivers: Receivers) -> Receivers:
            return tuple(one for one in receivers if not _is_of_device(one, token_ids))

        if any(_is_of_device(one, token_ids) for one in self.subscriptions(player)):
            self._receivers.change(player, kept)

    def remove_webhook(self, player: PlayerId, id: str) -> None:
        """Delete a webhook with all its deliveries, if there is one."""
        if any(one.id == id for one in self.webhooks(player)):
            self._receivers.remove(player, id)

    def remove_subscription(self, player: PlayerId, id: str) -> None:
        """Delete a push subscription with all its deliveries, if there is one."""
        if any(one.id == id for one in self.subscriptions(player)):
            self._receivers.remove(player, id)

    def deliveries(self, player: PlayerId, id: str) -> tuple[list[Delivery], int]:
        """Return pending and finished deliveries, the newest first, and how many were dropped."""
        outbox = OutboxName(player, id)
        return self._outbox.deliveries(outbox), self._outbox.dropped(outbox)

    def count_test(self, player: PlayerId) -> int:
        """Count a test delivery. Returns 0, or the seconds to wait if there were too many.

        A receiver that is deleted and added again does not begin a new count.
        """
        limit = (MOST_TESTS, TESTS_SECONDS)
        return int(self._count_test(self._redis, (redis_keys.test_count_key(player),), limit))

    def add_test_delivery(self, player: PlayerId, receiver: Receiver) -> Delivery:
        """Add a test delivery, which belongs to no game and is in no feed."""
        notice = make_notice(player, TEST, f"d-{secrets.token_hex(16)}", now_ms(), {})
        added = self._notices.add([CommitNotices([notice])], {player: [receiver]})
        deliveries = self._outbox.deliveries(OutboxName(player, receiver.id))
        found = [one for one in deliveries if one.id == notice.id]
        if not added.deliveries or not found:
            raise TooManyPending(f"{MOST_PENDING} deliveries are pending", most=MOST_PENDING)
        return found[0]

    def _new_webhook(self, id: str, url: str, kinds: Sequence[Kind], secret: str | None) -> Webhook:
        self._address_policy.allowed_addresses(read_url(url))
        return Webhook(id, url, tuple(kinds), secret or _new_secret(), now_ms())

    def _put(self, player: PlayerId, receiver: Receiver) -> None:
        # First: commits from now on lead to notices, even if no worker is running yet.
        self._positions.load()
        self._receivers.change(player, lambda receivers: _with(receivers, receiver))

    def _change_webhook(
        self, player: PlayerId, id: str, change: Callable[[Webhook], Webhook]
    ) -> Webhook | None:
        found: list[Webhook] = []

        def changed(receivers: Receivers) -> list[Receiver]:
            found[:] = [change(one) for one in _of_type(Webhook, receivers) if one.id == id]
            return [next((it for it in found if it.id == one.id), one) for one in receivers]

        self._receivers.change(player, changed)
        return found[0] if found else None


def _with(receivers: Receivers, receiver: Receiver) -> list[Receiver]:
    """The receivers with one more, unless there are too many. It replaces the one it equals."""
    others = [one for one in receivers if not _is_same(one, receiver)]
    if len(others) == len(receivers):
        if isinstance(receiver, Webhook) and len(_of_type(Webhook, others)) >= MOST_WEBHOOKS:
            raise TooManyWebhooks(f"you have {MOST_WEBHOOKS} webhooks", most=MOST_WEBHOOKS)
        subscriptions = _of_type(PushSubscription, others)
        if isinstance(receiver, PushSubscription) and len(subscriptions) >= MOST_SUBSCRIPTIONS:
            raise TooManyPushSubscriptions(
                f"you have {MOST_SUBSCRIPTIONS} push subscriptions", most=MOST_SUBSCRIPTIONS
            )
    return [*others, receiver]


def _is_same(one: Receiver, other: Receiver) -> bool:
    if isinstance(one, PushSubscription) and isinstance(other, PushSubscription):
        return one.endpoint == other.endpoint
    return one.id == other.id


def _is_of_device(receiver: Receiver, token_ids: Collection[str]) -> bool:
    return isinstance(receiver, PushSubscription) and receiver.token_id in token_ids


def _of_type(kind: type[R], receivers: Sequence[Receiver]) -> list[R]:
    return [one for one in receivers if isinstance(one, kind)]


def _new_secret() -> str:
    return SECRET_PREFIX + secrets.token_urlsafe(32)
