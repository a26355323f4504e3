"""Which entries of a log a reader asks for, and the entries as they are shown."""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from domain.ids import Viewer
from domain.table.clocks import NOTICES
from presentation.player_names import Names, isolated, with_names
from projections.one_game.narrated_log import CommitSentences, Sentence

CLOCK_TYPES: Final = frozenset(str(kind.__struct_config__.tag) for kind in NOTICES)
TURNS: Final = "[0-9]{1,6}(-[0-9]{1,6})?"
_ISOLATES: Final = str.maketrans("", "", isolated(""))


def read_turns(text: str) -> tuple[int, int]:
    """Read a turn, or a range of turns such as `3-7`. Raise `ValueError` if it is none."""
    if re.fullmatch(TURNS, text, re.ASCII) is None:
        raise ValueError("give a turn, or two with a dash between them")
    first, _, last = text.partition("-")
    turns = int(first), int(last or first)
    if turns[0] > turns[1]:
        raise ValueError("the first turn comes after the last one")
    return turns


class LogFilter(Struct, frozen=True, kw_only=True):
    """What the entries of a log must be. Only what its reader may read is looked at."""

    types: frozenset[str] = frozenset()
    """Of one of these types; of any if there are none."""
    seat: int | None = None
    """Of this seat, or concerning it."""
    turns: tuple[int, int] | None = None
    """From one turn to another, both included."""
    first: int = 1
    last: int | None = None
    """From one version to another, both included."""
    text: str = ""
    """With this text in the sentence, in capital or small letters."""
    with_clock: bool = False
    """Notices of the clocks, too."""

    @property
    def is_narrow(self) -> bool:
        """Whether it may leave out whole commits in which somebody did something."""
        return bool(self.types or self.text or self.turns) or self.seat is not None

    def entries(
        self, commit: CommitSentences, game: str, viewer: Viewer, names: Names
    ) -> Iterator[dict[str, Any]]:
        """The entries of a commit that are asked for, as one viewer may read them."""
        if commit.version < self.first or (self.last is not None and self.last < commit.version):
            return
        for sentence in commit.sentences:
            if not self._fits(sentence):
                continue
            text = with_names(sentence.text_for(viewer), names)
            if self._is_in(text):
                yield {
                    "version": commit.version,
                    "at": commit.at,
                    "turn": sentence.turn,
                    "type": sentence.type,
                    "kind": sentence.kind,
                    "seat": sentence.seat,
                    "seats": sentence.seats,
                    "thinking_ms": commit.thinking_ms,
                    "text": text,
                    "table": f"/v1/games/{game}?at={commit.version}",
                }

    def _fits(self, sentence: Sentence) -> bool:
        if self.types:
            if sentence.type not in self.types:
                return False
        elif not self.with_clock and sentence.type in CLOCK_TYPES:
            return False
        if self.seat is not None and self.seat not in (sentence.seat, *sentence.seats):
            return False
        return self.turns is None or self.turns[0] <= sentence.turn <= self.turns[1]

    def _is_in(self, text: str) -> bool:
        return not self.text or self.text.casefold() in text.translate(_ISOLATES).casefold()


NO_FILTER: Final = LogFilter()
