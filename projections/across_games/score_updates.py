"""Settling: closed games are counted one after the other, in the order in which they ended.

Ratings hang on that order. When an earlier game turns up, the later ones are taken back first.
"""

from threading import Lock

from projections.across_games.catalogue_store import Entry, Register
from projections.across_games.player_records import NOTHING, Line, after_game, names_in
from projections.across_games.score_store import Lines, Page, Scorebook

AT_ONCE = 100
"""So many games are counted, or taken back, in one write."""


class Settler:
    """Counts closed games. Several processes may do so at once: the same comes out."""

    def __init__(self, register: Register, book: Scorebook) -> None:
        self._register = register
        self._book = book
        self._lock = Lock()

    def settle(self, edition: int) -> int:
        """Count all games of an edition; the revision at which none was left."""
        with self._lock:
            while True:
                revision, games = self._book.to_settle(edition, AT_ONCE)
                if not games:
                    return revision
                later = self._book.settled_since(edition, games[0], AT_ONCE)
                page = self._taken_back(edition, later) if later else self._counted(edition, games)
                # If it is not written, another process was faster, or there is news.
                self._book.write(edition, revision, page)

    def _taken_back(self, edition: int, games: list[str]) -> Page:
        """The lines before the earliest of these games, which come the last first."""
        after: dict[str, Line | None] = {}
        for before in self._book.undo(edition, games):
            after.update(before)
        return Page(games, self._book.lines(edition, list(after)), after, is_settled=False)

    def _counted(self, edition: int, games: list[str]) -> Page:
        """The lines after these games, which come in their order."""
        entries = {game: entry for game, entry in self._entries(edition, games) if entry}
        names = dict.fromkeys(name for entry in entries.values() for name in names_in(entry))
        stored = self._book.lines(edition, list(names))
        lines = {name: line or NOTHING for name, line in stored.items()}
        undo: dict[str, Lines] = {}
        for game, entry in entries.items():
            undo[game] = {name: _kept(lines[name]) for name in names_in(entry)}
            lines.update(after_game(entry, lines))
        return Page(games, stored, lines, undo)

    def _entries(self, edition: int, games: list[str]) -> list[tuple[str, Entry | None]]:
        """The games that are to be counted at these turns; None if one is not, or not then."""
        found = self._register.entries(edition, [game.split(":", 1)[1] for game in games])
        return [
            (game, entry if entry and entry.result and entry.turn == game else None)
            for game, entry in zip(games, found, strict=True)
        ]


def _kept(line: Line) -> Line | None:
    return None if line is NOTHING else line
