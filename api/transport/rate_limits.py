"""Rate limits: a token bucket per caller, shared by all processes of one server.

The buckets lie in shared memory, because the ledger's Redis would write every request to disk.
"""

import mmap
import time
from collections.abc import Callable
from hashlib import blake2b
from ipaddress import ip_address
from struct import Struct

SLOTS = 1 << 18
_time = Struct("<d")


def shared_buckets() -> mmap.mmap:
    """Room for all buckets; made before the processes part, it is one for all of them."""
    return mmap.mmap(-1, SLOTS * _time.size)


class RateLimit:
    """So many requests a second, and a burst of more after a rest.

    A bucket is one number: when it would be empty again. Two callers may share one, once in a
    quarter of a million.
    """

    def __init__(
        self,
        buckets: mmap.mmap,
        per_second: float,
        burst: int,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._buckets = buckets
        self._interval = 1 / per_second
        self._depth = burst * self._interval
        self._clock = clock

    def wait_for(self, caller: str) -> float:
        """Take a place: 0 if there is one, or else the seconds until there will be."""
        offset = slot_of(caller, SLOTS) * _time.size
        now = self._clock()
        empty_at = max(now, _time.unpack_from(self._buckets, offset)[0]) + self._interval
        if empty_at - now > self._depth:
            return float(empty_at - now - self._depth)
        _time.pack_into(self._buckets, offset, empty_at)
        return 0.0


def slot_of(caller: str, slots: int) -> int:
    """Which of so many places in a table is a caller's."""
    return int.from_bytes(blake2b(caller.encode(), digest_size=8).digest()) % slots


def is_loopback(address: str | None) -> bool:
    """Whether a request comes from this very machine; a socket without an address does."""
    if not address:
        return True
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
