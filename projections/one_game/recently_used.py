"""What a process keeps for a while: the least recently used goes first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """A dictionary with an upper bound, for many threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def find(self, key: K, make: Callable[[], V]) -> V:
        """What is kept under a key, made if there is nothing."""
        with self._lock:
            if key not in self._values:
                self._values[key] = make()
                if len(self._values) > self._most:
                    self._values.popitem(last=False)
            self._values.move_to_end(key)
            return self._values[key]

    def keep(self, key: K, value: V) -> None:
        """Keep something else under a key."""
        self.find(key, lambda: value)
        with self._lock:
            if key in self._values:
                self._values[key] = value

    def __len__(self) -> int:
        return len(self._values)
