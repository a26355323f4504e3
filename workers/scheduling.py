"""RQ's scheduler, taken over within seconds when the worker that ran it is gone."""

from datetime import timedelta
from typing import Any

from rq import SimpleWorker
from rq.exceptions import SchedulerNotFound
from rq.scheduler import RQScheduler
from rq.scripts import release_lock
from rq.serializers import JSONSerializer
from rq.utils import now

SILENCE = timedelta(seconds=5)
"""A scheduler speaks up every second; one that was silent for so long is gone."""
MAINTENANCE_SECONDS = 3
"""How often a worker looks whether it has to take over. RQ's own ten minutes are long."""
TTL_SECONDS = 17
"""RQ waits for jobs for 15 seconds less than this before it looks around again."""


class Worker(SimpleWorker):
    """Does its jobs in its own process: they are short, and a fork costs more than most."""

    def run_maintenance_tasks(self) -> None:
        for queue in self.queues:
            free_abandoned_lock(self.connection, queue.name)
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call] # it comes without types


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
    try:
        heard = RQScheduler.fetch(name, connection).last_heartbeat
    except SchedulerNotFound:
        # It takes the lock before it says its name.
        return False
    if heard is not None and now() - heard < SILENCE:
        return False
    release_lock(connection, key, name)
    return True
