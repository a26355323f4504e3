"""Snapshots: folded states stored beside the logs. Without them loading is only slower."""

import hashlib

import msgspec
from msgspec import Struct

from domain.ledger_rules import AnyRules
from domain.ledger_state import L
from domain.state_bytes import Unthawable, freeze, layout_of, thaw
from eventlog.chain import LedgerChain
from eventlog.commit import HASH_BYTES
from eventlog.ledger import Redis
from eventlog.redis_keys import game_key

COMMITS_PER_SNAPSHOT = 200
"""How many commits there are between two snapshots of a game."""


class Snapshot(Struct, frozen=True):
    """A state, and everything that must match before it can be used."""

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

    def store_if_due(self, game: str, chain: LedgerChain[L]) -> None:
        """Store a snapshot if the version is one that gets a snapshot."""
        if chain.version % COMMITS_PER_SNAPSHOT:
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

    def find(self, game: str, ruleset: AnyRules) -> Snapshot | None:
        """The snapshot of a game that was opened by this ruleset, if this build can use it."""
        stored = self._redis.get(_key(game)) or b""
        digest, payload = stored[:HASH_BYTES], stored[HASH_BYTES:]
        # A hand with one flipped bit is still a hand, and the fold would go on from a wrong state.
        if hashlib.sha256(payload).digest() != digest:
            return None
        try:
            snapshot = msgspec.msgpack.decode(payload, type=Snapshot)
        except msgspec.DecodeError:
            return None
        rules = ruleset.find_version(snapshot.rules)
        if rules is None or (snapshot.schema, snapshot.layout) != (rules.schema, layout_of(rules)):
            return None
        return snapshot

    def drop(self, game: str) -> None:
        """Delete the snapshot of a game."""
        self._redis.delete(_key(game))


def restore_state(chain: LedgerChain[L], snapshot: Snapshot) -> bool:
    """Give a chain that was checked up to the snapshot its state; False if they do not match."""
    if (chain.version, chain.head) != (snapshot.version, snapshot.head):
        return False
    try:
        # The game may have changed its rules before that.
        chain.begin_with(thaw(chain.ruleset.require_version(snapshot.rules), snapshot.state))
    except Unthawable:
        return False
    chain.at = snapshot.at
    return True


def _key(game: str) -> str:
    return game_key(game, "snapshot")
