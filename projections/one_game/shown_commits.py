"""Commits as viewers see them, made once for all readers of a game that see the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, TypeAlias

from domain.ids import Viewer
from eventlog.chain import BrokenChain, Chain
from eventlog.commit import codec_for, hash_in
from eventlog.live_games import LiveGames
from projections.one_game.commit_views import commit_view, plain_view
from projections.one_game.geometries import Geometries
from projections.one_game.json_patch import difference
from projections.one_game.recently_used import RecentlyUsed

GAMES_IN_MEMORY = 200
"""For how many games a process has this in memory: 50 KiB and more for every kind of reader."""
COMMITS_IN_MEMORY = 32
"""How many shown commits of a game are kept for each kind of reader."""

Batch: TypeAlias = list[tuple[int, bytes]]
"""Commits by version, each as JSON for one viewer."""
Lines: TypeAlias = Sequence[tuple[int, bytes]]
"""Commits by version, as stored."""
Reader: TypeAlias = tuple[Viewer, bool]
"""A kind of reader: as which viewer, and whether with the changes of the view."""


@dataclass
class _Walk:
    """A fold that goes from commit to commit, and the last views of readers who want changes."""

    chain: Chain
    views: dict[Reader, Any] = field(default_factory=dict)

    def join(self, reader: Reader) -> None:
        """From the next commit on, show each to this reader."""
        if reader not in self.views:
            viewer, with_changes = reader
            self.views[reader] = plain_view(self.chain.state, viewer) if with_changes else None

    def step(self, version: int, line: bytes, geometries: Geometries) -> dict[Reader, bytes]:
        """Fold the next commit, and show it to all readers."""
        self.chain.apply(version, line)
        state = self.chain.state
        commit = codec_for(self.chain.state.ruleset).decode(line)
        shown: dict[Reader, bytes] = {}
        for reader, old in self.views.items():
            viewer, with_changes = reader
            if not with_changes:
                shown[reader] = commit_view(state, commit, viewer)
                continue
            geometries.keep_of(state)
            new = plain_view(state, viewer)
            self.views[reader] = new
            shown[reader] = commit_view(state, commit, viewer, difference(old, new))
        return shown


@dataclass
class _Game:
    """What is in memory of one game. Use it only under its lock."""

    lock: RLock = field(default_factory=RLock)
    newest: _Walk | None = None
    """Follows the head of the game, for live feeds."""
    past: dict[Reader, _Walk] = field(default_factory=dict)
    """By reader: goes on with the pages of somebody who reads what has been."""
    made: dict[int, tuple[bytes, dict[Reader, bytes]]] = field(default_factory=dict)
    """By version: the hash of the commit, and how readers see it."""
    asked: dict[Reader, int] = field(default_factory=dict)
    """By reader: the newest version that was asked for."""

    def find(self, reader: Reader, version: int, line: bytes) -> bytes | None:
        digest, shown = self.made.get(version, (b"", {}))
        return shown.get(reader) if digest == hash_in(line) else None

    def keep(self, version: int, line: bytes, shown: dict[Reader, bytes]) -> None:
        """Keep what was made by the newest walk, and forget what is old."""
        self.made[version] = (hash_in(line), shown)
        while len(self.made) > COMMITS_IN_MEMORY:
            del self.made[next(iter(self.made))]
        assert self.newest is not None
        for reader in [*self.newest.views]:
            if self.asked.get(reader, 0) < version - COMMITS_IN_MEMORY:
                del self.newest.views[reader]

    def forget(self) -> None:
        self.newest = None
        self.past.clear()
        self.made.clear()


class ShownCommits:
    """Shows commits to readers. Those that follow a game live share the work of each commit."""

    def __init__(self, games: LiveGames, geometries: Geometries) -> None:
        self._games = games
        self._geometries = geometries
        self._memory: RecentlyUsed[str, _Game] = RecentlyUsed(GAMES_IN_MEMORY)

    def await_next(self, game: str, reader: Reader, version: int) -> None:
        """Prepare for the commit after a version, which is the game's last for now.

        Without this, each kind of reader would cost a fold of its own when a commit comes.
        """
        memory = self._memory.get_or_make(game, _Game)
        with memory.lock:
            memory.asked[reader] = version
            try:
                newest = self._catch_up(game, memory, version)
            except BrokenChain:
                # The log is not the one that this process has folded.
                memory.forget()
                return
            if newest.chain.version == version:
                newest.join(reader)

    def show(self, game: str, reader: Reader, lines: Lines) -> Batch:
        """Commits that follow on each other, as a reader sees them."""
        memory = self._memory.get_or_make(game, _Game)
        with memory.lock:
            found = [memory.find(reader, version, line) for version, line in lines]
            missing = found.index(None) if None in found else len(lines)
            if lines:
                memory.asked[reader] = max(memory.asked.get(reader, 0), lines[-1][0])
            made = self._make(game, memory, reader, lines[missing:])
        return [
            (version, shown)
            for (version, _), shown in zip(lines, [*found[:missing], *made], strict=True)
            if shown is not None
        ]

    def _make(self, game: str, memory: _Game, reader: Reader, lines: Lines) -> list[bytes]:
        """Show commits that are not in memory."""
        if not lines:
            return []
        try:
            return self._walk_along(game, memory, reader, lines)
        except BrokenChain:
            # The log is not the one that this process has folded.
            memory.forget()
            return self._walk_along(game, memory, reader, lines)

    def _walk_along(self, game: str, memory: _Game, reader: Reader, lines: Lines) -> list[bytes]:
        walk = self._walk_at(game, memory, reader, lines[0][0] - 1)
        walk.join(reader)
        made = []
        for version, line in lines:
            shown = walk.step(version, line, self._geometries)
            if walk is memory.newest:
                memory.keep(version, line, shown)
            made.append(shown[reader])
        return made

    def _walk_at(self, game: str, memory: _Game, reader: Reader, version: int) -> _Walk:
        """A walk that has come as far as this version."""
        newest, past = memory.newest, memory.past.get(reader)
        if newest is not None and newest.chain.version == version:
            return newest
        if newest is None or newest.chain.version < version:
            return self._catch_up(game, memory, version)
        if past is None or past.chain.version != version:
            past = memory.past[reader] = _Walk(self._games.chain_at(game, version))
        return past

    def _catch_up(self, game: str, memory: _Game, version: int) -> _Walk:
        """Let the newest walk come as far as this version, for the readers that it has."""
        walk = memory.newest
        if walk is None or walk.chain.version < version - COMMITS_IN_MEMORY:
            walk = memory.newest = _Walk(self._games.chain_at(game, version))
        while walk.chain.version < version:
            page = self._games.commits_after(game, walk.chain.version, version)
            for number, line in page:
                if number <= version:
                    memory.keep(number, line, walk.step(number, line, self._geometries))
            if not page:
                raise BrokenChain(version, "is missing")
        return walk
