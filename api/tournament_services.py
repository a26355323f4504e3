"""The services of tournaments, put together once for the API and for workers."""

from collections.abc import Callable
from dataclasses import dataclass

from commands.accounts import Accounts
from commands.desk import Desk
from commands.observer import Observer
from commands.tournaments.desk import TournamentDesk
from commands.tournaments.referees import RoundReferee
from eventlog.ledger import Redis
from eventlog.tournaments import LiveTournaments
from projections.tournaments.hall import Hall
from projections.tournaments.lists import TournamentLists
from projections.tournaments.views import TournamentViews


@dataclass(frozen=True)
class TournamentServices:
    """What the calls about tournaments work with."""

    desk: TournamentDesk
    views: TournamentViews
    lists: TournamentLists
    hall: Hall
    referee: RoundReferee

    @property
    def clock(self) -> Callable[[], int]:
        return self.desk.clock


def make_tournaments(
    redis: Redis, desk: Desk, master: bytes, accounts: Accounts, observer: Observer | None = None
) -> TournamentServices:
    """Make the services of tournaments for the games of a desk."""
    tournaments = LiveTournaments(redis)
    lists = TournamentLists(tournaments)
    return TournamentServices(
        TournamentDesk(tournaments, desk, master, observer=observer, is_listed=lists.add),
        TournamentViews(tournaments, accounts.names),
        lists,
        Hall(tournaments, desk.games, lambda: desk.clock(), accounts.last_seen, accounts.names),
        RoundReferee(tournaments, desk),
    )
