"""The log of a game in sentences: one fold a language, with what each viewer may read in it."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from presentation.registry import presentation_of
from projections.one_game.checkpoints import Stamp, read_stamp
from projections.one_game.stored_views import Shelf

PROJECTION = "1"
"""Raised when a sentence changes, too."""
CHUNK = 500
"""So many commits are stored at once at the most: Redis does nothing else meanwhile."""


class Sentence(Struct, frozen=True, omit_defaults=True):
    """An event as everybody may read it, and otherwise for those who may know more."""

    type: str
    text: str
    seat: Seat | None = None
    private: dict[str, str] = {}

    def told_to(self, viewer: Viewer) -> str:
        return self.private.get(str(viewer), self.text)


class Line(Struct, frozen=True):
    """What one commit did."""

    version: int
    at: int
    told: tuple[Sentence, ...]

    def entries(self, viewer: Viewer) -> list[dict[str, Any]]:
        """As one viewer may read it."""
        return [
            {
                "version": self.version,
                "at": self.at,
                "type": sentence.type,
                "seat": sentence.seat,
                "text": sentence.told_to(viewer),
            }
            for sentence in self.told
        ]


_lines = msgspec.json.Decoder(Line)


class LogFold:
    """Narrates a game; stored line by line, so that only the newest are kept at hand."""

    def __init__(self, shelf: Shelf, game: str, language: str) -> None:
        self._shelf = shelf
        self._game = game
        self._language = language
        self.name = name_of(language)
        self._known = b""
        """The stamp under which lines are stored, as last seen."""
        self._stored = 0
        self._tail: list[tuple[Stamp, bytes]] = []
        """The lines that are not stored, or may not be."""
        self._at = 0
        self._told: list[Sentence] = []

    def projection(self, ruleset: AnyRuleset) -> str:
        return PROJECTION

    def restore(self, projection: str) -> Stamp | None:
        self._known = self._shelf.stamp(self._game, self.name)
        stamp = read_stamp(self._known)
        if stamp is None or stamp.projection != projection:
            return None
        self._stored = stamp.version
        self._forget_lines()
        return stamp

    def begin(self, ruleset: AnyRuleset) -> None:
        self._known = self._shelf.stamp(self._game, self.name)
        self._stored = 0
        self._forget_lines()

    def tell(self, state: Table, event: Event, version: int, at: int) -> None:
        self._at = at
        self._told.append(sentence(state, event, self._language))

    def commit(self, stamp: Stamp) -> None:
        line = Line(stamp.version, self._at, tuple(self._told))
        self._tail.append((stamp, msgspec.json.encode(line)))
        self._told = []

    def store(self, stamp: Stamp) -> int | None:
        """Another process may have stored lines of this very log meanwhile: then go on from there.

        Everybody narrates alike, so whose lines they are makes no difference.
        """
        while self._tail:
            chunk = self._tail[:CHUNK]
            stands = self._shelf.extend(self._game, self.name, self._known, self._stored, chunk)
            known = [one.written() for one, _ in self._tail]
            if stands not in known:
                return None
            del self._tail[: known.index(stands) + 1]
            self._stored += known.index(stands) + 1
            self._known = stands
        return self._stored

    def read(self, first: int, last: int) -> list[Line] | None:
        """Lines of versions that have been told; None if what is stored is not what it was."""
        begin = self._stored + 1
        found: list[Line] = []
        if first < begin:
            stored = self._read_stored(first, min(last, self._stored))
            if stored is None:
                return None
            found = stored
        told = self._tail[max(first - begin, 0) : max(last - begin + 1, 0)]
        return found + [_lines.decode(line) for _, line in told]

    def _read_stored(self, first: int, last: int) -> list[Line] | None:
        stamp, lines = self._shelf.lines(self._game, self.name, first, last)
        mine, theirs = read_stamp(self._known), read_stamp(stamp)
        if mine is None or theirs is None or theirs.projection != mine.projection:
            return None
        return None if theirs.version < mine.version else decoded(lines, first, last)

    def _forget_lines(self) -> None:
        self._tail, self._told = [], []


def name_of(language: str) -> str:
    return f"log:{language}"


def sentence(state: Table, event: Event, language: str) -> Sentence:
    """An event in words, told after it was folded, for everybody at once."""
    ruleset = state.ruleset
    narrate = presentation_of(ruleset.name).narrate
    public = ruleset.redact(event, SPECTATOR)
    private: dict[str, str] = {}
    viewers: list[Viewer] = [ORGANIZER, *(Seat(i) for i in range(len(state.chairs)))]
    for viewer in viewers:
        known = ruleset.redact(event, viewer)
        if known != public:
            private[str(viewer)] = narrate(state, known, language)
    return Sentence(
        type=str(event.__struct_config__.tag),
        text=narrate(state, public, language),
        seat=getattr(public, "seat", None),
        private=private,
    )


def decoded(lines: list[bytes], first: int, last: int) -> list[Line] | None:
    """Stored lines of these versions; None unless they are just those."""
    try:
        found = [_lines.decode(line) for line in lines]
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if [line.version for line in found] == list(range(first, last + 1)) else None
