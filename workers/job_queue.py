"""The job queue: RQ, on a Redis of its own or on that of the ledger."""

import logging
from collections.abc import Sequence
from typing import Any

from redis.exceptions import RedisError
from rq import Queue, Retry
from rq.serializers import JSONSerializer

from workers import jobs
from workers.due_games import DueGames
from workers.due_tournaments import DueTournaments
from workers.lost_deadlines import LostDeadlines
from workers.periodic import PeriodicTask, PeriodicTasks
from workers.rq_worker import do_jobs

NAME = "hexledger"
KEEP_FAILED_SECONDS = 7 * 24 * 3600
RETRY_SECONDS = (1, 5, 30)
SWEEP_SECONDS = 0.2
CATCH_UP_SECONDS = 1.0
LOST_DEADLINE_SECONDS = 60.0
RESULT_SECONDS = 1.0

logger = logging.getLogger(__name__)


class Nudges:
    """Queues a job for a game with due work. If that fails, the workers' sweep finds the game."""

    def __init__(self, redis: Any) -> None:
        self._queue = Queue(NAME, connection=redis, serializer=JSONSerializer)

    def __call__(self, game: str) -> None:
        try:
            self._queue.enqueue(
                jobs.run_due_work,
                game,
                retry=Retry(max=len(RETRY_SECONDS), interval=list(RETRY_SECONDS)),
                result_ttl=0,
                failure_ttl=KEEP_FAILED_SECONDS,
            )
        except (RedisError, OSError):
            logger.warning(
                "a job could not be queued; the sweep will find the game",
                exc_info=True,
                extra={"game": game},
            )


def work(
    redis: Any,
    due_games: DueGames,
    lost_deadlines: LostDeadlines,
    more_tasks: Sequence[PeriodicTask] = (),
    *,
    due_tournaments: DueTournaments | None = None,
    burst: bool = False,
) -> None:
    """Run jobs until a signal stops them; with `burst`, until no jobs are left."""
    jobs.install(due_games, Nudges(redis), due_tournaments)
    if due_tournaments is not None:
        more_tasks = (
            *more_tasks,
            PeriodicTask("the sweep of tournaments", SWEEP_SECONDS, due_tournaments.sweep),
            PeriodicTask(
                "the search for results", RESULT_SECONDS, due_tournaments.look_for_results
            ),
        )
    with PeriodicTasks(
        [
            PeriodicTask("the sweep", SWEEP_SECONDS, due_games.sweep),
            PeriodicTask("catching up", CATCH_UP_SECONDS, due_games.catch_up),
            PeriodicTask(
                "the search for lost deadlines", LOST_DEADLINE_SECONDS, lost_deadlines.restore
            ),
            *more_tasks,
        ]
    ):
        do_jobs(NAME, redis, burst=burst)
