"""Snapshots: folded states kept beside the logs. Without them everything is true, only slower."""

import hashlib

import msgspec
from msgspec import Struct

from domain.ruleset import Ruleset
from domain.state_bytes import Unthawable, freeze, layout_of, thaw
from eventlog.chain import Chain
from eventlog.commit import HASH_BYTES
from eventlog.ledger import Redis
from eventlog.redis_keys import game_key

EVERY = 200
"""Commits between two snapshots of a game."""


class Snapshot(Struct, frozen=True):
    """A state, and all that must be the same for it to be of use."""

    version: int
    head: bytes
    at: int
    schema: int
    rules: int
    layout: str
    state: bytes


class Snapshots:
    """The latest snapshot of each game."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def offer(self, game: str, chain: Chain) -> None:
        """Keep a snapshot, if it is time for one."""
        if chain.version % EVERY:
            return
        snapshot = Snapshot(
            version=chain.version,
            head=chain.head,
            at=chain.at,
            schema=chain.ruleset.schema,
            rules=chain.ruleset.rules,
            layout=layout_of(chain.ruleset),
            state=freeze(chain.state),
        )
        payload = msgspec.msgpack.encode(snapshot)
        self._redis.set(_key(game), hashlib.sha256(payload).digest() + payload)

    def find(self, game: str, ruleset: Ruleset) -> Snapshot | None:
        """The snapshot of a game, if this build can use it."""
        stored = self._redis.get(_key(game)) or b""
        digest, payload = stored[:HASH_BYTES], stored[HASH_BYTES:]
        # A hand with a bit flipped is still a hand: the fold would go on from a lie.
        if hashlib.sha256(payload).digest() != digest:
            return None
        try:
            snapshot = msgspec.msgpack.decode(payload, type=Snapshot)
        except msgspec.DecodeError:
            return None
        here = (ruleset.schema, ruleset.rules, layout_of(ruleset))
        return snapshot if (snapshot.schema, snapshot.rules, snapshot.layout) == here else None

    def drop(self, game: str) -> None:
        self._redis.delete(_key(game))


def adopt(chain: Chain, snapshot: Snapshot) -> bool:
    """Give a chain that was linked up to the snapshot its state; False if the two differ."""
    if (chain.version, chain.head) != (snapshot.version, snapshot.head):
        return False
    try:
        chain.state = thaw(chain.ruleset, snapshot.state)
    except Unthawable:
        return False
    chain.at = snapshot.at
    return True


def _key(game: str) -> str:
    return game_key(game, "snapshot")
