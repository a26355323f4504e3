"""RQ's worker and scheduler, made to outlast the loss of their Redis and of each other."""

import logging
import os
import time
from datetime import timedelta
from typing import Any

from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.scheduler import SCHEDULER_KEY_TEMPLATE, RQScheduler
from rq.scripts import release_lock
from rq.serializers import JSONSerializer
from rq.utils import now, utcparse

SILENCE = timedelta(seconds=5)
"""A scheduler speaks up every second; one that was silent for so long is gone."""
MAINTENANCE_SECONDS = 3
"""How often a worker looks whether it has to take over. RQ's own ten minutes are long."""
TTL_SECONDS = 17
"""RQ waits for jobs for 15 seconds less than this before it looks around again."""
AGAIN_SECONDS = 1.0
"""When jobs are taken up again after RQ gave up."""

logger = logging.getLogger(__name__)


class Scheduler(RQScheduler):
    """Leaves with the worker that started it, even if that was killed."""

    _worker_pid = 0

    def start(self) -> Any:
        self._worker_pid = os.getpid()
        return super().start()  # type: ignore[no-untyped-call] # it comes without types

    def heartbeat(self) -> None:
        super().heartbeat()  # type: ignore[no-untyped-call] # it comes without types
        if os.getppid() != self._worker_pid:
            self.request_stop()  # type: ignore[no-untyped-call] # it comes without types


class Worker(SimpleWorker):
    """Does its jobs in its own process: they are short, and a fork costs more than most."""

    is_told_to_stop = False

    def run_maintenance_tasks(self) -> None:
        for queue in self.queues:
            free_abandoned_lock(self.connection, queue.name)
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call] # it comes without types

    def handle_warm_shutdown_request(self) -> None:
        self.is_told_to_stop = True

    def _start_scheduler(self, *_: Any, **__: Any) -> None:
        """As RQ does it, but with a scheduler of ours."""
        self.scheduler = Scheduler(
            self.queues,
            connection=self.connection,
            logging_level=logging.WARNING,
            serializer=self.serializer,
        )
        self.scheduler.acquire_locks(auto_start=True)  # type: ignore[no-untyped-call]


def do_jobs(queue: str, connection: Any, *, burst: bool = False) -> None:
    """Do the jobs of a queue until told to stop by a signal; with `burst`, until none are left.

    RQ gives up when its Redis is slow or has lost what it knew; then it is begun again.
    """
    while True:
        try:
            worker = new_worker(queue, connection)
            worker.work(burst=burst, with_scheduler=not burst, logging_level="WARNING")
            if burst or worker.is_told_to_stop:
                return
            logger.warning("the jobs were interrupted, and are taken up again")
        except (RedisError, OSError):
            logger.warning("the queue cannot be reached", exc_info=True)
        except StopRequested:
            return
        try:
            time.sleep(AGAIN_SECONDS)
        except StopRequested:
            return


def new_worker(queue: str, connection: Any) -> Worker:
    """A worker of one queue that soon takes over a scheduler that is gone."""
    free_abandoned_lock(connection, queue)
    return Worker(
        [queue],
        connection=connection,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=TTL_SECONDS,
    )


def free_abandoned_lock(connection: Any, queue: str) -> bool:
    """Take the scheduler's lock from a scheduler that is gone. RQ itself waits for a minute."""
    key = RQScheduler.get_locking_key(queue)
    holder = connection.get(key)
    if holder is None:
        return False
    name = holder.decode()
    heard = connection.hget(SCHEDULER_KEY_TEMPLATE % name, "last_heartbeat")
    # It takes the lock before it is first heard.
    if heard is None or now() - utcparse(heard.decode()) < SILENCE:
        return False
    release_lock(connection, key, name)
    return True
