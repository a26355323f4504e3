"""What the application works with. `hexledger.wiring` puts it together."""

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
"""The name under which Flask keeps the dependencies of an application."""


@dataclass(frozen=True)
class Dependencies:
    """Objects of the other rooms, and the settings of this one."""

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
    rate_limit: RateLimit | None = None
    """None means no limit."""
    stream_limit: StreamLimit | None = None
    """None means no limit."""
    limit_loopback: bool = False
    """Whether limits also hold for requests from the same machine."""
    cors_origins: tuple[str, ...] = ()
    trusted_proxies: int = 0


def dependencies() -> Dependencies:
    """The dependencies of the application that handles this request."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Dependencies)
    return found
