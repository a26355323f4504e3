"""Rebuilding: views that are stored beside the logs are deleted and folded again.

The service goes on meanwhile: a reader that finds no stored view folds the game by itself.
"""

import logging
from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.refusals import RuleViolation
from eventlog.chain import BrokenChain
from eventlog.due_work import due_at, status_of
from eventlog.invitation_codes import InvitationCodes
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGames
from eventlog.public_keys import TrustedKeys
from eventlog.refusals import RulesMissing
from projections.across_games.catalogue import Catalogue
from projections.across_games.catalogue_updates import NewGeneration
from projections.across_games.scores import Scores
from projections.one_game.incremental_fold import FoldFailed
from projections.one_game.state_views import STATE_VIEWS
from projections.one_game.views import Views
from projections.reports.game_reports import GameReports

LOG, STATS, REPORT = "log", "stats", "report"
CATALOGUE, OPEN_AND_DUE, CODES = "catalogue", "agenda", "codes"
NAMES = (*STATE_VIEWS, LOG, STATS, REPORT, CATALOGUE, OPEN_AND_DUE, CODES)
"""Everything that can be rebuilt, by its name on the command line.

The catalogue is what is stored across games: lists, results, records and ratings. The agenda is
the ledger's sets of open games and of games with due work. The codes lead guests to the games that
they are invited to.
"""
_END_OF_TIME = 1 << 53

logger = logging.getLogger(__name__)


class Rebuilt(Struct, frozen=True):
    """The outcome of rebuilding one game."""

    game: str
    views: int
    """How many views were stored; each viewer's view counts as one."""
    problem: str | None = None
    lacks_rules: bool = False
    """Whether this build lacks its rules: what is stored of it stays, and it stays in the lists."""


class Rebuilding:
    """A rebuild of one game or of all, of some views or of all. `games` has the games to do."""

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
        self._reports = GameReports(games)
        self._catalogue_updater = Catalogue(games, trust).updater
        self._scores = Scores(games.ledger.redis, self._catalogue_updater)
        self._codes = InvitationCodes(games.ledger.redis)
        self._names = frozenset(names)
        self.set_aside: dict[str, str] = {}
        """After the run: games that could not be catalogued or counted, with the reason."""
        self._is_whole = game is None
        self._generation = self._begin_generation()
        if game is not None:
            self.games = [game]
        elif self._generation is not None:
            self.games = self._generation.games
        else:
            self.games = sorted(set(games.ledger.games()))

    def run(self) -> Iterator[Rebuilt]:
        """Rebuild game by game; a game that cannot be read does not stop the others."""
        number = None if self._generation is None else self._generation.number
        if number is None and CATALOGUE in self._names:
            number = self._catalogue_updater.catch_up()
        for game in self.games:
            yield self._rebuild(game, number)
        if number is not None:
            # Before publishing: readers of a generation wait until all its games are counted.
            self._scores.updater.count_games(number)
            found = self._catalogue_updater.set_aside.reasons(number)
            self.set_aside = {game: found[game] for game in self.games if game in found}
        if self._generation is not None:
            self._catalogue_updater.publish(self._generation)
        if self._is_whole and OPEN_AND_DUE in self._names:
            self._remove_missing_games()

    def _begin_generation(self) -> NewGeneration | None:
        is_needed = self._is_whole and CATALOGUE in self._names
        return self._catalogue_updater.begin_generation() if is_needed else None

    def _rebuild(self, game: str, generation: int | None) -> Rebuilt:
        try:
            return Rebuilt(game, sum(self._store(game, generation)))
        except UNREACHABLE:
            # An outage is not the fault of the game.
            raise
        except RulesMissing as missing:
            return Rebuilt(game, 0, str(missing), lacks_rules=True)
        except (RuleViolation, BrokenChain, FoldFailed) as error:
            return Rebuilt(game, 0, str(error))
        except Exception as error:
            logger.exception("a game could not be rebuilt", extra={"game": game})
            return Rebuilt(game, 0, f"{type(error).__name__}: {error}")

    def _store(self, game: str, generation: int | None) -> Iterator[int]:
        """Store the views of a game. Yields for each kind how many were stored."""
        with self._live.hold_to_read(game) as live:
            lacks_rules = live.lacks_rules
        if generation is not None:
            # First, so that a fault in a view keeps no result out of the leaderboards.
            yield int(self._catalogue_updater.update(generation, game))
            self._scores.updater.try_again(generation, game)
        if lacks_rules:
            # Nothing else can be made again, so nothing of it is deleted.
            raise RulesMissing("this build lacks its rules; what is stored of it stays", game=game)
        for name, view in STATE_VIEWS.items():
            if name in self._names:
                yield self._views.states.rebuild(game, view)
        if LOG in self._names:
            yield self._views.logs.rebuild(game)
        if STATS in self._names:
            yield self._views.statistics.rebuild(game)
        if REPORT in self._names:
            yield self._reports.rebuild(game)
        if OPEN_AND_DUE in self._names:
            yield self._set_open_and_due(game)
        if CODES in self._names:
            with self._live.hold(game) as live:
                invitations = list(live.state.invitations.values())
            yield self._codes.remember(game, invitations)

    def _set_open_and_due(self, game: str) -> int:
        """Store again whether a game is open, and when work is due in it."""
        while True:
            # The head of the log, not of the fold: a broken log is longer than what verifies.
            head = self._ledger.head(game)
            with self._live.hold(game) as live:
                is_sound = live.fault is None
                status, due = status_of(live.state), due_at(live.state, live.folded.at)
            if self._ledger.set_open_and_due(game, head, status, due if is_sound else None):
                return 1

    def _remove_missing_games(self) -> None:
        """Remove games that the ledger does not have from the open games and the due games."""
        listed = {*self._ledger.open_games(), *self._ledger.due_games(_END_OF_TIME)}
        for game in listed - set(self.games):
            self._ledger.set_open_and_due(game, 0, "closed", None)
