"""Rate limits: a token bucket per caller, shared by all processes of one server.

The buckets are in shared memory, because the ledger's Redis would write every request to disk.
"""

import mmap
import time
from collections.abc import Callable
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from struct import Struct

SLOTS = 1 << 18
PREFIX_BITS = 64
HOUR_SECONDS = 3_600
_time = Struct("<d")


def shared_buckets() -> mmap.mmap:
    """Memory for buckets. Processes that are forked after this call share it."""
    return mmap.mmap(-1, SLOTS * _time.size)


class Buckets:
    """The memory of all limits of a server.

    Limits of different speed have separate memory: two callers may share a bucket by chance, and
    then one of them would wait for minutes instead of a second.
    """

    def __init__(self) -> None:
        self.by_second = shared_buckets()
        self.by_hour = shared_buckets()


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


def network_of(address: str | None) -> str:
    """The address that counts: of IPv6 the /64 prefix, because a client may use all of it."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return address or ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), PREFIX_BITS), strict=False))


def is_loopback(address: str | None) -> bool:
    """Whether a request comes from the same machine. A socket without an address does."""
    if not address:
        return True
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
