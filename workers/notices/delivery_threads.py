"""The threads of a worker that make notices and send the deliveries of the outbox."""

import logging
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from rq import Queue, Retry, SimpleWorker
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer
from rq.timeouts import BaseDeathPenalty

from eventlog.ledger import UNREACHABLE, is_cluster
from eventlog.live_games import LiveGames
from projections.notices.addresses import AddressPolicy
from projections.notices.ledger_notices import LedgerNotices
from projections.notices.outbox import DeliveryTiming, Outbox
from projections.notices.receivers import OutboxName
from projections.notices.redis_keys import FOLLOWER
from workers.notices import jobs
from workers.notices.delivery import NoticeSender
from workers.notices.lease import Lease
from workers.notices.messages import MessageWriter

DELIVERY_THREADS = 4
"""How many deliveries a worker sends at once, never two to one receiver."""
LOOK_SECONDS = 0.25
BLOCK_MS = 1_000
"""How long one read of the ledger waits for new commits; a stop is noticed at most this late."""
GATHER_SECONDS = 0.02
"""Commits that follow within this time are read together, and their notices share a write."""
SCHEDULE_SECONDS = 1.0
LOCK_SECONDS = 10.0
"""How often the lock of the queue's schedule is renewed; it lasts for a minute."""
STOP_SECONDS = 6.0
"""A little longer than a delivery may take."""
WORKER_TTL_SECONDS = 60

# RQ gives no types to this.
_Schedule: Any = RQScheduler

logger = logging.getLogger(__name__)


class _NoPenalty(BaseDeathPenalty):
    """No timeout by RQ, whose signal only the main thread gets; a delivery has its own timeout."""

    def setup_death_penalty(self) -> None: ...

    def cancel_death_penalty(self) -> None: ...


class _DeliveryWorker(SimpleWorker):
    """An RQ worker in a thread, where no signals arrive."""

    death_penalty_class = _NoPenalty

    def _install_signal_handlers(self) -> None: ...


class DeliveryThreads:
    """Makes notices of commits, queues due deliveries and sends them while it is entered.

    Nothing of it runs in the main thread, so no deadline waits for a receiver. Of several workers
    one follows the ledger; all of them send.
    """

    def __init__(
        self,
        games: LiveGames,
        queue: Any,
        address_policy: AddressPolicy,
        messages: MessageWriter,
        *,
        timing: DeliveryTiming | None = None,
    ) -> None:
        redis = games.ledger.redis
        self._outbox = Outbox(redis, timing=timing)
        self._ledger_notices = LedgerNotices(games)
        self._lease = Lease(redis, FOLLOWER)
        self._is_following = False
        self._is_cluster = is_cluster(redis)
        self._sender = NoticeSender(self._outbox, address_policy, messages)
        self._connection = queue
        self._queue = Queue(jobs.NAME, connection=queue, serializer=JSONSerializer)
        self._stop = threading.Event()
        self._work_available = threading.Event()
        """Is set when a delivery may be due before the dispatcher's next look."""
        self._sending = threading.Condition()
        self._sending_count = 0

    def __enter__(self) -> Self:
        jobs.install(self.deliver)
        for name, run in (
            ("notices", self._follow),
            ("dispatcher", self._dispatch),
            ("schedule", self._schedule),
            *((f"delivery-{i}", self._run_worker) for i in range(DELIVERY_THREADS)),
        ):
            # Daemons: the process does not wait for a thread that waits for a job.
            threading.Thread(target=self._keep_running, args=(run,), name=name, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Start no more deliveries, and wait for those that are being sent."""
        self._stop.set()
        with self._sending:
            self._sending.wait_for(lambda: self._sending_count == 0, STOP_SECONDS)
        with suppress(*UNREACHABLE):
            self._lease.release()

    def deliver(self, outbox: OutboxName, id: str) -> Retry | None:
        """Try a delivery. The outbox counts the tries, because it outlives the queue."""
        with self._sending:
            if self._stop.is_set():
                return None
            self._sending_count += 1
        try:
            seconds = self._sender.deliver(outbox, id)
        finally:
            with self._sending:
                self._sending_count -= 1
                self._sending.notify_all()
            self._work_available.set()
        if seconds is None:
            return None
        return Retry(max=len(self._outbox.timing.retry_seconds), interval=seconds)

    def _keep_running(self, run: Any) -> None:
        """Call a function again and again; errors are logged."""
        while not self._stop.is_set():
            try:
                run()
            except UNREACHABLE:
                logger.warning("notices wait until Redis can be reached", exc_info=True)
            except Exception:
                # An error in one delivery must not stop the next one.
                logger.exception("a thread of the notices failed and goes on")
            else:
                continue
            self._stop.wait(SCHEDULE_SECONDS)

    def _follow(self) -> None:
        was_following, self._is_following = self._is_following, self._lease.is_held()
        if not self._is_following:
            self._stop.wait(LOOK_SECONDS)
            return
        if not was_following:
            self._ledger_notices.restart()
        if self._ledger_notices.catch_up(BLOCK_MS):
            self._work_available.set()
            self._stop.wait(GATHER_SECONDS)
        elif self._is_cluster:
            self._stop.wait(LOOK_SECONDS)

    def _dispatch(self) -> None:
        self._work_available.clear()
        due = self._outbox.take_due()
        for outbox, id in due:
            jobs.enqueue(self._queue, outbox, id)
        if not due:
            self._work_available.wait(LOOK_SECONDS)

    def _schedule(self) -> None:
        """Queue the deliveries that are to be tried again, as RQ's scheduler process would do."""
        schedule = _Schedule(
            [jobs.NAME],
            connection=self._connection,
            logging_level="WARNING",
            serializer=JSONSerializer,
        )
        locked_at = -LOCK_SECONDS
        while not self._stop.wait(SCHEDULE_SECONDS):
            if time.monotonic() - locked_at >= LOCK_SECONDS:
                schedule.acquire_locks()
                locked_at = time.monotonic()
            schedule.enqueue_scheduled_jobs()
        schedule.release_locks()

    def _run_worker(self) -> None:
        _DeliveryWorker(
            [jobs.NAME],
            connection=self._connection,
            serializer=JSONSerializer,
            worker_ttl=WORKER_TTL_SECONDS,
            log_job_description=False,
        ).work(logging_level="WARNING")
        # RQ ends the worker when Redis was away for too long.
        self._stop.wait(SCHEDULE_SECONDS)
