"""Counts closed games one after the other, in the order in which they ended.

Ratings depend on that order. When an earlier game appears, the later ones are undone first.
A game that cannot be counted is set aside, and the others are counted without it.
"""

import logging
from threading import Lock

from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.catalogue_store import CatalogueStore
from projections.across_games.player_records import (
    EMPTY_RECORD,
    PlayerRecord,
    record_names,
    records_after,
)
from projections.across_games.score_store import Records, ScoreChanges, ScoreStore
from projections.across_games.set_aside import SetAside

AT_ONCE = 100
"""How many games are counted or undone in one write."""

logger = logging.getLogger(__name__)


class ScoreUpdater:
    """Counts closed games. Several processes may do so at once; the result is the same."""

    def __init__(
        self, catalogue_store: CatalogueStore, score_store: ScoreStore, set_aside: SetAside
    ) -> None:
        self._catalogue_store = catalogue_store
        self._score_store = score_store
        self._set_aside = set_aside
        self._lock = Lock()

    def count_games(self, generation: int) -> int:
        """Count all closed games of a generation. Returns the revision after that."""
        with self._lock:
            while True:
                revision, members = self._score_store.to_count(generation, AT_ONCE)
                if not members:
                    return revision
                later = self._score_store.counted_since(generation, members[0], AT_ONCE)
                # If nothing is written, another process was faster, or a result has changed.
                if later:
                    self._score_store.write(generation, revision, self._undone(generation, later))
                else:
                    self._count(generation, revision, members)

    def try_again(self, generation: int, game: str) -> None:
        """Let a game that was set aside be counted the next time."""
        (entry,) = self._catalogue_store.entries(generation, [game])
        if entry is not None and self._set_aside.count_failures(generation, [game]):
            self._score_store.count_again(generation, entry.closing_member)

    def _undone(self, generation: int, members: list[str]) -> ScoreChanges:
        """Undo games, which come the last first: the records before the earliest of them."""
        after: dict[str, PlayerRecord | None] = {}
        for before in self._score_store.undo(generation, members):
            after.update(before)
        stored = self._score_store.records(generation, list(after))
        return ScoreChanges(members, stored, after, is_counted=False)

    def _count(self, generation: int, revision: int, members: list[str]) -> None:
        """Count games, which come in the order of counting, and write the records after them."""
        found = self._catalogue_store.entries(generation, [_game_of(member) for member in members])
        names = dict.fromkeys(name for entry in found if entry for name in record_names(entry))
        stored = self._score_store.records(generation, list(names))
        records = {name: record or EMPTY_RECORD for name, record in stored.items()}
        undo: dict[str, Records] = {}
        errors: dict[str, Exception] = {}
        no_longer_set_aside: list[str] = []
        for member, entry in zip(members, found, strict=True):
            if entry is not None and entry.result is None:
                # It is no longer closed.
                no_longer_set_aside.append(entry.summary.game_id)
            elif entry is None or entry.closing_member == member:
                try:
                    undo[member] = _count_one(entry, records)
                    no_longer_set_aside.append(_game_of(member))
                except Exception as error:
                    # It is marked as counted all the same. If that is undone, it is tried again.
                    undo[member] = {}
                    errors[_game_of(member)] = error
        changes = ScoreChanges(
            members,
            stored,
            {name: _none_if_empty(record) for name, record in records.items()},
            undo,
            {game: f"{type(error).__name__}: {error}" for game, error in errors.items()},
            no_longer_set_aside,
        )
        known = self._set_aside.count_failures(generation, list(errors))
        if self._score_store.write(generation, revision, changes):
            for game, reason in changes.set_aside.items() - known.items():
                message = "this game is set aside and does not count: %s"
                logger.error(message, reason, exc_info=errors[game], extra={"game": game})


def _count_one(entry: CatalogueEntry | None, records: dict[str, PlayerRecord]) -> Records:
    """Count a game in the records. Returns those that it changes, as they were before."""
    if entry is None:
        raise ValueError("the game's entry in the catalogue cannot be read")
    before = {name: _none_if_empty(records[name]) for name in record_names(entry)}
    records.update(records_after(entry, records))
    return before


def _game_of(member: str) -> str:
    """Return the game of a member in the order of counting."""
    return member.split(":", 1)[1]


def _none_if_empty(record: PlayerRecord) -> PlayerRecord | None:
    return None if record is EMPTY_RECORD else record
