"""Settling: closed games are counted one after the other, in the order in which they ended.

Ratings hang on that order. When an earlier game turns up, the later ones are taken back first.
A game that cannot be counted is set aside, and the others are counted without it.
"""

import logging
from threading import Lock

from projections.across_games.catalogue_store import Entry, Register
from projections.across_games.player_records import NOTHING, Line, after_game, names_in
from projections.across_games.score_store import Lines, Page, Scorebook
from projections.across_games.set_aside import SetAside

AT_ONCE = 100
"""So many games are counted, or taken back, in one write."""

logger = logging.getLogger(__name__)


class Settler:
    """Counts closed games. Several processes may do so at once: the same comes out."""

    def __init__(self, register: Register, book: Scorebook, set_aside: SetAside) -> None:
        self._register = register
        self._book = book
        self._set_aside = set_aside
        self._lock = Lock()

    def settle(self, edition: int) -> int:
        """Count all games of an edition; the revision at which none was left."""
        with self._lock:
            while True:
                revision, turns = self._book.to_settle(edition, AT_ONCE)
                if not turns:
                    return revision
                later = self._book.settled_since(edition, turns[0], AT_ONCE)
                # If a page is not written, another process was faster, or there is news.
                if later:
                    self._book.write(edition, revision, self._taken_back(edition, later))
                else:
                    self._count(edition, revision, turns)

    def try_again(self, edition: int, game: str) -> None:
        """Let a game that was set aside be counted the next time that games are."""
        (entry,) = self._register.entries(edition, [game])
        if entry is not None and self._set_aside.uncounted(edition, [game]):
            self._book.count_again(edition, entry.turn)

    def _taken_back(self, edition: int, turns: list[str]) -> Page:
        """The lines before the earliest of these games, which come the last first."""
        after: dict[str, Line | None] = {}
        for before in self._book.undo(edition, turns):
            after.update(before)
        return Page(turns, self._book.lines(edition, list(after)), after, is_settled=False)

    def _count(self, edition: int, revision: int, turns: list[str]) -> None:
        """Count games, which come in their order, and write the lines after them."""
        found = self._register.entries(edition, [_game_at(turn) for turn in turns])
        names = dict.fromkeys(name for entry in found if entry for name in names_in(entry))
        stored = self._book.lines(edition, list(names))
        lines = {name: line or NOTHING for name, line in stored.items()}
        undo: dict[str, Lines] = {}
        errors: dict[str, Exception] = {}
        taken_up: list[str] = []
        for turn, entry in zip(turns, found, strict=True):
            if entry is not None and entry.result is None:
                # It is no longer closed.
                taken_up.append(entry.summary.game_id)
            elif entry is None or entry.turn == turn:
                try:
                    undo[turn] = _count_one(entry, lines)
                    taken_up.append(_game_at(turn))
                except Exception as error:
                    # Its turn has come all the same: it is tried again if that is taken back.
                    undo[turn] = {}
                    errors[_game_at(turn)] = error
        page = Page(
            turns,
            stored,
            {name: _kept(line) for name, line in lines.items()},
            undo,
            {game: f"{type(error).__name__}: {error}" for game, error in errors.items()},
            taken_up,
        )
        known = self._set_aside.uncounted(edition, list(errors))
        if self._book.write(edition, revision, page):
            for game, reason in page.set_aside.items() - known.items():
                exception, about = errors[game], {"game": game}
                logger.error("set aside: %s", reason, exc_info=exception, extra=about)


def _count_one(entry: Entry | None, lines: dict[str, Line]) -> Lines:
    """Bring lines up to date with a game; those that it changes, as they were before."""
    if entry is None:
        raise ValueError("its entry in the catalogue cannot be read")
    before = {name: _kept(lines[name]) for name in names_in(entry)}
    lines.update(after_game(entry, lines))
    return before


def _game_at(turn: str) -> str:
    """The game that has a turn."""
    return turn.split(":", 1)[1]


def _kept(line: Line) -> Line | None:
    return None if line is NOTHING else line
