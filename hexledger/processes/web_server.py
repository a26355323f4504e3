"""The API as processes: gunicorn, with one greenlet for each connection.

Imports neither Redis nor Flask: the workers do, once the standard library is patched.
"""

import os
import resource
import shutil
import signal
import sys
import tempfile
from typing import Any

from gunicorn.app.base import BaseApplication

from api.transport.rate_limits import Buckets
from api.transport.stream_limits import StreamLimit
from hexledger.problems import Problem
from hexledger.settings import Settings, read_settings

GRACE_SECONDS = 10
KEEPALIVE_SECONDS = 30
_CONNECTIONS = 8_192
# One more than needed: while workers are exchanged, the old ones still finish their requests.
_ROWS_A_WORKER = 2
_METRICS = "PROMETHEUS_MULTIPROC_DIR"
# The status by which gunicorn knows that starting the worker again is no use.
_CANNOT_LOAD = 4


class WebApplication(BaseApplication):
    """What gunicorn serves, and how."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.request_seconds = settings.request_seconds
        # Made before the workers part, so that they limit a caller together.
        self._buckets = Buckets()
        self.streams = StreamLimit(settings.stream_limit, _ROWS_A_WORKER * settings.web_workers)
        self._app: Any = None
        super().__init__()

    def load_config(self) -> None:
        for name, value in _configuration(self._settings).items():
            self.cfg.set(name, value)
        self.cfg.set("pre_fork", self._before_a_worker)
        self.cfg.set("child_exit", self._after_a_worker)

    def _before_a_worker(self, arbiter: Any, worker: Any) -> None:
        worker.row_of_streams = self.streams.take_row()

    def _after_a_worker(self, arbiter: Any, worker: Any) -> None:
        """Called for a worker that was killed, too."""
        self.streams.clear_row(worker.row_of_streams)
        _forget_gauges(worker.pid)

    def load(self) -> Any:
        """Build the application; called in each worker, after its patching."""
        from hexledger.wiring import build_app

        try:
            self._app = build_app(self._settings, self._buckets, self.streams)
        except Problem as problem:
            print(f"hexledger: {problem}", file=sys.stderr)
            sys.exit(_CANNOT_LOAD)
        return self._app

    def end_streams(self) -> None:
        """End the live streams, each with a proper last chunk: clients come back and resume."""
        if self._app is not None:
            dependencies = self._app.extensions["hexledger"]
            dependencies.follower.stop()
            dependencies.news_follower.stop()
            dependencies.seeks.news.stop()


def main() -> int:
    try:
        settings = read_settings()
    except Problem as problem:
        print(f"hexledger: {problem}", file=sys.stderr)
        return 2
    _allow_many_connections()
    WebApplication(settings).run()
    return 0


def _configuration(settings: Settings) -> dict[str, Any]:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    configuration: dict[str, Any] = {
        "bind": f"{host}:{settings.port}",
        "workers": settings.web_workers,
        "worker_class": "hexledger.processes.gunicorn_worker.Worker",
        "worker_connections": _CONNECTIONS,
        "keepalive": KEEPALIVE_SECONDS,
        "graceful_timeout": GRACE_SECONDS,
        # The application writes its own log, without tokens.
        "accesslog": None,
        "loglevel": "info" if settings.log_level == "debug" else "warning",
        # Whom to believe about addresses is for the application to say.
        "forwarded_allow_ips": "",
        "control_socket_disable": True,
    }
    if _METRICS not in os.environ:
        folder = os.environ[_METRICS] = tempfile.mkdtemp(prefix="hexledger-metrics-")
        configuration["on_exit"] = lambda arbiter: shutil.rmtree(folder, ignore_errors=True)
    configuration["post_fork"] = _end_at_once
    return configuration


def _end_at_once(arbiter: Any, worker: Any) -> None:
    """Let a worker that has not begun yet end when it is told to.

    Until it sets its own handlers it has those of its parent, which only put the signal into a
    queue that nobody reads.
    """
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def _forget_gauges(pid: int) -> None:
    """Take what a worker that ended measured of the moment out of the metrics."""
    from prometheus_client import multiprocess

    forget: Any = multiprocess.mark_process_dead
    forget(pid)


def _allow_many_connections() -> None:
    """Live streams take a file each; many systems start with a limit of 1024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    raise SystemExit(main())
