"""RQ's worker and scheduler: a dead one is replaced, and a lost Redis does not end them."""

from datetime import timedelta
from typing import Any

import pytest
from fakeredis import FakeRedis
from redis.exceptions import ConnectionError as Unreachable
from rq.exceptions import StopRequested
from rq.scheduler import RQScheduler
from rq.utils import now, utcformat

from workers import rq_worker
from workers.rq_worker import MAX_SILENCE, Worker, do_jobs, free_abandoned_lock

LOCK = RQScheduler.get_locking_key("q")


@pytest.fixture
def redis() -> FakeRedis:
    return FakeRedis()


def scheduling_since(redis: FakeRedis, silent: timedelta) -> None:
    """A scheduler holds the lock whose last heartbeat is so long ago."""
    redis.set(LOCK, "ada")
    redis.hset("rq:scheduler:ada", "last_heartbeat", utcformat(now() - silent))


def test_the_lock_of_a_scheduler_that_is_silent_is_freed(redis: FakeRedis) -> None:
    scheduling_since(redis, MAX_SILENCE + timedelta(seconds=1))
    assert free_abandoned_lock(redis, "q") is True
    assert redis.get(LOCK) is None


def test_who_is_heard_keeps_the_lock(redis: FakeRedis) -> None:
    scheduling_since(redis, timedelta(0))
    assert free_abandoned_lock(redis, "q") is False
    assert redis.get(LOCK) == b"ada"


def test_who_has_just_taken_the_lock_has_not_been_heard_yet(redis: FakeRedis) -> None:
    redis.set(LOCK, "ada")
    assert free_abandoned_lock(redis, "q") is False
    assert redis.get(LOCK) == b"ada"


def test_where_nobody_schedules_there_is_no_lock_to_free(redis: FakeRedis) -> None:
    assert free_abandoned_lock(redis, "q") is False


class Attempts:
    """Workers whose work ends in one way after another; after the last they stop."""

    def __init__(self, *endings: type[Exception] | None) -> None:
        self.left = list(endings)

    def work(self, worker: Worker, **_: Any) -> None:
        if not self.left:
            worker.is_stop_requested = True
            return
        ending = self.left.pop(0)
        if ending is not None:
            raise ending


@pytest.fixture
def endings(monkeypatch: pytest.MonkeyPatch) -> Any:
    def install(*endings: type[Exception] | None) -> Attempts:
        attempts = Attempts(*endings)
        monkeypatch.setattr(Worker, "work", lambda worker, **how: attempts.work(worker, **how))
        return attempts

    monkeypatch.setattr(rq_worker, "RETRY_SECONDS", 0.0)
    return install


@pytest.mark.parametrize("ending", [None, Unreachable, OSError])
def test_jobs_that_were_interrupted_are_taken_up_again(
    redis: FakeRedis, endings: Any, ending: type[Exception] | None
) -> None:
    attempts = endings(ending, ending)
    do_jobs("q", redis)
    assert attempts.left == []


def test_who_is_told_to_stop_stops(redis: FakeRedis, endings: Any) -> None:
    attempts = endings(StopRequested, None)
    do_jobs("q", redis)
    assert attempts.left == [None]


def test_what_is_wrong_with_the_code_is_not_tried_again(redis: FakeRedis, endings: Any) -> None:
    endings(ZeroDivisionError)
    with pytest.raises(ZeroDivisionError):
        do_jobs("q", redis)
