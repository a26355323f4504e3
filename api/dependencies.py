"""What the application works with; the front door puts it together."""

from dataclasses import dataclass

from flask import current_app

from api.transport.rate_limits import RateLimit
from api.transport.stream_limits import StreamLimit
from commands.accounts import Accounts
from commands.desk import Desk
from commands.privileged_reads import PrivilegedReads
from eventlog.following import Follower
from eventlog.live_games import LiveGames
from eventlog.public_keys import PublishedKeys
from projections.across_games.catalogue import Catalogue
from projections.across_games.scores import Scores
from projections.one_game.views import Views
from projections.webhooks.player_webhooks import PlayerWebhooks

EXTENSION = "hexledger"


@dataclass(frozen=True)
class Services:
    """The rooms below, ready for use."""

    games: LiveGames
    desk: Desk
    views: Views
    catalogue: Catalogue
    scores: Scores
    follower: Follower
    accounts: Accounts
    privileged_reads: PrivilegedReads
    keys: PublishedKeys
    webhooks: PlayerWebhooks
    limit: RateLimit | None = None
    """None sets no limit."""
    streams: StreamLimit | None = None
    """None sets no limit."""
    limit_loopback: bool = False
    """Whether limits hold for requests from this very machine."""
    cors_origins: tuple[str, ...] = ()
    trusted_proxies: int = 0


def services() -> Services:
    """The services of the application that answers this request."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Services)
    return found
