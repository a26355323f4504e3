"""Keepers: views that are folded from events, each as far as this process has come with it."""

from threading import RLock
from typing import Protocol

from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from eventlog.chain import BrokenChain, Chain
from eventlog.due_work import ENDED, status_of
from eventlog.live_games import LiveGames
from projections.one_game.checkpoints import Stamp, stamp_of
from projections.one_game.game_at import require_folded
from projections.one_game.stored_views import STEP, not_needed


class FoldFailed(Exception):
    """A view cannot tell of an event: a fault in the view, not in the ledger."""


class Fold(Protocol):
    """What a keeper keeps: it is told of events, and can be stored and brought back."""

    def projection(self, ruleset: AnyRuleset) -> str:
        """Another one cannot use what this one has stored."""

    def restore(self, projection: str) -> Stamp | None:
        """Take up what is stored, and tell how far that has come; None if it is of no use."""

    def begin(self, ruleset: AnyRuleset) -> None:
        """Start with nothing; what is stored is of no use."""

    def tell(self, state: Table, event: Event, version: int, at: int) -> None:
        """Hear of an event, once it is folded."""

    def commit(self, stamp: Stamp) -> None:
        """Hear that all events of a commit have been told."""

    def store(self, stamp: Stamp) -> int | None:
        """Store what was told; the version that is stored now, or None to begin again."""


class Keeper:
    """One fold of one game. Use it only under its lock."""

    def __init__(self, games: LiveGames, game: str, fold: Fold) -> None:
        self.lock = RLock()
        self._games = games
        self._game = game
        self._fold = fold
        self._chain: Chain | None = None
        self._stored = 0
        self._projection = ""

    def catch_up(self, *, anew: bool = False) -> Chain:
        """Fold what is missing up to the head; `anew` does not believe what is stored."""
        if anew:
            self.forget()
        for is_last in (False, True):
            chain = self._chain or self._start(anew=anew or is_last)
            try:
                if self._follow(chain):
                    return chain
            except BrokenChain:
                if is_last:
                    self.forget()
                    raise
            except BaseException:
                # The fold may have heard of half a commit.
                self.forget()
                raise
            # What was folded is of another past: a Redis that failed over may have lost the last.
            self.forget()
        raise FoldFailed(f"game {self._game} does not hold still")

    def offer(self) -> None:
        """Store the fold, if it is time to."""
        chain = self._chain
        if chain is None:
            return
        behind = chain.version - self._stored
        if behind >= STEP or (behind > 0 and status_of(chain.state) in ENDED):
            with not_needed("a view could not be stored", self._game):
                self.store()

    def store(self) -> bool:
        """Store the fold as it is; False if it has to begin again."""
        assert self._chain is not None, "a fold is stored after it was caught up"
        stored = self._fold.store(stamp_of(self._chain, self._projection))
        if stored is None:
            self.forget()
            return False
        self._stored = stored
        return True

    def forget(self) -> None:
        """Throw the fold away; the next reader starts from what is stored."""
        self._chain = None

    def _start(self, *, anew: bool) -> Chain:
        with self._games.hold(self._game) as live:
            require_folded(live)
            ruleset, head = live.folded.ruleset, live.version
        self._projection = self._fold.projection(ruleset)
        stamp = None if anew else self._fold.restore(self._projection)
        chain = None
        if stamp is not None and stamp.version <= head:
            chain = self._games.chain_at(self._game, stamp.version)
        if chain is None or stamp != stamp_of(chain, self._projection):
            self._fold.begin(ruleset)
            chain = self._games.chain_at(self._game, 0)
        self._chain, self._stored = chain, chain.version
        return chain

    def _follow(self, chain: Chain) -> bool:
        """Fold up to the head; False if it turns out to be of another past."""
        with self._games.hold(self._game) as live:
            goal, head = live.version, live.folded.head
        while chain.version < goal:
            page = self._games.since(self._game, chain.version, goal)
            if not page:
                break
            for version, line in page:
                if version <= goal:
                    chain.follow(version, line, self._tell)
                    self._fold.commit(stamp_of(chain, self._projection))
        return (chain.version, chain.head) == (goal, head)

    def _tell(self, state: Table, event: Event, version: int, at: int) -> None:
        try:
            self._fold.tell(state, event, version, at)
        except Exception as error:
            # A chain would take a LookupError for its own.
            # Not the event itself: it may hold a hidden card, and this ends up in a log.
            kind = type(event).__name__
            raise FoldFailed(f"game {self._game}, version {version}: {kind}") from error
