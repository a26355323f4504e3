"""Follows the ledgers of tournaments, commit by commit, for the notices that they lead to."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping

from domain.ids import PlayerId
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.table.refereeing import RefereeCalled
from domain.tournament.state import CLOSED, Tournament
from eventlog.chain import Chain, LedgerChain
from eventlog.tournaments import LiveTournaments
from projections.notices.notice import Notice
from projections.notices.notice_store import CommitNotices
from projections.notices.one_ledger import notices_unless_it_fails
from projections.notices.tournament_notices import (
    News,
    news_of,
    players_of_published_round,
    referee_call_notices,
    tournament_notices,
)

TOURNAMENTS_IN_MEMORY = 20
"""How many tournaments stay folded in memory, beside the live folds."""
NOTICES_AT_ONCE = 200
"""How many notices of one commit are written in one step: a round may have thousands of players."""


class FollowedTournaments:
    """Makes the notices of tournaments. Made again, they are the same."""

    def __init__(self, tournaments: LiveTournaments) -> None:
        self._tournaments = tournaments
        self._chains: OrderedDict[str, LedgerChain[Tournament]] = OrderedDict()

    def open_tournaments(self) -> set[str]:
        """Tournaments that may still lead to notices."""
        return {*self._tournaments.ledger.open_games()}

    def notices_after(self, versions: Mapping[str, int]) -> Iterator[CommitNotices]:
        """The notices of tournaments, each from the version after the given one on."""
        for tournament, after in versions.items():
            notices = self._notices_after(tournament, after)
            yield from notices_unless_it_fails(tournament, notices, self._forget)

    def _forget(self, tournament: str) -> None:
        self._chains.pop(tournament, None)

    def _notices_after(self, tournament: str, after: int) -> Iterator[CommitNotices]:
        chain = self._follow(tournament, after)
        for version, line in self._tournaments.ledger.read_all(tournament, chain.version):
            published_for, news = players_of_published_round(chain.state), list[News]()

            def collect(
                state: Tournament,
                event: Event,
                *_: int,
                published_for: list[PlayerId] = published_for,
                news: list[News] = news,
            ) -> None:
                news.extend(news_of(event, state, published_for))

            chain.apply(version, line, collect)
            if version > after:
                notices = tournament_notices(tournament, chain, news)
                is_last = chain.state.phase == CLOSED
                if notices or is_last:
                    yield from _in_steps(notices, tournament, version, is_last=is_last)

    def _follow(self, tournament: str, after: int) -> LedgerChain[Tournament]:
        """Return a fold of the tournament up to this version or an earlier one."""
        chain = self._chains.get(tournament)
        if chain is None or chain.version > after:
            chain = self._tournaments.chain_at(tournament, after)
        self._chains[tournament] = chain
        self._chains.move_to_end(tournament)
        while len(self._chains) > TOURNAMENTS_IN_MEMORY:
            self._chains.popitem(last=False)
        return chain

    def calls(self, game: str, chain: Chain, events: list[Event]) -> list[Notice]:
        """The notices for the staff who are called by a game's last commit."""
        link = chain.state.tournament
        if link is None or not any(isinstance(event, RefereeCalled) for event in events):
            return []
        try:
            with self._tournaments.hold(link.tournament) as live:
                return referee_call_notices(game, chain, events, live.state)
        except RuleViolation:
            # The tournament is on another server.
            return []


def _in_steps(
    notices: list[Notice], tournament: str, version: int, *, is_last: bool
) -> Iterator[CommitNotices]:
    """The notices of a commit in several steps; the version is noted with the last of them.

    If a worker ends between two steps, all of them are made again, and each is added once.
    """
    first = 0
    while len(notices) - first > NOTICES_AT_ONCE:
        yield CommitNotices(notices[first : first + NOTICES_AT_ONCE])
        first += NOTICES_AT_ONCE
    yield CommitNotices(notices[first:], tournament, version, is_last)
