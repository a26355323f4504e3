"""What a player does with his webhook: set it, look at it, try it, and have it forgotten."""

import secrets
from collections.abc import Sequence

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from eventlog.server_time import now_ms
from projections.webhooks import redis_keys
from projections.webhooks.addresses import Guard, read_url
from projections.webhooks.notices import Kind
from projections.webhooks.outbox import Delivery, Outbox
from projections.webhooks.read_positions import Places
from projections.webhooks.subscriptions import Webhook

SECRET_PREFIX = "whsec_"
MOST_TRIALS = 6
TRIAL_SECONDS = 60
"""So many test deliveries may a player ask for in so many seconds, at all servers together."""


class Registration:
    """Players' webhooks, as they set them."""

    def __init__(self, redis: Redis, guard: Guard) -> None:
        self._redis = redis
        self._outbox = Outbox(redis)
        self._places = Places(redis)
        self._guard = guard
        self._count_trial = script("projections.webhooks", "trial.lua")

    def put(self, player: PlayerId, url: str, kinds: Sequence[Kind], secret: str | None) -> Webhook:
        """Set a player's webhook, or refuse its address; without a secret it gets a new one."""
        self._guard.addresses(read_url(url))
        webhook = Webhook(
            url=url,
            kinds=tuple(kinds),
            secret=secret or SECRET_PREFIX + secrets.token_urlsafe(32),
            created_at=now_ms(),
        )
        # First of all: what happens from now on is told, though no worker may be running yet.
        self._places.begin()
        self._outbox.webhooks.put(player, webhook)
        return webhook

    def find(self, player: PlayerId) -> Webhook | None:
        return self._outbox.webhooks.find(player)

    def forget(self, player: PlayerId) -> None:
        """Delete a player's webhook with all that was told or is yet to be."""
        self._outbox.webhooks.forget(player)

    def deliveries(self, player: PlayerId) -> tuple[list[Delivery], int]:
        """What is pending or was done lately, the newest first; and how many found no room."""
        return self._outbox.deliveries(player), self._outbox.dropped(player)

    def wait_for_trial(self, player: PlayerId) -> int:
        """Count a test delivery: 0 if the player may have it, or the seconds until they may.

        A webhook that is forgotten and set again does not begin a new count.
        """
        told = (MOST_TRIALS, TRIAL_SECONDS)
        return int(self._count_trial(self._redis, (redis_keys.trials_of(player),), told))

    def put_trial(self, player: PlayerId) -> Delivery:
        """Send a delivery that comes from no game."""
        return self._outbox.put_trial(player)
