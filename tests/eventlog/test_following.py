"""Following: one reader of the ledger per process, and every subscription gets its versions."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisClusterException

from eventlog import following
from eventlog.following import ALL_GAMES, Follower, Subscription
from eventlog.ledger import Ledger
from tests.eventlog.streams import FOREIGN, GAME, OTHER, Stream
from tests.redises import Server, Store, until

LONG = 30.0
"""Seconds to wait for news that must come; only a failure takes so long."""
SHORT = 0.3
"""Seconds in which news that must not come would have come."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "BLOCK_MS", 100)
    monkeypatch.setattr(following, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(following, "RETRY_SECONDS", 0.02)


@pytest.fixture
def follow() -> Iterator[Callable[[Any], Follower]]:
    """Followers that end with the test, their threads too."""
    followers: list[Follower] = []

    def start(client: Any) -> Follower:
        followers.append(Follower(client))
        return followers[-1]

    yield start
    for follower in followers:
        follower.stop()
        thread = follower._thread
        if thread is not None:
            thread.join()


@pytest.fixture
def follower(store: Store, follow: Callable[[Any], Follower]) -> Follower:
    return follow(store.client())


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return Ledger(store.client())


def versions_until(subscription: Subscription, game: str, version: int) -> list[int]:
    """Wait until this version of a game is heard of; all that was seen of it on the way."""
    seen: list[int] = []
    while not seen or seen[-1] < version:
        news = subscription.wait(LONG)
        assert news, f"waited in vain for version {version}, seen {seen}"
        seen += [received for name, received in news.items() if name == game]
    return seen


# Hearing


def test_who_listens_hears_of_every_append(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger).grow(2)
    with follower.subscribe(GAME) as subscription:
        for version in (3, 4, 5):
            stream.grow()
            assert subscription.wait(LONG) == {GAME: version}
        assert subscription.wait(0) == {}, "and once only"


def test_nothing_is_told_of_what_was_before(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger).grow(3)
    with follower.subscribe(GAME) as subscription:
        assert subscription.wait(SHORT) == {}
        stream.grow()
        assert subscription.wait(LONG) == {GAME: 4}


def test_news_that_nobody_fetched_is_told_as_the_latest(follower: Follower, ledger: Ledger) -> None:
    with follower.subscribe(GAME) as subscription, follower.subscribe(GAME) as other:
        Stream(ledger).grow(20)
        versions_until(other, GAME, 20)
        until(lambda: subscription._versions.get(GAME) == 20, "both have seen")
        assert subscription.wait(LONG) == {GAME: 20}
        assert subscription.wait(0) == {}


def test_a_game_that_is_not_there_yet_is_heard_of_when_it_opens(
    follower: Follower, ledger: Ledger
) -> None:
    with follower.subscribe(FOREIGN) as subscription:
        Stream(ledger, FOREIGN).grow()
        assert subscription.wait(LONG) == {FOREIGN: 1}


def test_everybody_hears_of_his_game_only(follower: Follower, ledger: Ledger) -> None:
    beside = f"p07-{'1' * 32}"
    with ExitStack() as stack:
        subscriptions = {
            game: stack.enter_context(follower.subscribe(game))
            for game in (GAME, OTHER, beside, FOREIGN)
        }
        all_games = stack.enter_context(follower.subscribe(ALL_GAMES))
        for _ in range(3):
            for game in subscriptions:
                Stream(ledger, game)
        streams = {game: Stream(ledger, game) for game in (GAME, beside, OTHER)}
        for _ in range(3):
            for stream in streams.values():
                stream.grow()
        seen: dict[str, int] = {}
        while seen != dict.fromkeys(streams, 3):
            news = all_games.wait(LONG)
            assert news
            assert all(version > seen.get(game, 0) for game, version in news.items())
            seen |= news
        for game in streams:
            assert versions_until(subscriptions[game], game, 3)[-1] == 3
        assert subscriptions[FOREIGN].wait(0) == {}
        for game in streams:
            assert subscriptions[game].wait(0) == {}


def test_many_listen_to_one_game(follower: Follower, ledger: Ledger) -> None:
    with ExitStack() as stack:
        subscriptions = [stack.enter_context(follower.subscribe(GAME)) for _ in range(40)]
        assert follower.count == 40
        Stream(ledger).grow(3)
        for subscription in subscriptions:
            seen = versions_until(subscription, GAME, 3)
            assert seen == sorted(set(seen))
    assert follower.count == 0


def test_who_has_left_is_told_nothing(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger)
    with follower.subscribe(GAME) as stays:
        with follower.subscribe(GAME) as leaves:
            stream.grow()
            versions_until(leaves, GAME, 1)
        stream.grow()
        versions_until(stays, GAME, 2)
        assert leaves.wait(0) == {}
        assert follower.count == 1


def test_who_comes_again_hears_again(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger)
    for version in range(1, 6):
        with follower.subscribe(GAME) as subscription:
            stream.grow()
            assert versions_until(subscription, GAME, version)[-1] == version


def test_nothing_is_lost_while_many_write_and_many_listen(store: Store, follower: Follower) -> None:
    games = [f"p{partition:02}-{'a' * 32}" for partition in (0, 0, 21, 42, 63)]
    games[1] = f"p00-{'b' * 32}"
    versions, listeners = 25, 3
    ready = Barrier(len(games) + listeners * (len(games) + 1))
    seen: list[list[tuple[str, int]]] = []

    def write(game: str) -> None:
        stream = Stream(Ledger(store.client()), game)
        ready.wait()
        for _ in range(versions):
            stream.grow()

    def listen(game: str) -> None:
        received: list[tuple[str, int]] = []
        latest: dict[str, int] = {}
        wanted = dict.fromkeys(games if game == ALL_GAMES else [game], versions)
        with follower.subscribe(game) as subscription:
            ready.wait()
            while latest != wanted:
                news = subscription.wait(LONG)
                if not news:
                    break
                received += news.items()
                latest |= news
        seen.append(received)

    threads = [Thread(target=write, args=(game,)) for game in games]
    threads += [Thread(target=listen, args=(game,)) for game in [*games, ALL_GAMES] * listeners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == listeners * (len(games) + 1)
    for received in seen:
        for game in {name for name, _ in received}:
            mine = [version for name, version in received if name == game]
            assert mine == sorted(set(mine)), "nothing twice, nothing backwards"
            assert mine[-1] == versions, "nothing lost"


# Stopping


def test_stopping_ends_every_wait(follower: Follower, ledger: Ledger) -> None:
    Stream(ledger).grow()
    waiting = Barrier(3)
    ended: list[dict[str, int]] = []

    def wait(game: str) -> None:
        with follower.subscribe(game) as subscription:
            waiting.wait()
            while not subscription.closed:
                ended.append(subscription.wait(LONG))

    threads = [Thread(target=wait, args=(game,)) for game in (GAME, ALL_GAMES)]
    for thread in threads:
        thread.start()
    waiting.wait()
    follower.stop()
    for thread in threads:
        thread.join(LONG)
        assert not thread.is_alive()
    assert ended in ([], [{}], [{}, {}])


def test_who_comes_after_the_stop_does_not_wait(follower: Follower) -> None:
    with follower.subscribe(GAME):
        follower.stop()
    with follower.subscribe(GAME) as late:
        assert late.closed
        assert late.wait(LONG) == {}


def test_a_follower_may_be_stopped_before_anybody_listened(store: Store) -> None:
    follower = Follower(store.client())
    follower.stop()
    with follower.subscribe(GAME) as late:
        assert late.closed


def test_news_that_came_before_the_stop_is_not_lost(follower: Follower, ledger: Ledger) -> None:
    with follower.subscribe(GAME) as subscription:
        Stream(ledger).grow()
        until(lambda: subscription._versions, "the news has come")
        follower.stop()
        assert subscription.wait(LONG) == {GAME: 1}
        assert subscription.wait(LONG) == {}


# Trouble


class FailingClient:
    """A client whose reads of the indexes fail every other time."""

    def __init__(self, client: Any, error: Exception) -> None:
        self._client = client
        self._error = error
        self.failed = Event()
        self._calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def xread(self, *args: Any, **kwargs: Any) -> Any:
        self._fail()
        return self._client.xread(*args, **kwargs)

    def pipeline(self, *args: Any, **kwargs: Any) -> Any:
        # On a Cluster the indexes are polled, each time with a new pipeline; another one looks
        # first where they end.
        if not kwargs:
            self._fail()
        return self._client.pipeline(*args, **kwargs)

    def _fail(self) -> None:
        self._calls += 1
        if self._calls % 2:
            self.failed.set()
            raise self._error


@pytest.mark.parametrize(
    "error",
    [
        ConnectionLost("gone"),
        RedisClusterException("no node answers"),
        OSError("no route"),
        TimeoutError("too slow"),
        # redis-py raises it in a thread that reads while another one closes the client.
        TypeError("argument must be an int, or have a fileno() method."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_trouble_with_the_store_is_waited_out(
    store: Store,
    follow: Callable[[Any], Follower],
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    client = FailingClient(store.client(), error)
    follower, stream = follow(client), Stream(Ledger(store.client()))
    with (
        caplog.at_level(logging.CRITICAL, following.__name__),
        follower.subscribe(GAME) as subscription,
    ):
        client.failed.wait(LONG)
        stream.grow(5)
        assert versions_until(subscription, GAME, 5)[-1] == 5


def test_a_server_that_comes_back_is_followed_on(
    server: Server, follow: Callable[[Any], Follower], caplog: pytest.LogCaptureFixture
) -> None:
    store = server.store()
    follower, stream = follow(store.client()), Stream(Ledger(store.client()))
    with (
        caplog.at_level(logging.CRITICAL, following.__name__),
        follower.subscribe(GAME) as subscription,
    ):
        stream.grow(3)
        assert versions_until(subscription, GAME, 3)[-1] == 3
        server.kill()
        server.start()
        stream.grow(2)
        assert versions_until(subscription, GAME, 5)[0] > 3
        server.kill()
        # While it is away, more is appended through another follower's back.
        server.start()
        Stream(Ledger(store.client()), OTHER).grow()
        stream.grow()
        assert versions_until(subscription, GAME, 6) == [6]
    store.close_clients()


def test_a_subscription_while_the_server_is_away_fails_and_the_next_works(
    server: Server, follow: Callable[[Any], Follower]
) -> None:
    store = server.store()
    follower = follow(store.client())
    server.kill()
    with pytest.raises(ConnectionLost), follower.subscribe(GAME):
        pass
    server.start()
    with follower.subscribe(GAME) as subscription:
        Stream(Ledger(store.client())).grow()
        assert subscription.wait(LONG) == {GAME: 1}
    store.close_clients()
