"""What the application works with; the front door puts it together."""

from dataclasses import dataclass

from flask import current_app

from api.accounts import Accounts
from api.keys import Keys
from api.limits import RateLimit
from api.oversight import Oversight
from commands.desk import Desk
from eventlog.following import Follower
from eventlog.live import LiveGames
from projections.catalogue import Catalogue
from projections.scores import Scores
from projections.views import Views
from projections.webhooks.registration import Registration

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
    oversight: Oversight
    keys: Keys
    webhooks: Registration
    limit: RateLimit | None = None
    """None sets no limit."""
    limit_loopback: bool = False
    cors_origins: tuple[str, ...] = ()
    trusted_proxies: int = 0


def services() -> Services:
    """The services of the application that answers this request."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Services)
    return found
