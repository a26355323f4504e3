"""Rate limits: a token bucket per caller, shared by all processes of one server.

The buckets are in shared memory, because the ledger's Redis would write every request to disk.
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
    """Memory for all buckets. Processes that are forked after this call share it."""
    return mmap.mmap(-1, SLOTS * _time.size)


class RateLimit:
    """A number of requests per second, and a burst of more after a pause.

    A bucket is one number: the time when it is empty again. Two callers share a bucket by chance,
    once in a quarter of a million.
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

    def seconds_to_wait(self, caller: str) -> float:
        """Count a request and return 0, or return how long the caller has to wait first."""
        offset = slot_of(caller, SLOTS) * _time.size
        now = self._clock()
        empty_at = max(now, _time.unpack_from(self._buckets, offset)[0]) + self._interval
        if empty_at - now > self._depth:
            return float(empty_at - now - self._depth)
        _time.pack_into(self._buckets, offset, empty_at)
        return 0.0


def slot_of(caller: str, slots: int) -> int:
    """The slot of a caller in a table with this many slots."""
    return int.from_bytes(blake2b(caller.encode(), digest_size=8).digest()) % slots


def is_loopback(address: str | None) -> bool:
    """Whether a request comes from the same machine. A socket without an address does."""
    if not address:
        return True
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
