"""Public keys: those this server has signed with, and those whose signature it believes."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from eventlog.ledger import Redis
from eventlog.signing import SigningKey, Trailer, is_signed

NAME = "signing-keys"
"""Hash: key id → public key, and from when to when this server has signed with it."""


class UsedKey(Struct, frozen=True, omit_defaults=True):
    """A public key of this server. Times are in milliseconds since 1970."""

    public_key: str
    since: int
    until: int | None = None
    """When another key took its place; what it has signed stays good."""


def used_keys(redis: Redis) -> dict[str, UsedKey]:
    """Every key this server has signed with, by its id."""
    found: dict[bytes, bytes] = redis.hgetall(NAME)
    return {
        key_id.decode(): msgspec.json.decode(stored, type=UsedKey)
        for key_id, stored in found.items()
    }


def record_key_in_use(redis: Redis, signing: SigningKey, now: int) -> None:
    """Enter the key that is used from now on; it takes the place of any other."""
    known = used_keys(redis)
    mine = known.pop(signing.key_id, None)
    for key_id, other in known.items():
        if other.until is None:
            replaced = UsedKey(other.public_key, other.since, now)
            redis.hset(NAME, key_id, msgspec.json.encode(replaced))
    if mine is None or mine.until is not None:
        since = now if mine is None else mine.since
        redis.hset(NAME, signing.key_id, msgspec.json.encode(UsedKey(signing.public.hex(), since)))


class Trust:
    """Whose word is believed: that of this server's own keys, and of those the operator names."""

    def __init__(self, redis: Redis, trusted: Iterable[bytes] = ()) -> None:
        self._redis = redis
        self._trusted = tuple(trusted)

    def is_trusted(self, head: bytes, trailer: Trailer) -> bool:
        """Whether somebody who is believed has signed a ledger with this head."""
        own = (bytes.fromhex(key.public_key) for key in used_keys(self._redis).values())
        return any(is_signed(head, trailer, public) for public in (*self._trusted, *own))
