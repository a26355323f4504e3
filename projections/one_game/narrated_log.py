"""The log of a game as a fold: one for each language, with what each viewer may read in it."""

from copy import copy

import msgspec
from msgspec import Struct, field

from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.messages import Event
from domain.ruleset import AnyRuleset, NotableKind
from domain.stand_in import UntoldEvent
from domain.table.state import Table
from domain.table.thinking import Thinking
from presentation.player_names import players_in
from presentation.registry import presentation_of
from presentation.stand_in_narration import STAND_IN_NARRATOR
from projections.one_game.checkpoints import Checkpoint, read_checkpoint
from projections.one_game.stored_views import StoredViews

PROJECTION = "5"
"""Raise it also when a sentence changes."""
CHUNK = 500
"""How many commits are stored at once at most: Redis does nothing else meanwhile."""


class Sentence(Struct, frozen=True, omit_defaults=True):
    """The sentence of an event for everybody, and other sentences for viewers who know more."""

    type: str
    text: str
    seat: Seat | None = None
    private: dict[str, str] = {}
    seats: tuple[Seat, ...] = ()
    """The seats that the event concerns, as everybody may know."""
    turn: int = 0
    kind: NotableKind | None = None

    def text_for(self, viewer: Viewer) -> str:
        """The sentence for a viewer, with marks for the names of players."""
        return self.private.get(str(viewer), self.text)


class CommitSentences(Struct, frozen=True, omit_defaults=True):
    """The sentences of one commit, and how long it took its author."""

    version: int
    at: int
    sentences: tuple[Sentence, ...] = field(name="told")
    thinking: Thinking = field(default_factory=Thinking)
    """Whose time runs after the commit, so that a log that is continued knows."""
    thinking_ms: int | None = None
    """How long its author took; None if it is no decision of a seat."""

    def players(self, viewer: Viewer) -> set[str]:
        """The players whom these sentences name."""
        return {one for told in self.sentences for one in players_in(told.text_for(viewer))}


class Narrator:
    """Tells the events of a game commit by commit, in one language."""

    def __init__(self, language: str, thinking: Thinking | None = None) -> None:
        self._language = language
        self._thinking = thinking or Thinking()
        self._at = 0
        self._sentences: list[Sentence] = []

    def apply(self, state: Table, event: Event, version: int, at: int) -> None:
        """Tell an event; `state` already includes it."""
        self._at = at
        self._thinking.apply(event, at)
        self._sentences.append(sentence(state, event, self._language))

    def finish(self, version: int, state: Table, actor: str) -> CommitSentences:
        """Finish a commit of this actor."""
        decision = self._thinking.finish(state, actor)
        told, self._sentences = tuple(self._sentences), []
        thinking_ms = None if decision is None else decision.ms
        return CommitSentences(version, self._at, told, copy(self._thinking), thinking_ms)


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
        self._narrator = Narrator(language)

    def projection(self, ruleset: AnyRuleset) -> str:
        return PROJECTION

    def restore(self, ruleset: AnyRuleset) -> Checkpoint | None:
        self._known = self._stored_views.checkpoint(self._game, self.name)
        checkpoint = read_checkpoint(self._known)
        if checkpoint is None or checkpoint.projection != self.projection(ruleset):
            return None
        last = self._read_stored(checkpoint.version, checkpoint.version)
        if not last:
            return None
        self._stored = checkpoint.version
        self._begin_after(last[0].thinking)
        return checkpoint

    def begin(self, ruleset: AnyRuleset) -> None:
        self._known = self._stored_views.checkpoint(self._game, self.name)
        self._stored = 0
        self._begin_after(Thinking())

    def apply(self, state: Table, event: Event, version: int, at: int) -> None:
        self._narrator.apply(state, event, version, at)

    def commit(self, checkpoint: Checkpoint, state: Table, actor: str) -> None:
        line = self._narrator.finish(checkpoint.version, state, actor)
        self._tail.append((checkpoint, msgspec.json.encode(line)))

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

    def _begin_after(self, thinking: Thinking) -> None:
        self._tail = []
        self._narrator = Narrator(self._language, thinking)


def name_of(language: str) -> str:
    return f"log:{language}"


def sentence(state: Table, event: Event, language: str) -> Sentence:
    """Narrate an event for all viewers, after it was folded.

    Names are not part of it: they are stored nowhere but with the players, who may change them.
    """
    ruleset = state.ruleset
    is_known = not ruleset.is_stand_in
    narrate = (presentation_of(ruleset.name) if is_known else STAND_IN_NARRATOR).template
    public = ruleset.redact(event, SPECTATOR)
    private: dict[str, str] = {}
    viewers: list[Viewer] = [ORGANIZER, *(Seat(i) for i in range(len(state.chairs)))]
    for viewer in viewers:
        known = ruleset.redact(event, viewer)
        if known != public:
            private[str(viewer)] = narrate(state, known, language)
    return Sentence(
        type=event.kind if isinstance(event, UntoldEvent) else str(event.__struct_config__.tag),
        text=narrate(state, public, language),
        seat=public.main_seat,
        private=private,
        seats=ruleset.concerned(state, public),
        turn=state.turn,
        kind=ruleset.notable.kind_of(event),
    )


def decoded(lines: list[bytes], first: int, last: int) -> list[CommitSentences] | None:
    """Decode the stored lines of these versions; None unless they are complete."""
    try:
        found = [_lines.decode(line) for line in lines]
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if [line.version for line in found] == list(range(first, last + 1)) else None
