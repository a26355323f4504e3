"""What a worker does again and again, even if the job queue is lost."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class PeriodicTask:
    """Something to be done every so often."""

    name: str
    seconds: float
    do: Callable[[], object]


def keep_doing(one: PeriodicTask, stop: threading.Event) -> None:
    """Do it now, and again every so often, until told to stop."""
    while True:
        began = time.monotonic()
        try:
            one.do()
        except Exception:
            # Redis may be away, or one game broken: the next time it may be well again.
            logger.warning("%s could not be finished", one.name, exc_info=True)
        if stop.wait(max(0.0, began + one.seconds - time.monotonic())):
            return


class PeriodicTasks:
    """Several periodic tasks, each in a thread of its own."""

    def __init__(self, tasks: list[PeriodicTask]) -> None:
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=keep_doing, args=(one, self._stop), name=one.name, daemon=True)
            for one in tasks
        ]

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
