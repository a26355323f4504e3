"""Following: one reader of the ledger per process, and everybody hears the latest of his game."""

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


def hear(ear: Subscription, game: str, version: int) -> list[int]:
    """Wait until this version of a game is heard of; all that was heard of it on the way."""
    heard: list[int] = []
    while not heard or heard[-1] < version:
        news = ear.wait(LONG)
        assert news, f"waited in vain for version {version}, heard {heard}"
        heard += [told for name, told in news.items() if name == game]
    return heard


# Hearing


def test_who_listens_hears_of_every_append(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger).grow(2)
    with follower.subscribe(GAME) as ear:
        for version in (3, 4, 5):
            stream.grow()
            assert ear.wait(LONG) == {GAME: version}
        assert ear.wait(0) == {}, "and once only"


def test_nothing_is_told_of_what_was_before(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger).grow(3)
    with follower.subscribe(GAME) as ear:
        assert ear.wait(SHORT) == {}
        stream.grow()
        assert ear.wait(LONG) == {GAME: 4}


def test_news_that_nobody_fetched_is_told_as_the_latest(follower: Follower, ledger: Ledger) -> None:
    with follower.subscribe(GAME) as ear, follower.subscribe(GAME) as other:
        Stream(ledger).grow(20)
        hear(other, GAME, 20)
        until(lambda: ear._versions.get(GAME) == 20, "both have heard")
        assert ear.wait(LONG) == {GAME: 20}
        assert ear.wait(0) == {}


def test_a_game_that_is_not_there_yet_is_heard_of_when_it_opens(
    follower: Follower, ledger: Ledger
) -> None:
    with follower.subscribe(FOREIGN) as ear:
        Stream(ledger, FOREIGN).grow()
        assert ear.wait(LONG) == {FOREIGN: 1}


def test_everybody_hears_of_his_game_only(follower: Follower, ledger: Ledger) -> None:
    beside = f"p07-{'1' * 32}"
    with ExitStack() as stack:
        ears = {
            game: stack.enter_context(follower.subscribe(game))
            for game in (GAME, OTHER, beside, FOREIGN)
        }
        all_ears = stack.enter_context(follower.subscribe(ALL_GAMES))
        for _ in range(3):
            for game in ears:
                Stream(ledger, game)
        streams = {game: Stream(ledger, game) for game in (GAME, beside, OTHER)}
        for _ in range(3):
            for stream in streams.values():
                stream.grow()
        heard: dict[str, int] = {}
        while heard != dict.fromkeys(streams, 3):
            news = all_ears.wait(LONG)
            assert news
            assert all(version > heard.get(game, 0) for game, version in news.items())
            heard |= news
        for game in streams:
            assert hear(ears[game], game, 3)[-1] == 3
        assert ears[FOREIGN].wait(0) == {}
        for game in streams:
            assert ears[game].wait(0) == {}


def test_many_listen_to_one_game(follower: Follower, ledger: Ledger) -> None:
    with ExitStack() as stack:
        ears = [stack.enter_context(follower.subscribe(GAME)) for _ in range(40)]
        assert follower.count == 40
        Stream(ledger).grow(3)
        for ear in ears:
            heard = hear(ear, GAME, 3)
            assert heard == sorted(set(heard))
    assert follower.count == 0


def test_who_has_left_is_told_nothing(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger)
    with follower.subscribe(GAME) as stays:
        with follower.subscribe(GAME) as leaves:
            stream.grow()
            hear(leaves, GAME, 1)
        stream.grow()
        hear(stays, GAME, 2)
        assert leaves.wait(0) == {}
        assert follower.count == 1


def test_who_comes_again_hears_again(follower: Follower, ledger: Ledger) -> None:
    stream = Stream(ledger)
    for version in range(1, 6):
        with follower.subscribe(GAME) as ear:
            stream.grow()
            assert hear(ear, GAME, version)[-1] == version


def test_nothing_is_lost_while_many_write_and_many_listen(store: Store, follower: Follower) -> None:
    games = [f"p{partition:02}-{'a' * 32}" for partition in (0, 0, 21, 42, 63)]
    games[1] = f"p00-{'b' * 32}"
    versions, listeners = 25, 3
    ready = Barrier(len(games) + listeners * (len(games) + 1))
    heard: list[list[tuple[str, int]]] = []

    def write(game: str) -> None:
        stream = Stream(Ledger(store.client()), game)
        ready.wait()
        for _ in range(versions):
            stream.grow()

    def listen(game: str) -> None:
        told: list[tuple[str, int]] = []
        latest: dict[str, int] = {}
        wanted = dict.fromkeys(games if game == ALL_GAMES else [game], versions)
        with follower.subscribe(game) as ear:
            ready.wait()
            while latest != wanted:
                news = ear.wait(LONG)
                if not news:
                    break
                told += news.items()
                latest |= news
        heard.append(told)

    threads = [Thread(target=write, args=(game,)) for game in games]
    threads += [Thread(target=listen, args=(game,)) for game in [*games, ALL_GAMES] * listeners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) == listeners * (len(games) + 1)
    for told in heard:
        for game in {name for name, _ in told}:
            mine = [version for name, version in told if name == game]
            assert mine == sorted(set(mine)), "nothing twice, nothing backwards"
            assert mine[-1] == versions, "nothing lost"


# Stopping


def test_stopping_ends_every_wait(follower: Follower, ledger: Ledger) -> None:
    Stream(ledger).grow()
    waiting = Barrier(3)
    ended: list[dict[str, int]] = []

    def wait(game: str) -> None:
        with follower.subscribe(game) as ear:
            waiting.wait()
            while not ear.closed:
                ended.append(ear.wait(LONG))

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
    with follower.subscribe(GAME) as ear:
        Stream(ledger).grow()
        until(lambda: ear._versions, "the news has come")
        follower.stop()
        assert ear.wait(LONG) == {GAME: 1}
        assert ear.wait(LONG) == {}


# Trouble


class Shaky:
    """A client that fails every other time that it is asked for news."""

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
    ],
    ids=lambda error: type(error).__name__,
)
def test_trouble_with_the_store_is_waited_out(
    store: Store,
    follow: Callable[[Any], Follower],
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    client = Shaky(store.client(), error)
    follower, stream = follow(client), Stream(Ledger(store.client()))
    with caplog.at_level(logging.CRITICAL, following.__name__), follower.subscribe(GAME) as ear:
        client.failed.wait(LONG)
        stream.grow(5)
        assert hear(ear, GAME, 5)[-1] == 5


def test_a_server_that_comes_back_is_followed_on(
    server: Server, follow: Callable[[Any], Follower], caplog: pytest.LogCaptureFixture
) -> None:
    store = server.store()
    follower, stream = follow(store.client()), Stream(Ledger(store.client()))
    with caplog.at_level(logging.CRITICAL, following.__name__), follower.subscribe(GAME) as ear:
        stream.grow(3)
        assert hear(ear, GAME, 3)[-1] == 3
        server.kill()
        server.start()
        stream.grow(2)
        assert hear(ear, GAME, 5)[0] > 3
        server.kill()
        # While it is away, more is appended through another follower's back.
        server.start()
        Stream(Ledger(store.client()), OTHER).grow()
        stream.grow()
        assert hear(ear, GAME, 6) == [6]
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
    with follower.subscribe(GAME) as ear:
        Stream(Ledger(store.client())).grow()
        assert ear.wait(LONG) == {GAME: 1}
    store.close_clients()
