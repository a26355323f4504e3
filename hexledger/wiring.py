"""Wiring: builds the API and the worker from the settings."""

import mmap

from flask import Flask

from api.app import create_app
from api.dependencies import Dependencies
from api.transport.json_logs import set_up as set_up_logs
from api.transport.metrics import CountingObserver
from api.transport.rate_limits import RateLimit, shared_buckets
from api.transport.stream_limits import StreamLimit
from commands.accounts import Accounts
from commands.desk import Desk
from commands.privileged_reads import PrivilegedReads
from eventlog.following import Follower
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from eventlog.public_keys import PublishedKeys, TrustedKeys
from eventlog.server_time import ServerTime
from eventlog.signing import SigningKey
from hexledger.problems import Problem
from hexledger.redis_server.clients import Client, connect
from hexledger.secret_files import master_secret, signing_seed
from hexledger.settings import Settings
from projections.across_games.catalogue import Catalogue
from projections.across_games.scores import Scores
from projections.one_game.views import Views
from projections.webhooks.addresses import AddressPolicy
from projections.webhooks.player_webhooks import PlayerWebhooks
from workers.due_games import DueGames
from workers.job_queue import Nudges, work
from workers.lost_deadlines import LostDeadlines
from workers.webhooks.delivery_threads import DeliveryThreads


def build_app(
    settings: Settings, buckets: mmap.mmap | None = None, streams: StreamLimit | None = None
) -> Flask:
    """The Flask app of one web process; all of them share `buckets` and `streams`."""
    set_up_logs(settings.log_level)
    redis = _ledger_redis(settings)
    games = LiveGames(Ledger(redis))
    views, catalogue = Views(games), Catalogue(games, TrustedKeys(redis, settings.trusted_keys))
    desk = Desk(
        games,
        master_secret(settings),
        nudge=Nudges(_queue_redis(settings)),
        observer=CountingObserver(),
        clock=ServerTime(redis),
    )
    return create_app(
        Dependencies(
            games=games,
            desk=desk,
            views=views,
            catalogue=catalogue,
            scores=Scores(redis, catalogue.updater),
            follower=Follower(redis),
            accounts=Accounts(redis),
            privileged_reads=PrivilegedReads(redis),
            keys=PublishedKeys(redis, SigningKey(signing_seed(settings))),
            webhooks=PlayerWebhooks(redis, _address_policy(settings)),
            rate_limit=_limit(settings, buckets),
            stream_limit=streams if settings.stream_limit else None,
            limit_loopback=settings.rate_limit_loopback,
            cors_origins=settings.cors_origins,
            trusted_proxies=settings.trusted_proxies,
        )
    )


def run_worker(settings: Settings) -> None:
    """Run the jobs of the service until a signal stops them."""
    set_up_logs(settings.log_level)
    redis = _ledger_redis(settings)
    games = LiveGames(Ledger(redis))
    catalogue = Catalogue(games, TrustedKeys(redis, settings.trusted_keys))
    scores = Scores(redis, catalogue.updater)
    desk = Desk(games, master_secret(settings), clock=ServerTime(redis))
    due_games = DueGames(desk, scores.catch_up)
    with DeliveryThreads(games, _queue_redis(settings), _address_policy(settings)):
        work(_queue_redis(settings), due_games, LostDeadlines(games))


def _limit(settings: Settings, buckets: mmap.mmap | None) -> RateLimit | None:
    if not settings.rate_limit:
        return None
    return RateLimit(buckets or shared_buckets(), settings.rate_limit, settings.rate_burst)


def _address_policy(settings: Settings) -> AddressPolicy:
    return AddressPolicy(allow_private=settings.webhook_allow_private)


def _ledger_redis(settings: Settings) -> Client:
    if settings.redis_url is None:
        raise Problem("HEXLEDGER_REDIS_URL is not set; `hexledger serve` starts a Redis of its own")
    return connect(settings.redis_url)


def _queue_redis(settings: Settings) -> Client:
    """A separate client even if the Redis is the same, because RQ changes its timeouts."""
    return connect(settings.queue_url) if settings.queue_url else _ledger_redis(settings)
