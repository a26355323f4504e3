"""Worker processes for tests: a normal one, and one that is killed in the middle of a job."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rq.scheduler import RQScheduler

from tests.commands.backend import MASTER
from tests.redises import Store, until
from workers.job_queue import NAME

ROOT = Path(__file__).parents[2]
WORKER = ("-c", "from hexledger.cli.main import main; raise SystemExit(main(['worker']))")
QUEUE_DATABASE = 1


def queue_url(store: Store) -> str:
    """The URL of a database for the queue alone, so that a test can lose it."""
    return f"{store.url}{'&' if '?' in store.url else '?'}db={QUEUE_DATABASE}"


class WorkerProcess:
    """A process of its own that is gone when the context ends, with all that it has started."""

    def __init__(self, store: Store, folder: Path, *program: str) -> None:
        kept = {name: text for name, text in os.environ.items() if not name.startswith("HEXLEDGER")}
        settings = {
            "HEXLEDGER_REDIS_URL": store.url,
            "HEXLEDGER_QUEUE_URL": queue_url(store),
            "HEXLEDGER_DATA_DIR": str(folder),
            "HEXLEDGER_MASTER_SECRET": MASTER.hex(),
        }
        self._log = folder / "worker.log"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *(program or WORKER)],
                cwd=ROOT,
                env=kept | settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.pid = self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def kill(self) -> None:
        """End it at once, and it alone."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Ask it to stop; returns its exit status."""
        self._process.terminate()
        return self._process.wait()

    def wait_until_killed(self) -> None:
        status = self._process.wait()
        assert status == -signal.SIGKILL, self._log.read_text()


def scheduler_of(redis: Any) -> RQScheduler | None:
    """The scheduler that holds the lock now, if there is one."""
    holder = redis.get(RQScheduler.get_locking_key(NAME))
    if holder is None or not redis.exists(f"rq:scheduler:{holder.decode()}"):
        return None
    return RQScheduler.fetch(holder.decode(), redis)


def wait_for_scheduler(redis: Any, other_than: str = "") -> RQScheduler:
    found: list[RQScheduler] = []

    def is_there() -> bool:
        found[:] = [one for one in [scheduler_of(redis)] if one is not None]
        return bool(found) and found[0].name != other_than

    until(is_there, "a scheduler runs")
    return found[0]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
