"""The embedded Redis: a redis-server in the data folder that writes every commit to disk."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from redis.exceptions import BusyLoadingError, RedisError

from hexledger.data_folder import DataFolderLock, FileLock, Pause, make_private_folder
from hexledger.problems import Problem
from hexledger.redis_server.programs import RedisServer, redis_servers
from hexledger.redis_server.unix_socket import (
    client_of,
    make_socket_folder,
    remove_socket_folder,
    running_url,
    socket_path,
    url_of,
)
from hexledger.settings import Settings

__all__ = ["EmbeddedRedis", "RedisServer", "ensure_redis", "redis_servers", "running_url"]

Report = Callable[[str], None]

_LARGEST_LOG = 4 << 20
_SHUTDOWN_SECONDS = 30.0
_SILENT_SECONDS = 1.0
_PATIENCE_SECONDS = 3.0
# Since version 7 the append-only file is a folder of files; older servers do not read it and
# would start empty.
_MULTIPART = "appendonlydir"
# The errors in its log, but not its advice about the system.
_TROUBLE = re.compile(r"^\d+:\w .*? # (?P<message>(?!WARNING|Server initialized).+)$", re.MULTILINE)


def _print_to_stderr(line: str) -> None:
    print(f"hexledger: {line}", file=sys.stderr)


class EmbeddedRedis:
    """A redis-server that runs while the context lasts; entering it gives the URL.

    A server that a killed process left behind is adopted. `locked` means that the caller already
    holds the lock of the data folder.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        server: RedisServer | None = None,
        locked: bool = False,
        report: Report = _print_to_stderr,
        pause: Pause = time.sleep,
    ) -> None:
        self._home = data_dir.absolute() / "redis"
        self._server = server
        self._folder_lock = None if locked else DataFolderLock(data_dir.absolute())
        # The server inherits this lock, so it is held for as long as the server lives.
        self._server_lock = FileLock(self._home / "server.lock")
        self._process: subprocess.Popen[bytes] | None = None
        self._adopted: int | None = None
        self._report = report
        self._pause = pause
        self.name = "Redis"

    def __enter__(self) -> str:
        if self._folder_lock:
            self._folder_lock.__enter__()
        try:
            self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return url_of(self._home)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.stop()
        finally:
            if self._folder_lock:
                self._folder_lock.release()

    def is_running(self) -> bool:
        """Whether the server runs, started here or adopted."""
        if self._process:
            self._process.poll()
        return self._server_lock.is_held()

    def start(self) -> None:
        """Start a server or adopt a running one, and wait until it has loaded its data."""
        make_private_folder(self._home)
        make_socket_folder(self._home)
        deadline = time.monotonic() + _SHUTDOWN_SECONDS
        while not self._server_lock.acquire():
            # A server was left behind. If it is just ending, a new one is started.
            if running_url(self._home.parent):
                self._adopt()
                return
            if time.monotonic() > deadline:
                raise Problem(
                    f"{self._home}: a redis-server uses this folder and does not answer; stop it"
                )
            self._pause(0.05)
        try:
            self._start_process()
        finally:
            # If the server was started, it holds the lock now.
            self._server_lock.release()

    def stop(self) -> None:
        """Shut the server down, started here or adopted, and wait until it has ended."""
        pid = self._process.pid if self._process else self._adopted
        if pid is not None and self.is_running():
            # On SIGTERM it writes its data and removes its socket.
            for number in (signal.SIGTERM, signal.SIGKILL):
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
                if self._is_gone():
                    break
            self._server_lock.release()
        if self._process:
            self._process.wait()
        self._process = self._adopted = None
        remove_socket_folder(self._home)

    def _is_gone(self) -> bool:
        """Whether the server ends in time; if it takes a while, report that."""
        if self._server_lock.wait(_SILENT_SECONDS, time.sleep):
            return True
        self._report("waiting for Redis to write out its data …")
        return self._server_lock.wait(_SHUTDOWN_SECONDS, time.sleep)

    def _start_process(self) -> None:
        if self._process:
            # Its lock is free, so it has ended or is about to.
            self._process.wait()
        server = self._server or self._choose_program()
        self._refuse_newer_data(server)
        log_path = self._home / "redis.log"
        if log_path.exists() and log_path.stat().st_size > _LARGEST_LOG:
            log_path.replace(log_path.with_suffix(".log.1"))
        with log_path.open("ab") as log:
            start_of_log = log.tell()
            try:
                self._process = subprocess.Popen(
                    [server.path, *_options(self._home)],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env={"PATH": os.defpath, "LC_ALL": "C"},
                    pass_fds=[self._server_lock.fileno()],
                    # Ctrl-C in the terminal must not reach it: it is stopped last.
                    start_new_session=True,
                )
            except OSError as error:
                raise Problem(f"{server.path}: {error.strerror}") from None
        self._server_lock.release()
        if not self._wait_until_loaded():
            raise Problem(
                f"{server} did not start in {self._home}: {_reason(log_path, start_of_log)}"
            )
        self.name = str(server)

    def _adopt(self) -> None:
        try:
            with client_of(self._home) as client:
                info, folder = client.info("server"), client.config_get("dir")["dir"]
        except RedisError as error:
            raise Problem(
                f"{self._home}: the redis-server that an earlier run left does not answer: {error}"
            ) from None
        if os.path.realpath(folder) != os.path.realpath(self._home):
            raise Problem(f"{self._home}: the Redis that answers there has its data in {folder}")
        self._process, self._adopted = None, int(info["process_id"])
        self._report(
            f"adopting the Redis (process {self._adopted}) that an earlier run left behind"
        )
        if not self._wait_until_loaded():
            raise Problem(
                f"{self._home}: the Redis that an earlier run left has ended; start again"
            )
        self.name = f"Redis {info['redis_version']}"

    def _wait_until_loaded(self) -> bool:
        """True once the server answers; False if it ends first."""
        patience = time.monotonic() + _PATIENCE_SECONDS
        with client_of(self._home) as client:
            while self.is_running():
                self._pause(0.01)
                try:
                    client.ping()
                    return True
                except BusyLoadingError:
                    if time.monotonic() > patience:
                        self._report("Redis is still reading its append-only file …")
                        patience = float("inf")
                except RedisError:
                    pass
        return False

    def _choose_program(self) -> RedisServer:
        servers = redis_servers()
        if not servers:
            raise Problem(
                "there is no redis-server of version 6.2 or newer on PATH or in the package;"
                " install Redis, or set HEXLEDGER_REDIS_URL"
            )
        return next((server for server in servers if self._can_read(server)), servers[0])

    def _can_read(self, server: RedisServer) -> bool:
        return server.version >= (7, 0, 0) or not (self._home / _MULTIPART).exists()

    def _refuse_newer_data(self, server: RedisServer) -> None:
        if not self._can_read(server):
            raise Problem(
                f"{self._home}: Redis 7 or newer wrote this data, and {server} cannot read it;"
                " put a newer redis-server on PATH"
            )


@contextmanager
def ensure_redis(settings: Settings) -> Iterator[str]:
    """The URL of the Redis of these settings; the embedded one is started if it does not run."""
    url = settings.redis_url or running_url(settings.data_dir)
    if url:
        yield url
        return
    with EmbeddedRedis(settings.data_dir) as url:
        yield url


def _options(home: Path) -> Iterator[str]:
    chosen = {
        "dir": home,
        "port": 0,
        "unixsocket": socket_path(home),
        "unixsocketperm": 700,
        "pidfile": home / "redis.pid",
        "daemonize": "no",
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    for name, value in chosen.items():
        yield from (f"--{name}", str(value))


def _reason(log_path: Path, start: int) -> str:
    """The last errors in the log of the server, in one line."""
    with log_path.open("rb") as log:
        log.seek(start)
        text = log.read().decode(errors="replace")
    lines = [found["message"] for found in _TROUBLE.finditer(text)] or text.split("\n")
    last = " / ".join([line.strip() for line in lines if line.strip()][-2:])
    return f"{last or 'it logged nothing'} (see {log_path})"
