"""Public keys: the ones this server signs with, and the ones whose signatures it accepts."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from eventlog.ledger import Redis
from eventlog.server_time import now_ms
from eventlog.signing import SigningKey, Trailer, is_signed

NAME = "signing-keys"
"""Hash: key id → public key, and from when to when this server has signed with it."""


class UsedKey(Struct, frozen=True, omit_defaults=True):
    """A public key of this server. Times are in milliseconds since 1970."""

    public_key: str
    since: int
    until: int | None = None
    """When another key replaced it; its earlier signatures stay valid."""


def used_keys(redis: Redis) -> dict[str, UsedKey]:
    """Every key that this server has signed with, by its id."""
    found: dict[bytes, bytes] = redis.hgetall(NAME)
    return {
        key_id.decode(): msgspec.json.decode(stored, type=UsedKey)
        for key_id, stored in found.items()
    }


def record_key_in_use(redis: Redis, signing: SigningKey, now: int) -> None:
    """Record the key that this server signs with from now on; it replaces any other."""
    others = used_keys(redis)
    own = others.pop(signing.key_id, None)
    for key_id, other in others.items():
        if other.until is None:
            replaced = UsedKey(other.public_key, other.since, now)
            redis.hset(NAME, key_id, msgspec.json.encode(replaced))
    if own is None or own.until is not None:
        since = now if own is None else own.since
        redis.hset(NAME, signing.key_id, msgspec.json.encode(UsedKey(signing.public.hex(), since)))


class PublishedKeys:
    """This server's signing key, and the list of all keys that it has ever signed with."""

    def __init__(self, redis: Redis, signing: SigningKey) -> None:
        self._redis = redis
        self.signing = signing
        record_key_in_use(redis, signing, now_ms())

    def published(self) -> list[dict[str, Any]]:
        """Every key as clients see it, the newest first."""
        found = [
            {
                "key_id": key_id,
                "algorithm": "Ed25519",
                "public_key": key.public_key,
                "since": key.since,
                "until": key.until,
                "is_current": key_id == self.signing.key_id,
            }
            for key_id, key in used_keys(self._redis).items()
        ]
        return sorted(found, key=lambda key: -int(key["since"]))


class TrustedKeys:
    """The keys whose signatures are accepted: this server's own and those the operator names."""

    def __init__(self, redis: Redis, others: Iterable[str] = ()) -> None:
        """`others` are public keys of other servers, as hexadecimal digits."""
        self._redis = redis
        self._others = tuple(map(bytes.fromhex, others))

    def has_signed(self, head: bytes, trailer: Trailer) -> bool:
        """Whether this signature under a ledger with this head was made with a trusted key."""
        own = (bytes.fromhex(key.public_key) for key in used_keys(self._redis).values())
        return any(is_signed(head, trailer, public) for public in (*self._others, *own))
