"""A lease in Redis: one process of several does a work that need not be done twice."""

import secrets
import time

from eventlog.ledger import Redis

LEASE_MS = 3_000
"""After this time the lease of a process that died is free."""
RENEW_SECONDS = 1.0


class Lease:
    """A lease that is renewed while its holder asks for it.

    For a moment two processes may believe that they hold it, so the work must be safe to do twice.
    """

    def __init__(self, redis: Redis, key: str) -> None:
        self._redis = redis
        self._key = key
        self._holder = secrets.token_hex(8).encode()
        self._is_held = False
        self._ask_again_at = 0.0

    def is_held(self) -> bool:
        """Whether this process holds the lease. It takes the lease if it is free."""
        if time.monotonic() >= self._ask_again_at:
            self._ask_again_at = time.monotonic() + RENEW_SECONDS
            self._is_held = self._take() or self._renew()
        return self._is_held

    def release(self) -> None:
        """Let another process have it at once."""
        if self._is_held and self._redis.get(self._key) == self._holder:
            self._redis.delete(self._key)
        self._is_held = False

    def _take(self) -> bool:
        return bool(self._redis.set(self._key, self._holder, nx=True, px=LEASE_MS))

    def _renew(self) -> bool:
        if self._redis.get(self._key) != self._holder:
            return False
        return bool(self._redis.pexpire(self._key, LEASE_MS))
