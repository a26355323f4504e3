"""The messenger: keeps the outbox filled and emptied, in threads beside the rest of a worker."""

import logging
import threading
import time
from types import TracebackType
from typing import Any, Self

from rq import Queue, Retry, SimpleWorker
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer
from rq.timeouts import BaseDeathPenalty

from domain.ids import PlayerId
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGames
from projections.webhooks.addresses import Guard
from projections.webhooks.outbox import Outbox, Pace
from projections.webhooks.outbox_writer import Herald
from workers.webhooks import jobs
from workers.webhooks.delivery import Postman

COURIERS = 4
"""How many deliveries a worker has on their way at once, never two of one player."""
LOOK_SECONDS = 0.25
SCHEDULE_SECONDS = 1.0
LOCK_SECONDS = 10.0
"""How often the lock of the queue's schedule is asked for; it is kept for a minute."""
STOP_SECONDS = 6.0
"""A little more than a receiver is waited for."""
COURIER_TTL_SECONDS = 60

# RQ gives no types to this.
_Schedule: Any = RQScheduler

logger = logging.getLogger(__name__)


class _NoPenalty(BaseDeathPenalty):
    """A delivery keeps its own time; the alarm that RQ would set is the main thread's alone."""

    def setup_death_penalty(self) -> None: ...

    def cancel_death_penalty(self) -> None: ...


class _Courier(SimpleWorker):
    """A worker of RQ in a thread, which no signal reaches."""

    death_penalty_class = _NoPenalty

    def _install_signal_handlers(self) -> None: ...


class Messenger:
    """Follows the ledger, queues what is due and delivers it, while its context lasts.

    Nothing of it runs in the main thread, so no clock waits for a receiver.
    """

    def __init__(
        self, games: LiveGames, queue: Any, guard: Guard, *, pace: Pace | None = None
    ) -> None:
        self._outbox = Outbox(games.ledger.redis, pace=pace)
        self._herald = Herald(games, self._outbox)
        self._postman = Postman(self._outbox, guard)
        self._connection = queue
        self._queue = Queue(jobs.NAME, connection=queue, serializer=JSONSerializer)
        self._stop = threading.Event()
        self._news = threading.Event()
        """Something may be due before the dispatcher would look by itself."""
        self._on_the_way = threading.Condition()
        self._count = 0

    def __enter__(self) -> Self:
        jobs.install(self.deliver)
        for name, run in (
            ("herald", self._follow),
            ("dispatcher", self._dispatch),
            ("schedule", self._schedule),
            *((f"courier-{i}", self._carry) for i in range(COURIERS)),
        ):
            # Daemons: a courier who waits for a job is not waited for.
            threading.Thread(target=self._insist, args=(run,), name=name, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Begin nothing more, and let those arrive that are on their way."""
        self._stop.set()
        with self._on_the_way:
            self._on_the_way.wait_for(lambda: self._count == 0, STOP_SECONDS)

    def deliver(self, player: PlayerId, id: str) -> Retry | None:
        """Try a delivery. How often is counted in the outbox, which outlives the queue."""
        with self._on_the_way:
            if self._stop.is_set():
                return None
            self._count += 1
        try:
            seconds = self._postman.deliver(player, id)
        finally:
            with self._on_the_way:
                self._count -= 1
                self._on_the_way.notify_all()
            self._news.set()
        if seconds is None:
            return None
        return Retry(max=len(self._outbox.pace.retry_seconds), interval=seconds)

    def _insist(self, run: Any) -> None:
        """Do something on and on, whatever happens."""
        while not self._stop.is_set():
            try:
                run()
            except UNREACHABLE:
                logger.warning("webhooks have to wait for Redis", exc_info=True)
            except Exception:
                # Whatever it was, the next delivery need not suffer from it.
                logger.exception("webhooks have failed")
            else:
                continue
            self._stop.wait(SCHEDULE_SECONDS)

    def _follow(self) -> None:
        if self._herald.catch_up():
            self._news.set()
        else:
            self._stop.wait(LOOK_SECONDS)

    def _dispatch(self) -> None:
        self._news.clear()
        due = self._outbox.take_due()
        for player, id in due:
            jobs.enqueue(self._queue, player, id)
        if not due:
            self._news.wait(LOOK_SECONDS)

    def _schedule(self) -> None:
        """Bring back what RQ was asked to try again later: what its own process would do."""
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

    def _carry(self) -> None:
        _Courier(
            [jobs.NAME],
            connection=self._connection,
            serializer=JSONSerializer,
            worker_ttl=COURIER_TTL_SECONDS,
            log_job_description=False,
        ).work(logging_level="WARNING")
        # It ends when Redis was away for too long.
        self._stop.wait(SCHEDULE_SECONDS)
