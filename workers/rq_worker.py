"""RQ's worker and scheduler, changed to survive the loss of their Redis and of each other."""

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

MAX_SILENCE = timedelta(seconds=5)
"""A scheduler has a heartbeat every second; after this silence it counts as dead."""
MAINTENANCE_SECONDS = 3
"""How often a worker checks whether the scheduler is dead. RQ's own interval is ten minutes."""
TTL_SECONDS = 17
"""RQ waits for jobs for 15 seconds less than this before it does its maintenance."""
RETRY_SECONDS = 1.0
"""How long to wait before starting RQ again after it gave up."""

logger = logging.getLogger(__name__)


class Scheduler(RQScheduler):
    """A scheduler that ends with the worker that started it, even if that was killed."""

    _worker_pid = 0

    def start(self) -> Any:
        self._worker_pid = os.getpid()
        return super().start()  # type: ignore[no-untyped-call] # it comes without types

    def heartbeat(self) -> None:
        super().heartbeat()  # type: ignore[no-untyped-call] # it comes without types
        if os.getppid() != self._worker_pid:
            self.request_stop()  # type: ignore[no-untyped-call] # it comes without types


class Worker(SimpleWorker):
    """A worker that runs jobs in its own process: a fork costs more than most of them."""

    is_stop_requested = False

    def run_maintenance_tasks(self) -> None:
        for queue in self.queues:
            free_abandoned_lock(self.connection, queue.name)
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call] # it comes without types

    def handle_warm_shutdown_request(self) -> None:
        self.is_stop_requested = True

    def _start_scheduler(self, *_: Any, **__: Any) -> None:
        """As in RQ, but with the scheduler above."""
        self.scheduler = Scheduler(
            self.queues,
            connection=self.connection,
            logging_level=logging.WARNING,
            serializer=self.serializer,
        )
        self.scheduler.acquire_locks(auto_start=True)  # type: ignore[no-untyped-call]


def do_jobs(queue: str, connection: Any, *, burst: bool = False) -> None:
    """Run the jobs of a queue until a signal stops them; with `burst`, until none are left.

    RQ gives up when its Redis is slow or has lost its data; then a new worker is started.
    """
    while True:
        try:
            worker = new_worker(queue, connection)
            worker.work(burst=burst, with_scheduler=not burst, logging_level="WARNING")
            if burst or worker.is_stop_requested:
                return
            logger.warning("the RQ worker ended and is started again")
        except (RedisError, OSError):
            logger.warning("the queue cannot be reached", exc_info=True)
        except StopRequested:
            return
        try:
            time.sleep(RETRY_SECONDS)
        except StopRequested:
            return


def new_worker(queue: str, connection: Any) -> Worker:
    """A worker of one queue, which soon replaces a dead scheduler."""
    free_abandoned_lock(connection, queue)
    return Worker(
        [queue],
        connection=connection,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=TTL_SECONDS,
    )


def free_abandoned_lock(connection: Any, queue: str) -> bool:
    """Release the lock of a dead scheduler. RQ itself would wait for a minute."""
    key = RQScheduler.get_locking_key(queue)
    holder = connection.get(key)
    if holder is None:
        return False
    name = holder.decode()
    heartbeat = connection.hget(SCHEDULER_KEY_TEMPLATE % name, "last_heartbeat")
    # A scheduler takes the lock before its first heartbeat.
    if heartbeat is None or now() - utcparse(heartbeat.decode()) < MAX_SILENCE:
        return False
    release_lock(connection, key, name)
    return True
