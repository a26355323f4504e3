"""Rebuilding: what is stored beside the logs is thrown away and folded again, while others read.

Readers catch up by themselves at any instant, and only what is newer than theirs is stored.
"""

import logging
from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.refusals import RuleViolation
from eventlog.chain import BrokenChain
from eventlog.due_work import due_at, status_of
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGames
from eventlog.public_keys import TrustedKeys
from projections.across_games.catalogue import Catalogue
from projections.across_games.catalogue_updates import Edition
from projections.across_games.scores import Scores
from projections.one_game.incremental_fold import FoldFailed
from projections.one_game.state_views import STATE_VIEWS
from projections.one_game.views import Views

LOG, STATS = "log", "stats"
CATALOGUE, AGENDA = "catalogue", "agenda"
NAMES = (*STATE_VIEWS, LOG, STATS, CATALOGUE, AGENDA)
"""All that can be rebuilt; the agenda is which games are open and in which something is due.

The catalogue is all that is kept across games: lists, results, records and ratings.
"""
_EVER = 1 << 53

logger = logging.getLogger(__name__)


class Rebuilt(Struct, frozen=True):
    """What became of one game."""

    game: str
    views: int
    """How many views were stored anew, each reader's for itself."""
    problem: str | None = None


class Rebuilding:
    """A rebuild of one game or of all, of some views or of all; `games` says how long it takes."""

    def __init__(
        self,
        games: LiveGames,
        *,
        game: str | None = None,
        names: Iterable[str] = NAMES,
        trust: TrustedKeys | None = None,
    ) -> None:
        self._live = games
        self._ledger = games.ledger
        self._views = Views(games)
        self._cataloguer = Catalogue(games, trust).cataloguer
        self._scores = Scores(games.ledger.redis, self._cataloguer)
        self._names = frozenset(names)
        self.set_aside: dict[str, str] = {}
        """After the run: games that could not be catalogued or counted, and why."""
        self._is_whole = game is None
        self._edition = self._begin_edition()
        if game is not None:
            self.games = [game]
        elif self._edition is not None:
            self.games = self._edition.games
        else:
            self.games = sorted(set(games.ledger.games()))

    def run(self) -> Iterator[Rebuilt]:
        """Rebuild game by game; a game that cannot be read does not stop the others."""
        number = None if self._edition is None else self._edition.number
        if number is None and CATALOGUE in self._names:
            number = self._cataloguer.catch_up()
        for game in self.games:
            yield self._rebuild(game, number)
        if number is not None:
            # Counted aside: what is read of an edition waits until all its games are.
            self._scores.settler.settle(number)
            found = self._cataloguer.set_aside.reasons(number)
            self.set_aside = {game: found[game] for game in self.games if game in found}
        if self._edition is not None:
            self._cataloguer.publish(self._edition)
        if self._is_whole and AGENDA in self._names:
            self._strike_off()

    def _begin_edition(self) -> Edition | None:
        is_needed = self._is_whole and CATALOGUE in self._names
        return self._cataloguer.begin_edition() if is_needed else None

    def _rebuild(self, game: str, edition: int | None) -> Rebuilt:
        try:
            return Rebuilt(game, sum(self._store(game, edition)))
        except UNREACHABLE:
            # That is no game's fault.
            raise
        except (RuleViolation, BrokenChain, FoldFailed) as error:
            return Rebuilt(game, 0, str(error))
        except Exception as error:
            logger.exception("a game could not be rebuilt", extra={"game": game})
            return Rebuilt(game, 0, f"{type(error).__name__}: {error}")

    def _store(self, game: str, edition: int | None) -> Iterator[int]:
        """How many views were stored, kind by kind."""
        if edition is not None:
            # First, so that a fault in a view keeps no result out of the tables.
            yield int(self._cataloguer.enter(edition, game))
            self._scores.settler.try_again(edition, game)
        for name, view in STATE_VIEWS.items():
            if name in self._names:
                yield self._views.states.restore(game, view)
        if LOG in self._names:
            yield self._views.logs.restore(game)
        if STATS in self._names:
            yield self._views.statistics.restore(game)
        if AGENDA in self._names:
            yield self._mark(game)

    def _mark(self, game: str) -> int:
        """Set anew whether a game is open, and from when on something is due in it."""
        while True:
            # Not that of the fold: a broken log goes on beyond what verifies.
            head = self._ledger.head(game)
            with self._live.hold(game) as live:
                is_sound = live.fault is None
                status, due = status_of(live.state), due_at(live.state, live.folded.at)
            if self._ledger.set_open_and_due(game, head, status, due if is_sound else None):
                return 1

    def _strike_off(self) -> None:
        """Take games off the agenda that the ledger does not have."""
        noted = {*self._ledger.open_games(), *self._ledger.due_games(_EVER)}
        for game in noted - set(self.games):
            self._ledger.set_open_and_due(game, 0, "closed", None)
