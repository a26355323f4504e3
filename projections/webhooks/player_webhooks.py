"""What a player does with their webhook: set it, read it, test it and delete it."""

import secrets
from collections.abc import Sequence

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from eventlog.server_time import now_ms
from projections.webhooks import redis_keys
from projections.webhooks.addresses import AddressPolicy, read_url
from projections.webhooks.notices import Kind
from projections.webhooks.outbox import Delivery, Outbox
from projections.webhooks.read_positions import ReadPositions
from projections.webhooks.webhook_store import Webhook

SECRET_PREFIX = "whsec_"
MOST_TESTS = 6
TESTS_SECONDS = 60
"""A player may ask for `MOST_TESTS` in this time, at all servers together."""


class PlayerWebhooks:
    """The webhooks of players, for the calls by which players manage them."""

    def __init__(self, redis: Redis, address_policy: AddressPolicy) -> None:
        self._redis = redis
        self._outbox = Outbox(redis)
        self._positions = ReadPositions(redis)
        self._address_policy = address_policy
        self._count_test = script("projections.webhooks", "count_test.lua")

    def put(self, player: PlayerId, url: str, kinds: Sequence[Kind], secret: str | None) -> Webhook:
        """Set a player's webhook. Raises if its address is refused. No secret makes a new one."""
        self._address_policy.allowed_addresses(read_url(url))
        webhook = Webhook(
            url=url,
            kinds=tuple(kinds),
            secret=secret or SECRET_PREFIX + secrets.token_urlsafe(32),
            created_at=now_ms(),
        )
        # First: commits from now on lead to notices, even if no worker is running yet.
        self._positions.load()
        self._outbox.webhooks.put(player, webhook)
        return webhook

    def find(self, player: PlayerId) -> Webhook | None:
        return self._outbox.webhooks.find(player)

    def forget(self, player: PlayerId) -> None:
        """Delete a player's webhook with all its deliveries."""
        self._outbox.webhooks.forget(player)

    def deliveries(self, player: PlayerId) -> tuple[list[Delivery], int]:
        """Return pending and finished deliveries, the newest first, and how many were dropped."""
        return self._outbox.deliveries(player), self._outbox.dropped(player)

    def count_test(self, player: PlayerId) -> int:
        """Count a test delivery. Returns 0, or the seconds to wait if there were too many.

        A webhook that is deleted and set again does not begin a new count.
        """
        limit = (MOST_TESTS, TESTS_SECONDS)
        return int(self._count_test(self._redis, (redis_keys.test_count_key(player),), limit))

    def add_test_delivery(self, player: PlayerId) -> Delivery:
        """Add a test delivery, which belongs to no game."""
        return self._outbox.add_test_delivery(player)
