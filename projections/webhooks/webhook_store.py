"""The stored webhooks of players: the URL, the wanted kinds of notices, and the secret."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from projections.webhooks import redis_keys
from projections.webhooks.notices import Kind


class Webhook(Struct, frozen=True):
    """A player's webhook."""

    url: str
    kinds: tuple[Kind, ...]
    secret: str
    created_at: int


class WebhookStore:
    """Reads and writes the webhooks of all players."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._forget = script("projections.webhooks", "forget.lua")

    def put(self, player: PlayerId, webhook: Webhook) -> None:
        """Set a player's webhook. Pending deliveries go to the new one."""
        self._redis.hset(redis_keys.HOOKS, player, msgspec.json.encode(webhook))

    def find(self, player: PlayerId) -> Webhook | None:
        return self.find_all([player]).get(player)

    def find_all(self, players: Iterable[PlayerId]) -> dict[PlayerId, Webhook]:
        """Return the webhooks of those players who have one."""
        asked = list(players)
        found = self._redis.hmget(redis_keys.HOOKS, asked) if asked else []
        return {
            player: msgspec.json.decode(stored, type=Webhook)
            for player, stored in zip(asked, found, strict=True)
            if stored is not None
        }

    def is_empty(self) -> bool:
        """Whether no player has a webhook."""
        return not self._redis.exists(redis_keys.HOOKS)

    def forget(self, player: PlayerId) -> None:
        """Delete a player's webhook with all their deliveries."""
        self._forget(self._redis, (*redis_keys.SHARED, *redis_keys.player_keys(player)), (player,))
