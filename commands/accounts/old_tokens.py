"""Tokens of releases before devices: without id and scopes, each under a key of its own.

They go on working with all rights of their role. When one of them is used, all old tokens of its
player are entered beside the new ones, so that they can be listed, rotated and revoked, too.
"""

from typing import Any

import msgspec

from commands.accounts.identity import Identity, Role, identity_of, scopes_of
from commands.accounts.redis_keys import (
    devices_key,
    digest_of,
    old_token_key,
    old_tokens_key,
    player_key,
)
from commands.accounts.tokens import StoredToken, Tokens
from domain.ids import PlayerId


class OldTokens:
    """Finds tokens in the old form. A token is revoked here first, then among the new ones."""

    def __init__(self, redis: Any, tokens: Tokens) -> None:
        self._redis = redis
        self._tokens = tokens

    def identify(self, token: str) -> Identity | None:
        """The identity that an old token gives; None if it is unknown, revoked or rotated."""
        digest = digest_of(token)
        found = self._redis.hget(old_token_key(digest), "player")
        if found is None:
            return None
        player, token_id = PlayerId(found.decode()), _id_of(digest)
        stored = self._tokens.find(player, token_id)
        if stored is None:
            self._enter_all(player)
            stored = self._tokens.find(player, token_id)
        if stored is None or stored.digest != digest:
            return None
        return identity_of(player, digest, token_id, stored.scopes)

    def forget(self, player: PlayerId, token_id: str | None = None) -> None:
        """Delete the old form of one token, or of all tokens of a player."""
        for member in self._redis.smembers(old_tokens_key(player)):
            digest = member.decode()
            if token_id in (None, _id_of(digest)):
                self._redis.delete(old_token_key(digest))
                self._redis.srem(old_tokens_key(player), digest)

    def _enter_all(self, player: PlayerId) -> None:
        created = self._redis.hget(player_key(player), "created_at")
        for member in self._redis.smembers(old_tokens_key(player)):
            digest = member.decode()
            stored_role = self._redis.hget(old_token_key(digest), "role")
            if created is None or stored_role is None:
                continue
            role: Role = "organizer" if stored_role == b"organizer" else "player"
            stored = StoredToken(digest, scopes_of(role), int(created))
            # A token that was rotated meanwhile is there already, and stays as it is.
            self._redis.hsetnx(devices_key(player), _id_of(digest), msgspec.json.encode(stored))


def _id_of(digest: str) -> str:
    return f"t-{digest[:12]}"
