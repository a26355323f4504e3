"""Since when a game waits for those who are to act: a fold that is kept in memory alone."""

from typing import Final

from domain.messages import Event
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from domain.table.thinking import Thinking
from eventlog.live_games import LiveGames
from projections.one_game.checkpoints import Checkpoint
from projections.one_game.incremental_fold import IncrementalFold
from projections.one_game.recently_used import RecentlyUsed

FOLDS_IN_MEMORY: Final = 600
"""For how many games a process knows this: more than a round of 1,000 players has tables."""


class WaitingFold:
    """Since when (ms) the game has waited, after each of its commits."""

    def __init__(self) -> None:
        self.since: list[int] = []
        self._thinking = Thinking()

    def projection(self, ruleset: AnyRuleset) -> str:
        return ""

    def restore(self, ruleset: AnyRuleset) -> Checkpoint | None:
        return None

    def begin(self, ruleset: AnyRuleset) -> None:
        self.since, self._thinking = [], Thinking()

    def apply(self, state: Table, event: Event, version: int, at: int) -> None:
        self._thinking.apply(event, at)

    def commit(self, checkpoint: Checkpoint, state: Table, actor: str) -> None:
        thinking = self._thinking
        waited_before = bool(thinking.asked)
        thinking.finish(state, actor)
        if thinking.asked:
            self.since.append(thinking.at - max(thinking.spent[seat] for seat in thinking.asked))
        else:
            # In a pause nobody is to act: it counts from its beginning, whatever happens in it.
            is_new = waited_before or not self.since
            self.since.append(thinking.at if is_new else self.since[-1])

    def store(self, checkpoint: Checkpoint) -> int:
        """There is nothing to store: it is folded again when it is needed."""
        return checkpoint.version


class WaitingTimes:
    """Since when games wait, by version."""

    def __init__(self, games: LiveGames) -> None:
        self._games = games
        self._folds: RecentlyUsed[str, tuple[IncrementalFold, WaitingFold]] = RecentlyUsed(
            FOLDS_IN_MEMORY
        )

    def since(self, game: str, version: int) -> int:
        """Since when (ms) a game waited for those who were to act after this version.

        That is when the one who had been asked first was asked, or decided something before. What
        goes by in a pause does not count.
        """
        runner, fold = self._folds.get_or_make(game, lambda: self._new_fold(game))
        with runner.lock:
            if len(fold.since) < version:
                runner.catch_up()
            return fold.since[version - 1]

    def _new_fold(self, game: str) -> tuple[IncrementalFold, WaitingFold]:
        fold = WaitingFold()
        return IncrementalFold(self._games, game, fold), fold
