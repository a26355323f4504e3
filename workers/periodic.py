"""Periodic tasks of a worker, which run even if the job queue is lost."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class PeriodicTask:
    """A function that is called every `seconds`."""

    name: str
    seconds: float
    run: Callable[[], object]


def repeat(task: PeriodicTask, stop: threading.Event) -> None:
    """Run a task now and then every `seconds`, until `stop` is set."""
    while True:
        began = time.monotonic()
        try:
            task.run()
        except Exception:
            # Redis may be down, or one game broken: the next run may succeed.
            logger.warning("%s failed", task.name, exc_info=True)
        if stop.wait(max(0.0, began + task.seconds - time.monotonic())):
            return


class PeriodicTasks:
    """Runs periodic tasks while its context lasts, each in a thread of its own."""

    def __init__(self, tasks: list[PeriodicTask]) -> None:
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=repeat, args=(task, self._stop), name=task.name, daemon=True)
            for task in tasks
        ]

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
