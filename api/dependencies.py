"""What the application works with. `hexledger.wiring` puts it together."""

from dataclasses import dataclass

from flask import current_app

from api.talk_services import TalkServices
from api.tournament_services import TournamentServices
from api.transport.rate_limits import RateLimit
from api.transport.stream_limits import StreamLimit
from commands.accounts import Accounts
from commands.copies import Copies
from commands.desk import Desk
from commands.invitations import Invitations
from commands.privileged_reads import PrivilegedReads
from commands.rematches import Rematches
from commands.seeks.seeks import Seeks
from eventlog.following import Follower
from eventlog.live_games import LiveGames
from eventlog.public_keys import PublishedKeys
from projections.across_games.catalogue import Catalogue
from projections.across_games.game_lists import GameLists
from projections.across_games.scores import Scores
from projections.notices.news_follower import NewsFollower
from projections.notices.player_notices import PlayerNotices
from projections.notices.player_receivers import PlayerReceivers
from projections.notices.push_keys import PushKey
from projections.one_game.views import Views
from projections.reports.game_reports import GameReports

EXTENSION = "hexledger"
"""The name under which Flask keeps the dependencies of an application."""


@dataclass(frozen=True)
class Dependencies:
    """Objects of the other rooms, and the settings of this one."""

    games: LiveGames
    desk: Desk
    invitations: Invitations
    views: Views
    reports: GameReports
    catalogue: Catalogue
    game_lists: GameLists
    scores: Scores
    follower: Follower
    accounts: Accounts
    privileged_reads: PrivilegedReads
    keys: PublishedKeys
    notices: PlayerNotices
    news_follower: NewsFollower
    receivers: PlayerReceivers
    push_key: PushKey
    seeks: Seeks
    rematches: Rematches
    copies: Copies
    talk: TalkServices
    tournaments: TournamentServices
    rate_limit: RateLimit | None = None
    """None means no limit."""
    address_limit: RateLimit | None = None
    """For all players of an address together; None means no limit."""
    new_player_limit: RateLimit | None = None
    """For new players, and for tries of device codes, by address; None means no limit."""
    stream_limit: StreamLimit | None = None
    """None means no limit."""
    limit_loopback: bool = False
    """Whether limits also hold for requests from the same machine."""
    public_url: str | None = None
    """Where clients reach the service; None if the operator has not said it."""
    cors_origins: tuple[str, ...] = ()
    trusted_proxies: int = 0


def dependencies() -> Dependencies:
    """The dependencies of the application that handles this request."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Dependencies)
    return found
