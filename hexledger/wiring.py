"""Wiring: builds the API and the worker from the settings."""

import mmap
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask

from api.app import create_app
from api.dependencies import Dependencies
from api.talk_services import make_talk
from api.tournament_services import make_tournaments
from api.transport.json_logs import set_up as set_up_logs
from api.transport.metrics import CountingObserver
from api.transport.rate_limits import HOUR_SECONDS, Buckets, RateLimit
from api.transport.stream_limits import StreamLimit
from commands.accounts import Accounts
from commands.copies import Copies
from commands.desk import Desk
from commands.invitations import Invitations
from commands.open_lobbies import LobbyLimits
from commands.privileged_reads import PrivilegedReads
from commands.rematches import Rematches
from commands.seeks.seeks import Seeks
from domain.ids import PlayerId
from eventlog.following import Follower
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from eventlog.public_keys import PublishedKeys, TrustedKeys
from eventlog.redis_keys import is_tournament
from eventlog.server_time import ServerTime
from eventlog.signing import SigningKey
from hexledger.problems import Problem
from hexledger.redis_server.clients import Client, connect
from hexledger.secret_files import master_secret, push_secret, signing_seed
from hexledger.settings import Settings
from projections.across_games.catalogue import Catalogue
from projections.across_games.game_lists import GameLists
from projections.across_games.scores import Scores
from projections.notices.addresses import AddressPolicy
from projections.notices.kinds import Kind
from projections.notices.news_follower import NewsFollower
from projections.notices.player_notices import PlayerNotices
from projections.notices.player_receivers import PlayerReceivers
from projections.notices.push_keys import PushKey
from projections.one_game.views import Views
from projections.reports.game_reports import GameReports
from workers.due_games import DueGames
from workers.due_tournaments import DueTournaments
from workers.job_queue import LOST_DEADLINE_SECONDS, Nudges, work
from workers.lost_deadlines import LostDeadlines
from workers.notices.delivery_threads import DeliveryThreads
from workers.notices.messages import MessageWriter
from workers.periodic import PeriodicTask

SEEK_SWEEP_SECONDS = 1.0


def build_app(
    settings: Settings, buckets: Buckets | None = None, streams: StreamLimit | None = None
) -> Flask:
    """The Flask app of one web process; all of them share `buckets` and `streams`."""
    set_up_logs(settings.log_level)
    redis = _ledger_redis(settings)
    games = LiveGames(Ledger(redis))
    clock, accounts, notices = ServerTime(redis), Accounts(redis), PlayerNotices(redis)
    views = Views(games, clock, accounts.names)
    catalogue = Catalogue(games, TrustedKeys(redis, settings.trusted_keys))
    desk = Desk(
        games,
        master_secret(settings),
        nudge=Nudges(_queue_redis(settings)),
        observer=CountingObserver(),
        clock=clock,
        limits=LobbyLimits(settings.open_lobbies, settings.lobby_hours),
    )
    scores = Scores(redis, catalogue.updater)
    receivers = PlayerReceivers(redis, _address_policy(settings))
    accounts.on_revoked.append(receivers.forget_tokens)
    return create_app(
        Dependencies(
            games=games,
            desk=desk,
            invitations=Invitations(desk, redis, master_secret(settings)),
            views=views,
            reports=GameReports(games),
            catalogue=catalogue,
            game_lists=GameLists(catalogue, scores),
            scores=scores,
            follower=Follower(redis),
            accounts=accounts,
            privileged_reads=PrivilegedReads(redis),
            keys=PublishedKeys(redis, SigningKey(signing_seed(settings))),
            notices=notices,
            news_follower=NewsFollower(redis),
            receivers=receivers,
            push_key=PushKey(push_secret(settings)),
            talk=make_talk(games, accounts.names, desk.clock),
            tournaments=make_tournaments(
                redis, desk, master_secret(settings), accounts, CountingObserver()
            ),
            **_rate_limits(settings, buckets or Buckets()),
            seeks=_seeks(redis, desk, accounts, notices),
            rematches=Rematches(desk, names=accounts.names),
            copies=Copies(desk),
            stream_limit=streams if settings.stream_limit else None,
            limit_loopback=settings.rate_limit_loopback,
            public_url=settings.public_url,
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
    nudges = Nudges(_queue_redis(settings))

    def nudge_tournament(ledger: str) -> None:
        """The sweep finds games in this process; only tournaments are told of their games."""
        if is_tournament(ledger):
            nudges(ledger)

    desk = Desk(games, master_secret(settings), nudge=nudge_tournament, clock=ServerTime(redis))
    due_games = DueGames(desk, scores.catch_up)
    accounts = Accounts(redis)
    tournaments = make_tournaments(redis, desk, master_secret(settings), accounts)
    seeks = _seeks(redis, desk, accounts, PlayerNotices(redis))
    sweep = PeriodicTask("the sweep of quick games", SEEK_SWEEP_SECONDS, seeks.sweep)
    messages = MessageWriter(accounts.names, PushKey(push_secret(settings)), settings.push_contact)
    with DeliveryThreads(games, _queue_redis(settings), _address_policy(settings), messages):
        lost = LostDeadlines(tournaments.desk.games)
        tasks = [
            sweep,
            PeriodicTask("lost deadlines of tournaments", LOST_DEADLINE_SECONDS, lost.restore),
        ]
        work(
            _queue_redis(settings),
            due_games,
            LostDeadlines(games),
            tasks,
            due_tournaments=DueTournaments(tournaments.desk),
        )


def _seeks(redis: Client, desk: Desk, accounts: Accounts, notices: PlayerNotices) -> Seeks:
    return Seeks(redis, desk, names=accounts.names, tell=_teller(notices, "seek"))


def _teller(notices: PlayerNotices, kind: Kind) -> Callable[..., bool]:
    """A function that tells players something of this kind."""

    def tell(player: PlayerId, notice: str, body: Mapping[str, Any]) -> bool:
        return notices.tell(player, kind, notice, body)

    return tell


def _rate_limits(settings: Settings, buckets: Buckets) -> dict[str, RateLimit | None]:
    by_address, new_players = settings.address_rate_limit, settings.new_players_per_hour
    return {
        "rate_limit": _limit(buckets.by_second, settings.rate_limit, settings.rate_burst),
        "address_limit": _limit(buckets.by_second, by_address, settings.address_rate_burst),
        "new_player_limit": _limit(buckets.by_hour, new_players / HOUR_SECONDS, new_players),
    }


def _limit(buckets: mmap.mmap, per_second: float, burst: int) -> RateLimit | None:
    return RateLimit(buckets, per_second, burst) if per_second else None


def _address_policy(settings: Settings) -> AddressPolicy:
    return AddressPolicy(allow_private=settings.webhook_allow_private)


def _ledger_redis(settings: Settings) -> Client:
    if settings.redis_url is None:
        raise Problem("HEXLEDGER_REDIS_URL is not set; `hexledger serve` starts a Redis of its own")
    return connect(settings.redis_url)


def _queue_redis(settings: Settings) -> Client:
    """A separate client even if the Redis is the same, because RQ changes its timeouts."""
    return connect(settings.queue_url) if settings.queue_url else _ledger_redis(settings)
