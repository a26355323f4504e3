"""A small cache in memory: the least recently used entry is dropped first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentlyUsed(Generic[K, V]):
    """A dictionary with an upper bound on its size, safe for many threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key; made, and remembered, if there is none."""
        with self._lock:
            if key not in self._values:
                self._values[key] = make()
                if len(self._values) > self._most:
                    self._values.popitem(last=False)
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: K, value: V) -> None:
        """Replace the value of a key."""
        self.get_or_make(key, lambda: value)
        with self._lock:
            if key in self._values:
                self._values[key] = value

    def get(self, key: K) -> V | None:
        """The value of a key; None if there is none."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def __len__(self) -> int:
        return len(self._values)
