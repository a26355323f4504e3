"""The talk of a game as one reader follows it, beside the commits of the game."""

import math
import time
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from projections.talk.reading import Reader, ReaderAtTable, TalkReader

AT_ONCE = 100

SaidBatch: TypeAlias = Sequence[tuple[int, bytes]]
"""Messages by their last change, each as JSON for one reader."""


class TalkFeed:
    """What one reader learns of the talk of a game, and their place in it."""

    def __init__(self, talk: TalkReader, game: str, reader: Reader, after: int | None) -> None:
        """A reader who has no place yet (None) begins with the last messages."""
        self._talk = talk
        self._game = game
        self.reader = reader
        self._has_begun = after is not None
        self.place = after or 0
        """The last change that the reader has seen."""
        self.due_at = math.inf
        """When (seconds, monotonic) a reader with a delay has to read on by themselves."""

    def read(self, reader: ReaderAtTable) -> SaidBatch:
        """What the reader has not seen yet; their place moves on.

        It moves only to what they may read: its number must not tell them of other messages.
        """
        wait_ms = self._talk.ms_to_next(self._game, reader)
        messages = []
        if not self._has_begun:
            self._has_begun = True
            messages = self._talk.recent(self._game, reader).messages
        else:
            has_more = True
            while has_more:
                page = self._talk.page(self._game, reader, self.place, AT_ONCE)
                messages += page.messages
                self.place, has_more = page.last, page.has_more
        self.due_at = math.inf if wait_ms is None else time.monotonic() + wait_ms / 1_000
        batch = [(one["change"], msgspec.json.encode(one)) for one in messages]
        if batch:
            self.place = batch[-1][0]
        return batch
