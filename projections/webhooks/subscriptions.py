"""The webhooks themselves: by player, where to call, of what, and the secret to sign with."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from projections.webhooks import redis_keys
from projections.webhooks.notices import Kind


class Webhook(Struct, frozen=True):
    """What a player has chosen."""

    url: str
    kinds: tuple[Kind, ...]
    secret: str
    created_at: int


class Webhooks:
    """All players' webhooks."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._forget = script("projections.webhooks", "forget.lua")

    def put(self, player: PlayerId, webhook: Webhook) -> None:
        """Set a player's webhook. What is pending goes to the new one."""
        self._redis.hset(redis_keys.HOOKS, player, msgspec.json.encode(webhook))

    def find(self, player: PlayerId) -> Webhook | None:
        return self.find_all([player]).get(player)

    def find_all(self, players: Iterable[PlayerId]) -> dict[PlayerId, Webhook]:
        """The webhooks of those players who have one."""
        asked = list(players)
        found = self._redis.hmget(redis_keys.HOOKS, asked) if asked else []
        return {
            player: msgspec.json.decode(stored, type=Webhook)
            for player, stored in zip(asked, found, strict=True)
            if stored is not None
        }

    def is_empty(self) -> bool:
        """Whether nobody wants to be told of anything."""
        return not self._redis.exists(redis_keys.HOOKS)

    def forget(self, player: PlayerId) -> None:
        """Delete a player's webhook with all that was told or is yet to be."""
        self._forget(self._redis, (*redis_keys.SHARED, *redis_keys.of(player)), (player,))
