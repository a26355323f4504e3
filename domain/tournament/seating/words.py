"""The search's own dice: words of 32 bits from SHA-256 in counter mode, the same everywhere.

Word 8 i + j is the j-th group of four bytes, big-endian, of SHA-256(SHA-256(seed) ‖ i), with i in
eight bytes, big-endian. A number below n is a word modulo n; words at or above the largest multiple
of n are passed over.
"""

import hashlib
from collections.abc import MutableSequence
from struct import Struct
from typing import Any

_SPACE = 1 << 32
_eight_words = Struct(">8I").unpack


class Words:
    """A stream of numbers that follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._start = hashlib.sha256(hashlib.sha256(seed.encode()).digest())
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely."""
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            drawn = word % n
            if word - drawn <= _SPACE - n:
                return drawn

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put items into any order, each as likely: Fisher and Yates, from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _refill(self) -> None:
        block = self._start.copy()
        block.update(self._block.to_bytes(8, "big"))
        self._block += 1
        # The last is taken first.
        self._words.extend(reversed(_eight_words(block.digest())))
