"""Real worker processes on a real Redis: killed, doubled and robbed of their queue."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from domain.base.events import DiceRolled, TurnBegan
from domain.table.closing import CloseGame
from domain.table.expiry import DeadlinePassed
from eventlog.redis_keys import due_key, partition_of
from eventlog.server_time import ServerTime
from hexledger.redis_server.clients import connect
from tests.clocks.backend import TimedBackend
from tests.clocks.facts import CLOCK
from tests.redises import PROGRAMS, Store, Stores, until
from tests.workers.worker_process import (
    WorkerProcess,
    is_running,
    queue_url,
    wait_for_scheduler,
)
from workers import jobs
from workers.job_queue import NAME

SECOND_TURNS = {**CLOCK, "turn_seconds": 1, "misses": 20}
"""Nobody has to decide anything but turns."""
HANDED_OVER_AT_ONCE = {**CLOCK, "founding_seconds": 1, "misses": 1}


@pytest.fixture
def store(stores: Stores) -> Iterator[Store]:
    found = stores.named(list(PROGRAMS)[-1])
    found.wipe()
    yield found
    found.close_clients()


@pytest.fixture
def backend(store: Store) -> TimedBackend:
    """A server that goes by the time of the ledger, as the workers do."""
    client = store.client()
    return TimedBackend(client, ServerTime(client))


@pytest.fixture
def queue(store: Store) -> Iterator[Any]:
    with connect(queue_url(store)) as client:
        yield client


def kill_on_the_way(store: Store, folder: Path, moment: str, kind: str) -> None:
    with WorkerProcess(store, folder, "-m", "tests.workers.killed_worker", moment, kind) as worker:
        worker.wait_until_killed()


def assert_nothing_expired_twice(backend: TimedBackend, game: str) -> None:
    expired = [(expiry.seat, expiry.due) for expiry in backend.expiries(game)]
    assert len(expired) == len(set(expired))


def is_closed(backend: TimedBackend, game: str) -> bool:
    return CloseGame() in backend.wishes(game)


def test_a_worker_killed_while_it_ends_an_absent_players_turn_ends_it_once(
    store: Store, backend: TimedBackend, tmp_path: Path
) -> None:
    game = backend.begun(clock=SECOND_TURNS, board="beginner")
    for moment, ended in (("before", 0), ("after", 1)):
        kill_on_the_way(store, tmp_path, moment, "expire")
        assert len(backend.expiries(game)) == ended
    with WorkerProcess(store, tmp_path) as worker:
        until(lambda: len(backend.expiries(game)) > 3, "absent players' turns are ended")
        assert worker.stop() == 0
    facts = [event for commit in backend.commits(game) for event in commit.events]
    turns = [event.turn for event in facts if isinstance(event, TurnBegan)]
    missed = [event for event in facts if isinstance(event, DeadlinePassed)]
    assert turns == list(range(1, len(turns) + 1))
    assert sum(isinstance(event, DiceRolled) for event in facts) >= len(turns) - 1
    assert_nothing_expired_twice(backend, game)
    assert [one.seat for one in missed[:3]] == [0, 1, 2]
    backend.assert_sound(game)


def test_a_worker_killed_while_bots_move_leaves_the_game_to_the_next(
    store: Store, backend: TimedBackend, tmp_path: Path
) -> None:
    game = backend.begun(people=0, bot="planner", target_points=3)
    version = backend.version(game)
    for moment, moved in (("before", 0), ("after", 1)):
        kill_on_the_way(store, tmp_path, moment, "bot")
        assert backend.version(game) == version + moved
    with WorkerProcess(store, tmp_path):
        until(lambda: is_closed(backend, game), "the bots have played to the end")
    backend.assert_sound(game, is_closed=True)


def test_a_worker_killed_while_it_closes_a_game_closes_it_once(
    store: Store, backend: TimedBackend, tmp_path: Path
) -> None:
    game = backend.begun()
    backend.desk.void_game(game, "storm")
    for moment, closed in (("before", 0), ("after", 1)):
        kill_on_the_way(store, tmp_path, moment, "close_game")
        assert backend.wishes(game).count(CloseGame()) == closed
    backend.assert_sound(game, is_closed=True)
    assert backend.ledger.due_time(game) is None


def test_losing_the_whole_queue_loses_nothing(
    store: Store, backend: TimedBackend, queue: Any, tmp_path: Path
) -> None:
    with WorkerProcess(store, tmp_path):
        wait_for_scheduler(queue)
        games = [
            backend.begun(people=people, bot="planner", target_points=3, clock=HANDED_OVER_AT_ONCE)
            for people in (0, 1, 3)
        ]
        for progress in (10, 20, 30):
            until(
                lambda version=progress: (
                    backend.ledger.head(games[0]) > version or is_closed(backend, games[0])
                ),
                "the bots move",
            )
            queue.flushdb()
        until(lambda: all(is_closed(backend, game) for game in games), "all games are closed")
    for game in games:
        backend.assert_sound(game, is_closed=True)
        assert_nothing_expired_twice(backend, game)
    assert not list(backend.ledger.due_games(2**52))


def test_of_two_workers_one_schedules_and_the_other_takes_over_when_it_is_killed(
    store: Store, backend: TimedBackend, queue: Any, tmp_path: Path
) -> None:
    with WorkerProcess(store, tmp_path) as first:
        scheduler = wait_for_scheduler(queue)
        with WorkerProcess(store, tmp_path) as second:
            games = [
                backend.begun(bot="planner", target_points=3, clock=HANDED_OVER_AT_ONCE)
                for _ in range(4)
            ]
            until(lambda: all(is_closed(backend, game) for game in games), "all games are closed")
            assert wait_for_scheduler(queue).name == scheduler.name
            first.kill()
            until(lambda: not is_running(scheduler.pid), "its scheduler has left, too")
            assert wait_for_scheduler(queue, other_than=scheduler.name).pid != scheduler.pid
            check_schedule(backend, queue)
            assert second.stop() == 0
    for game in games:
        backend.assert_sound(game, is_closed=True)
        assert backend.wishes(game).count(CloseGame()) == 1
        assert_nothing_expired_twice(backend, game)
        assert backend.expiries(game)


def check_schedule(backend: TimedBackend, queue: Any) -> None:
    """A job is done at its time, and by it alone: this game is not noted to be due."""
    game = backend.begun()
    backend.desk.void_game(game, "storm")
    backend.redis.zrem(due_key(partition_of(game)), game)
    Queue(NAME, connection=queue, serializer=JSONSerializer).enqueue_in(
        timedelta(seconds=1), jobs.run_due_work, game
    )
    until(lambda: is_closed(backend, game), "the scheduled job is done")
