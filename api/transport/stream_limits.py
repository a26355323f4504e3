"""How many live streams a caller may have open, counted over all processes of one server.

The counts are in shared memory, one row for each process. A process changes only its own row, so
no lock is needed. When a process has ended, its row is cleared.
"""

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from struct import Struct

from api.transport.errors import TooManyStreams
from api.transport.rate_limits import slot_of

SLOTS = 1 << 16
RETRY_SECONDS = 10
_count = Struct("<H")
_ROW_BYTES = SLOTS * _count.size


class StreamLimit:
    """A number of streams at once. Two callers share a count once in sixty-five thousand."""

    def __init__(self, most: int, rows: int = 1) -> None:
        """Processes that are forked after this call share the counts."""
        self._most = most
        self._memory = mmap.mmap(-1, rows * _ROW_BYTES)
        self._rows = range(rows)
        self._free = list(self._rows)
        self._own: int | None = None

    def take_row(self) -> int | None:
        """Reserve a row for the process that starts now. Without a row it has no limit."""
        self._own = self._free.pop() if self._free else None
        return self._own

    def clear_row(self, row: int | None) -> None:
        """Remove the streams of a process that has ended from the counts."""
        if row is not None:
            start = row * _ROW_BYTES
            self._memory[start : start + _ROW_BYTES] = bytes(_ROW_BYTES)
            self._free.append(row)

    def count(self, caller: str) -> int:
        """How many streams a caller has open now."""
        return sum(self._read(row, caller) for row in self._rows)

    @contextmanager
    def hold(self, caller: str) -> Iterator[None]:
        """Count a stream while the context lasts, or refuse it."""
        own = self._own
        if own is None:
            yield
            return
        if self.count(caller) >= self._most:
            raise TooManyStreams(
                "you have too many live streams; close one first",
                headers={"Retry-After": str(RETRY_SECONDS)},
                most=self._most,
            )
        self._add(own, caller, 1)
        try:
            yield
        finally:
            self._add(own, caller, -1)

    def _read(self, row: int, caller: str) -> int:
        found: int = _count.unpack_from(self._memory, _offset(row, caller))[0]
        return found

    def _add(self, row: int, caller: str, change: int) -> None:
        _count.pack_into(self._memory, _offset(row, caller), self._read(row, caller) + change)


def _offset(row: int, caller: str) -> int:
    return row * _ROW_BYTES + slot_of(caller, SLOTS) * _count.size
