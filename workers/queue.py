"""The queue of jobs: RQ on a Redis of its own or the ledger's, nudges in and jobs out."""

import logging
import threading
from typing import Any

from redis.exceptions import RedisError
from rq import Queue, Retry, SimpleWorker
from rq.serializers import JSONSerializer

from workers import jobs
from workers.caretaker import Caretaker

NAME = "hexledger"
KEEP_FAILED_SECONDS = 7 * 24 * 3600
RETRY_SECONDS = (1, 5, 30)

logger = logging.getLogger(__name__)


class Nudges:
    """Tells the workers of a game right away; if it cannot, their sweep finds it all the same."""

    def __init__(self, redis: Any) -> None:
        self._queue = Queue(NAME, connection=redis, serializer=JSONSerializer)

    def __call__(self, game: str) -> None:
        try:
            self._queue.enqueue(
                jobs.close_game,
                game,
                retry=Retry(max=len(RETRY_SECONDS), interval=list(RETRY_SECONDS)),
                result_ttl=0,
                failure_ttl=KEEP_FAILED_SECONDS,
            )
        except (RedisError, OSError):
            logger.warning("the workers could not be told", exc_info=True, extra={"game": game})


def work(redis: Any, caretaker: Caretaker, *, burst: bool = False) -> None:
    """Do jobs until told to stop by a signal; with `burst`, until there are none left.

    Jobs run in this very process: they are short, and a fork costs more than most of them.
    """
    jobs.install(caretaker)
    stop = threading.Event()
    sweeper = threading.Thread(
        target=caretaker.sweep_until, args=(stop,), name="sweeper", daemon=True
    )
    sweeper.start()
    worker = SimpleWorker([NAME], connection=redis, serializer=JSONSerializer)
    try:
        worker.work(burst=burst, with_scheduler=not burst, logging_level="WARNING")
    finally:
        stop.set()
        sweeper.join()
