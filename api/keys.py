"""The server's signing key, and all it has ever signed with, for others to check."""

from typing import Any

import msgspec
from msgspec import Struct

from commands.desk import now_ms
from eventlog.ledger import Redis
from eventlog.signing import SigningKey

NAME = "signing-keys"
"""Hash: key id → public key and since when it is used."""


class _Used(Struct, frozen=True):
    public_key: str
    since: int


class Keys:
    """The key in use, entered among those that were."""

    def __init__(self, redis: Redis, signing: SigningKey) -> None:
        self._redis = redis
        self.signing = signing
        used = _Used(signing.public.hex(), now_ms())
        redis.hsetnx(NAME, signing.key_id, msgspec.json.encode(used))

    def published(self) -> list[dict[str, Any]]:
        """Every key, the newest first."""
        found = [
            {
                "key_id": key_id.decode(),
                "algorithm": "Ed25519",
                **msgspec.json.decode(stored),
                "is_current": key_id.decode() == self.signing.key_id,
            }
            for key_id, stored in self._redis.hgetall(NAME).items()
        ]
        return sorted(found, key=lambda key: -int(key["since"]))
