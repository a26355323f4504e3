"""Views that are folded from events. A fold continues from memory or from what is stored."""

from threading import RLock
from typing import Protocol

from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from eventlog.chain import BrokenChain, Chain
from eventlog.due_work import ENDED, status_of
from eventlog.live_games import LiveGames
from projections.one_game.checkpoints import Checkpoint, checkpoint_of
from projections.one_game.game_at import require_folded
from projections.one_game.stored_views import STEP, ignore_outages


class FoldFailed(Exception):
    """A view cannot apply an event. The fault is in the view, not in the ledger."""


class ViewFold(Protocol):
    """A view as a fold over events, which can be stored and restored."""

    def projection(self, ruleset: AnyRuleset) -> str:
        """The version of this projection. What another version has stored cannot be used."""

    def restore(self, ruleset: AnyRuleset) -> Checkpoint | None:
        """Load what is stored and return its checkpoint; None if it cannot be used."""

    def begin(self, ruleset: AnyRuleset) -> None:
        """Start from nothing, because what is stored cannot be used."""

    def apply(self, state: Table, event: Event, version: int, at: int) -> None:
        """Apply an event; `state` already includes it."""

    def commit(self, checkpoint: Checkpoint, state: Table, actor: str) -> None:
        """Finish a commit of this actor: all its events have been applied."""

    def store(self, checkpoint: Checkpoint) -> int | None:
        """Store the view. Returns the version that is stored now, or None to begin again."""


class IncrementalFold:
    """One view fold of one game, run up to the game's head. Use it only under its lock."""

    def __init__(self, games: LiveGames, game: str, fold: ViewFold) -> None:
        self.lock = RLock()
        self._games = games
        self._game = game
        self._fold = fold
        self._chain: Chain | None = None
        self._stored = 0
        self._projection = ""

    def catch_up(self, *, from_start: bool = False) -> Chain:
        """Fold what is missing up to the head; `from_start` ignores what is stored."""
        if from_start:
            self.forget()
        for is_last in (False, True):
            chain = self._chain or self._start(from_start=from_start or is_last)
            try:
                if self._follow(chain):
                    return chain
            except BrokenChain:
                if is_last:
                    self.forget()
                    raise
            except BaseException:
                # The fold may have applied half a commit.
                self.forget()
                raise
            # The log has changed: a Redis that failed over may have lost the last commits.
            self.forget()
        raise FoldFailed(f"game {self._game} changes faster than it can be folded")

    def store_if_due(self) -> None:
        """Store the fold if enough has happened since the last time, or the game has ended."""
        chain = self._chain
        if chain is None:
            return
        behind = chain.version - self._stored
        if behind >= STEP or (behind > 0 and status_of(chain.state) in ENDED):
            with ignore_outages("a view could not be stored", self._game):
                self.store()

    def store(self) -> bool:
        """Store the fold as it is. Returns False if it has to begin again."""
        assert self._chain is not None, "a fold is stored after it was caught up"
        stored = self._fold.store(checkpoint_of(self._chain, self._projection))
        if stored is None:
            self.forget()
            return False
        self._stored = stored
        return True

    def forget(self) -> None:
        """Drop the fold from memory; the next reader starts from what is stored."""
        self._chain = None

    def _start(self, *, from_start: bool) -> Chain:
        with self._games.hold(self._game) as live:
            require_folded(live)
            ruleset, head = live.state.ruleset, live.version
        self._projection = self._fold.projection(ruleset)
        checkpoint = None if from_start else self._fold.restore(ruleset)
        chain = None
        if checkpoint is not None and checkpoint.version <= head:
            chain = self._games.chain_at(self._game, checkpoint.version)
        if chain is None or checkpoint != checkpoint_of(chain, self._projection):
            self._fold.begin(ruleset)
            chain = self._games.chain_at(self._game, 0)
        self._chain, self._stored = chain, chain.version
        return chain

    def _follow(self, chain: Chain) -> bool:
        """Fold up to the head. Returns False if the log is no longer the one that was folded."""
        with self._games.hold(self._game) as live:
            goal, head = live.version, live.folded.head
        while chain.version < goal:
            page = self._games.commits_after(self._game, chain.version, goal)
            if not page:
                break
            for version, line in page:
                if version <= goal:
                    actor = chain.apply(version, line, self._apply).actor
                    checkpoint = checkpoint_of(chain, self._projection)
                    self._fold.commit(checkpoint, chain.state, actor)
        return (chain.version, chain.head) == (goal, head)

    def _apply(self, state: Table, event: Event, version: int, at: int) -> None:
        try:
            self._fold.apply(state, event, version, at)
        except Exception as error:
            # Its own type, because a chain would take a LookupError for a broken ledger. The
            # event itself stays out of the message: it may hold a hidden card.
            kind = type(event).__name__
            raise FoldFailed(f"game {self._game}, version {version}: {kind}") from error
