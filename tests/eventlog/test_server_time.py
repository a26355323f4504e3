"""The time of the ledger: all servers agree on it, whatever their own clocks say."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from redis.exceptions import ConnectionError as Unreachable

from eventlog import server_time
from eventlog.server_time import ASK_SECONDS, ServerTime
from tests.redises import Store

FIVE_MINUTES = 300.0


class Stopwatch:
    """A machine's own clock, which may go wrong."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def server_with_a_wrong_clock(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> Callable[[float], ServerTime]:
    def start(wrong_by: float) -> ServerTime:
        with monkeypatch.context() as patch:
            right = time.time()
            patch.setattr(server_time.time, "time", lambda: right + wrong_by)
            return ServerTime(store.client())

    return start


def test_servers_whose_clocks_are_minutes_apart_agree(
    server_with_a_wrong_clock: Callable[[float], ServerTime],
) -> None:
    slow, fast = server_with_a_wrong_clock(-FIVE_MINUTES), server_with_a_wrong_clock(FIVE_MINUTES)
    times = [slow(), fast(), slow(), fast()]
    assert max(times) - min(times) < 60_000
    assert abs(times[0] - time.time() * 1_000) < 60_000


def test_a_clock_that_goes_wrong_is_put_right_at_the_next_question(store: Store) -> None:
    stopwatch = Stopwatch()
    server = ServerTime(store.client(), stopwatch)
    before = server()
    stopwatch.seconds += ASK_SECONDS - 1
    assert server() == pytest.approx(before + (ASK_SECONDS - 1) * 1_000, abs=2)
    stopwatch.seconds += 3_600
    assert abs(server() - before) < 60_000


class CountingRedis:
    """A Redis that counts how often its time is read, and answers or fails."""

    def __init__(self, *, answers: bool) -> None:
        self.questions = 0
        self._answers = answers

    def time(self) -> Any:
        self.questions += 1
        if not self._answers:
            raise Unreachable
        return 2_000, 500_000


def test_the_time_is_asked_for_now_and_then_only() -> None:
    redis, stopwatch = CountingRedis(answers=True), Stopwatch()
    server = ServerTime(redis, stopwatch)
    assert [server() for _ in range(100)] == [2_000_500] * 100
    assert redis.questions == 1
    stopwatch.seconds += ASK_SECONDS
    server()
    assert redis.questions == 2


def test_without_an_answer_the_own_clock_has_to_do() -> None:
    redis, stopwatch = CountingRedis(answers=False), Stopwatch()
    server = ServerTime(redis, stopwatch)
    assert abs(server() - time.time() * 1_000) < 60_000
    server()
    assert redis.questions == 1
