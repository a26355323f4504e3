"""The job queue, and the periodic tasks that run even if jobs are lost."""

import threading
from typing import Any

import pytest
from fakeredis import FakeRedis
from redis.exceptions import ConnectionError as Unreachable
from rq import Queue
from rq.serializers import JSONSerializer

from tests.clocks.backend import TimedBackend
from tests.redises import Store
from workers import jobs
from workers.due_games import DueGames
from workers.job_queue import NAME, RETRY_SECONDS, Nudges, work
from workers.lost_deadlines import LostDeadlines
from workers.periodic import PeriodicTask, PeriodicTasks


@pytest.fixture
def redis() -> FakeRedis:
    return FakeRedis()


@pytest.fixture
def backend(fake_store: Store) -> TimedBackend:
    return TimedBackend(fake_store.client())


def waiting(redis: FakeRedis) -> list[Any]:
    return Queue(NAME, connection=redis, serializer=JSONSerializer).jobs


def test_a_nudge_is_a_job_that_is_tried_again_when_it_fails(redis: FakeRedis) -> None:
    Nudges(redis)("game-1")
    (job,) = waiting(redis)
    assert (job.func_name, job.args) == ("workers.jobs.run_due_work", ["game-1"])
    assert job.retries_left == len(RETRY_SECONDS)


def test_a_queue_that_is_away_is_no_error(
    redis: FakeRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    nudges = Nudges(redis)

    def fail(*_: Any, **__: Any) -> Any:
        raise Unreachable

    monkeypatch.setattr(Queue, "enqueue", fail)
    nudges("game-1")


def test_a_job_plays_for_the_bots_and_is_done(redis: FakeRedis, backend: TimedBackend) -> None:
    game = backend.begun(people=0, bot="planner", target_points=3)
    Nudges(redis)(game)
    work(redis, DueGames(backend.desk), LostDeadlines(backend.games), burst=True)
    assert waiting(redis) == []
    backend.assert_sound(game, is_closed=True)


@pytest.mark.parametrize("has_more", [True, False])
def test_a_job_that_has_more_to_do_asks_for_another(
    backend: TimedBackend, monkeypatch: pytest.MonkeyPatch, has_more: bool
) -> None:
    nudged: list[str] = []
    due_games = DueGames(backend.desk)
    monkeypatch.setattr(due_games, "run_due_work", lambda game, seconds: has_more)
    jobs.install(due_games, nudged.append)
    jobs.run_due_work("game-1")
    assert nudged == ["game-1"] * has_more


def test_a_round_that_fails_is_gone_again() -> None:
    done = threading.Semaphore(0)

    def stumble() -> None:
        done.release()
        raise ZeroDivisionError

    with PeriodicTasks([PeriodicTask("the round", 0.0, stumble)]):
        for _ in range(3):
            assert done.acquire(timeout=30)


def test_rounds_end_with_what_they_are_for() -> None:
    names = {"round one", "round two"}
    with PeriodicTasks([PeriodicTask(name, 60.0, lambda: None) for name in names]):
        assert names <= {thread.name for thread in threading.enumerate()}
    assert not names & {thread.name for thread in threading.enumerate()}


def test_a_slow_round_holds_up_no_other() -> None:
    going_on, done = threading.Event(), threading.Event()

    def wait() -> None:
        assert going_on.wait(30)

    def finish() -> None:
        done.set()

    with PeriodicTasks([PeriodicTask("slow", 60.0, wait), PeriodicTask("quick", 60.0, finish)]):
        assert done.wait(30)
        going_on.set()
