"""The log of a game as a fold: one for each language, with what each viewer may read in it."""

from typing import Any

import msgspec
from msgspec import Struct, field

from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from presentation.registry import presentation_of
from projections.one_game.checkpoints import Checkpoint, read_checkpoint
from projections.one_game.stored_views import StoredViews

PROJECTION = "2"
"""Raise it also when a sentence changes."""
CHUNK = 500
"""How many commits are stored at once at most: Redis does nothing else meanwhile."""


class Sentence(Struct, frozen=True, omit_defaults=True):
    """The sentence of an event for everybody, and other sentences for viewers who know more."""

    type: str
    text: str
    seat: Seat | None = None
    private: dict[str, str] = {}

    def text_for(self, viewer: Viewer) -> str:
        return self.private.get(str(viewer), self.text)


class CommitSentences(Struct, frozen=True):
    """The sentences of one commit."""

    version: int
    at: int
    sentences: tuple[Sentence, ...] = field(name="told")

    def entries(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Return the entries of the log as one viewer may read them."""
        return [
            {
                "version": self.version,
                "at": self.at,
                "type": sentence.type,
                "seat": sentence.seat,
                "text": sentence.text_for(viewer),
            }
            for sentence in self.sentences
        ]


_lines = msgspec.json.Decoder(CommitSentences)


class LogFold:
    """Narrates a game. It is stored line by line, so that only the newest lines stay in memory."""

    def __init__(self, stored_views: StoredViews, game: str, language: str) -> None:
        self._stored_views = stored_views
        self._game = game
        self._language = language
        self.name = name_of(language)
        self._known = b""
        """The checkpoint under which lines are stored, as last seen."""
        self._stored = 0
        self._tail: list[tuple[Checkpoint, bytes]] = []
        """The lines that are not stored, or may not be."""
        self._at = 0
        self._sentences: list[Sentence] = []

    def projection(self, ruleset: AnyRuleset) -> str:
        return PROJECTION

    def restore(self, ruleset: AnyRuleset) -> Checkpoint | None:
        self._known = self._stored_views.checkpoint(self._game, self.name)
        checkpoint = read_checkpoint(self._known)
        if checkpoint is None or checkpoint.projection != self.projection(ruleset):
            return None
        self._stored = checkpoint.version
        self._forget_lines()
        return checkpoint

    def begin(self, ruleset: AnyRuleset) -> None:
        self._known = self._stored_views.checkpoint(self._game, self.name)
        self._stored = 0
        self._forget_lines()

    def apply(self, state: Table, event: Event, version: int, at: int) -> None:
        self._at = at
        self._sentences.append(sentence(state, event, self._language))

    def commit(self, checkpoint: Checkpoint) -> None:
        line = CommitSentences(checkpoint.version, self._at, tuple(self._sentences))
        self._tail.append((checkpoint, msgspec.json.encode(line)))
        self._sentences = []

    def store(self, checkpoint: Checkpoint) -> int | None:
        """Store the new lines, or go on after those that another process stored meanwhile.

        All processes narrate alike, so it makes no difference whose lines they are.
        """
        while self._tail:
            chunk = self._tail[:CHUNK]
            stored = self._stored_views.extend(
                self._game, self.name, self._known, self._stored, chunk
            )
            known = [one.to_bytes() for one, _ in self._tail]
            if stored not in known:
                return None
            del self._tail[: known.index(stored) + 1]
            self._stored += known.index(stored) + 1
            self._known = stored
        return self._stored

    def read(self, first: int, last: int) -> list[CommitSentences] | None:
        """The lines of these versions; None if what is stored has changed meanwhile."""
        begin = self._stored + 1
        found: list[CommitSentences] = []
        if first < begin:
            stored = self._read_stored(first, min(last, self._stored))
            if stored is None:
                return None
            found = stored
        recent = self._tail[max(first - begin, 0) : max(last - begin + 1, 0)]
        return found + [_lines.decode(line) for _, line in recent]

    def _read_stored(self, first: int, last: int) -> list[CommitSentences] | None:
        checkpoint, lines = self._stored_views.lines(self._game, self.name, first, last)
        mine, theirs = read_checkpoint(self._known), read_checkpoint(checkpoint)
        if mine is None or theirs is None or theirs.projection != mine.projection:
            return None
        return None if theirs.version < mine.version else decoded(lines, first, last)

    def _forget_lines(self) -> None:
        self._tail, self._sentences = [], []


def name_of(language: str) -> str:
    return f"log:{language}"


def sentence(state: Table, event: Event, language: str) -> Sentence:
    """Narrate an event for all viewers, after it was folded."""
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
        seat=public.main_seat,
        private=private,
    )


def decoded(lines: list[bytes], first: int, last: int) -> list[CommitSentences] | None:
    """Decode the stored lines of these versions; None unless they are complete."""
    try:
        found = [_lines.decode(line) for line in lines]
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if [line.version for line in found] == list(range(first, last + 1)) else None
