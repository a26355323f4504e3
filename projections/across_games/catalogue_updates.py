"""Updates the catalogue from the partitions' indexes, which name the games that changed."""

import logging
from collections.abc import Iterable
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from domain.refusals import RuleViolation
from domain.table.lobby import GameStarted
from domain.table.state import LOBBY
from eventlog.commit import codec_for
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGame, LiveGames
from eventlog.public_keys import TrustedKeys
from eventlog.redis_keys import partition_of
from projections.across_games import index_reader
from projections.across_games.catalogue_entries import CatalogueEntry, decode_entry
from projections.across_games.catalogue_store import (
    PROJECTION,
    CatalogueStore,
    CurrentGeneration,
)
from projections.across_games.challenge_attempts import attempt_of
from projections.across_games.index_reader import IndexEntries, IndexReader
from projections.across_games.results import result_of
from projections.across_games.set_aside import SetAside
from projections.across_games.summaries import Start, summarize
from projections.one_game.checkpoints import checkpoint_of
from projections.one_game.game_at import require_folded

SAVE_POSITION_EVERY = 100
"""The position is saved after so many index entries that change nothing: a write costs a sync."""
COMMITS_BEFORE_START = 20
"""So many commits are read at once to find the one that started a game."""

logger = logging.getLogger(__name__)


class NewGeneration(Struct, frozen=True):
    """A generation that is being built: its games, and where the indexes ended before that."""

    number: int
    positions: dict[int, bytes]
    games: list[str]


class CatalogueUpdater:
    """Stores the entries of games that have changed in a way that the catalogue shows."""

    def __init__(self, games: LiveGames, store: CatalogueStore, trust: TrustedKeys) -> None:
        self._games = games
        self._store = store
        self._trust = trust
        self.set_aside = SetAside(games.ledger.redis)
        self._indexes = IndexReader(games.ledger.redis)
        self._lock = Lock()

    def catch_up(self) -> int:
        """Read the indexes to their ends. Returns the generation that readers use then."""
        with self._lock:
            while True:
                current = self._store.current()
                if current is None:
                    self._build()
                elif self._catch_up_generation(current):
                    return current.number

    def rebuild(self) -> None:
        """Build a new generation from the logs alone and make readers use it."""
        with self._lock:
            self._build()

    def begin_generation(self) -> NewGeneration:
        """Begin a new generation, which is to be built from the logs alone."""
        number = self._store.new_generation()
        positions = self._indexes.ends()
        # Listed after that: a game that is opened later appears in its index.
        return NewGeneration(number, positions, self._all_games())

    def publish(self, new: NewGeneration) -> None:
        """Make readers use a generation that has the entries of all its games."""
        self._store.publish(new.number, new.positions)
        self._store.delete_old_generations()

    def update(self, generation: int, game: str) -> bool:
        """Store the entry of a game as it is now. Returns False if the game cannot be read.

        The game is read after the stored entry, so the new entry is never older than that one.
        """
        while True:
            seen = self._store.entry(generation, game)
            try:
                with self._games.hold_to_read(game) as live:
                    require_folded(live)
                    entry = self._entry(live, decode_entry(seen))
                    if live.lacks_rules:
                        entry = self._with_known_result(entry)
            except RuleViolation as refusal:
                logger.info("this game is not in the catalogue: %s", refusal, extra={"game": game})
                return False
            except UNREACHABLE:
                # An outage is not the fault of the game.
                raise
            except Exception as error:
                self.set_aside.add_unreadable(generation, game, error)
                return False
            if self._store.put_entry(generation, entry, seen):
                return True

    def _build(self) -> None:
        new = self.begin_generation()
        for game in new.games:
            self.update(new.number, game)
        self.publish(new)

    def _all_games(self) -> list[str]:
        return sorted(set(self._games.ledger.games()))

    def _entry(self, live: LiveGame, old: CatalogueEntry | None) -> CatalogueEntry:
        summary = None if old is None else old.summary
        opened_at = self.opened_at(live) if summary is None else summary.opened_at
        start = None if summary is None else summary.start
        if start is None and live.state.phase != LOBBY:
            start = self._start_of(live)
        result = result_of(live, self._games.ledger, self._trust)
        return CatalogueEntry(
            checkpoint_of(live.folded, PROJECTION),
            summarize(live, opened_at, start),
            result,
            attempt_of(live, result),
            None if old is None else old.rating,
        )

    def _with_known_result(self, entry: CatalogueEntry) -> CatalogueEntry:
        """Keep what a build that had the rules of this game has found out about its result."""
        current = self._store.current()
        known = (
            None if current is None else self._store.entry(current.number, entry.summary.game_id)
        )
        found = decode_entry(known)
        if found is None or found.checkpoint != entry.checkpoint or found.result is None:
            return entry
        return replace(entry, result=found.result, attempt=found.attempt)

    def opened_at(self, live: LiveGame) -> int:
        """When (ms) a game was opened."""
        ((_, first),) = self._games.ledger.read(live.game, 0, 1)
        return codec_for(live.folded.ruleset).outline(first).at

    def _start_of(self, live: LiveGame) -> Start | None:
        """Return when a game started; None if it ended before that."""
        codec, reached = codec_for(live.folded.ruleset), 0
        while reached < live.version:
            # A game starts within its first commits, so a whole page of the log is not needed.
            until = min(reached + COMMITS_BEFORE_START, live.version)
            for version, line in self._games.ledger.read(live.game, reached, until):
                outline = codec.outline(line)
                if any(isinstance(event, GameStarted) for event in outline.events):
                    return Start(outline.at, version)
            reached = until
        return None

    def _catch_up_generation(self, current: CurrentGeneration) -> bool:
        """Bring one generation up to date. Returns False if readers use another one by now."""
        while True:
            new_entries = self._indexes.read(current.positions)
            count = sum(map(len, new_entries.values()))
            updated = self._update_changed(current.number, _latest(new_entries.values()))
            updated += self._update_lost(current, new_entries)
            if not updated and count < SAVE_POSITION_EVERY:
                return True
            positions = {partition: entries[-1][0] for partition, entries in new_entries.items()}
            if not self._store.advance(current, positions):
                return False
            if all(len(entries) < index_reader.AT_ONCE for entries in new_entries.values()):
                return True
            current = CurrentGeneration(current.number, {**current.positions, **positions})

    def _update_changed(self, generation: int, changed: dict[str, tuple[int, str]]) -> int:
        """Update changed games. Most commits of a running game change nothing in the catalogue."""
        games = list(changed)
        updated = 0
        for game, old in zip(games, self._store.entries(generation, games), strict=True):
            version, status = changed[game]
            if old is not None:
                is_going_on = status == old.summary.status == "playing"
                if is_going_on or old.checkpoint.version >= version:
                    continue
            self.update(generation, game)
            updated += 1
        return updated

    def _update_lost(self, current: CurrentGeneration, new_entries: dict[int, IndexEntries]) -> int:
        """Update all games of a partition whose index has lost entries that were not read."""
        lost_partitions = self._indexes.lost_partitions(current.positions, list(new_entries))
        games = (
            [game for game in self._all_games() if partition_of(game) in lost_partitions]
            if lost_partitions
            else []
        )
        for game in games:
            self.update(current.number, game)
        return len(games)


def _latest(new_entries: Iterable[IndexEntries]) -> dict[str, tuple[int, str]]:
    """Return the last version and status of every game in new index entries."""
    return {
        fields[b"game"].decode(): (int(fields[b"version"]), fields[b"status"].decode())
        for entries in new_entries
        for _, fields in entries
    }
