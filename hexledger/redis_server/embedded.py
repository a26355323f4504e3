"""The embedded Redis: a real redis-server in the data folder, where acknowledged means on disk."""

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

from hexledger.data_folder import FolderLock, Lock, Pause, prepare
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

__all__ = ["EmbeddedRedis", "RedisServer", "redis_at_hand", "redis_servers", "running_url"]

Tell = Callable[[str], None]

_LARGEST_LOG = 4 << 20
_SHUTDOWN_SECONDS = 30.0
_SILENT_SECONDS = 1.0
_PATIENCE_SECONDS = 3.0
# Since version 7 the append-only file is a folder of files; older servers do not look there and
# would start with nothing.
_MULTIPART = "appendonlydir"
# What it says about trouble, but not its advice about the system.
_TROUBLE = re.compile(r"^\d+:\w .*? # (?P<message>(?!WARNING|Server initialized).+)$", re.MULTILINE)


def _say(line: str) -> None:
    print(f"hexledger: {line}", file=sys.stderr)


class EmbeddedRedis:
    """A redis-server for as long as the context lasts; entering it gives the URL.

    One that was left behind by a killed process is adopted. `locked` says that the caller
    already holds the folder's lock.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        server: RedisServer | None = None,
        locked: bool = False,
        tell: Tell = _say,
        pause: Pause = time.sleep,
    ) -> None:
        self._home = data_dir.absolute() / "redis"
        self._server = server
        self._folder = None if locked else FolderLock(data_dir.absolute())
        # Handed down to the server, so it is held for just as long as that lives.
        self._alive = Lock(self._home / "server.lock")
        self._process: subprocess.Popen[bytes] | None = None
        self._adopted: int | None = None
        self._tell = tell
        self._pause = pause
        self.name = "Redis"

    def __enter__(self) -> str:
        if self._folder:
            self._folder.__enter__()
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
            if self._folder:
                self._folder.release()

    def is_running(self) -> bool:
        """Whether the server lives, be it our child or adopted."""
        if self._process:
            self._process.poll()
        return self._alive.is_held()

    def start(self) -> None:
        """Start a server, or adopt the one that runs in the folder, and wait until it has read
        all its data."""
        prepare(self._home)
        make_socket_folder(self._home)
        deadline = time.monotonic() + _SHUTDOWN_SECONDS
        while not self._alive.acquire():
            # Left behind; or it is just leaving, then a new one is started.
            if running_url(self._home.parent):
                self._adopt()
                return
            if time.monotonic() > deadline:
                raise Problem(
                    f"{self._home}: a redis-server holds this folder and does not answer; end it"
                )
            self._pause(0.05)
        try:
            self._launch()
        finally:
            # The server has it now, if it was started at all.
            self._alive.release()

    def stop(self) -> None:
        """Shut the server down, whoever started it, and wait until it is gone."""
        pid = self._process.pid if self._process else self._adopted
        if pid is not None and self.is_running():
            # It writes out what is left, and takes its socket away.
            for number in (signal.SIGTERM, signal.SIGKILL):
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
                if self._is_gone():
                    break
            self._alive.release()
        if self._process:
            self._process.wait()
        self._process = self._adopted = None
        remove_socket_folder(self._home)

    def _is_gone(self) -> bool:
        """Whether the server leaves in time; say so if that is not at once."""
        if self._alive.wait(_SILENT_SECONDS, time.sleep):
            return True
        self._tell("waiting for Redis to write out its data …")
        return self._alive.wait(_SHUTDOWN_SECONDS, time.sleep)

    def _launch(self) -> None:
        if self._process:
            # Its lock is free, so it is gone, or about to be.
            self._process.wait()
        server = self._server or self._choose()
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
                    pass_fds=[self._alive.fileno()],
                    # Ctrl-C in the terminal must not reach it: it goes last.
                    start_new_session=True,
                )
            except OSError as error:
                raise Problem(f"{server.path}: {error.strerror}") from None
        self._alive.release()
        if not self._wait_until_loaded():
            raise Problem(
                f"{server} did not start in {self._home}: {_reason(log_path, start_of_log)}"
            )
        self.name = str(server)

    def _adopt(self) -> None:
        try:
            with client_of(self._home) as client:
                told, folder = client.info("server"), client.config_get("dir")["dir"]
        except RedisError as error:
            raise Problem(
                f"{self._home}: a redis-server left there does not talk: {error}"
            ) from None
        if os.path.realpath(folder) != os.path.realpath(self._home):
            raise Problem(f"{self._home}: the Redis that answers there keeps its data in {folder}")
        self._process, self._adopted = None, int(told["process_id"])
        self._tell(f"adopting the Redis (process {self._adopted}) that an earlier run left behind")
        if not self._wait_until_loaded():
            raise Problem(f"{self._home}: the Redis that was left there has gone; start again")
        self.name = f"Redis {told['redis_version']}"

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
                        self._tell("Redis is still reading its append-only file …")
                        patience = float("inf")
                except RedisError:
                    pass
        return False

    def _choose(self) -> RedisServer:
        servers = redis_servers()
        if not servers:
            raise Problem(
                "no redis-server of version 6.2 or newer on PATH, and none came with the package;"
                " install Redis, or set HEXLEDGER_REDIS_URL"
            )
        return next((server for server in servers if self._can_read(server)), servers[0])

    def _can_read(self, server: RedisServer) -> bool:
        return server.version >= (7, 0, 0) or not (self._home / _MULTIPART).exists()

    def _refuse_newer_data(self, server: RedisServer) -> None:
        if not self._can_read(server):
            raise Problem(
                f"{self._home}: written by Redis 7 or newer, which {server} cannot read;"
                " put a newer redis-server on PATH"
            )


@contextmanager
def redis_at_hand(settings: Settings) -> Iterator[str]:
    """The URL of the Redis of these settings; an embedded one is started if none runs yet."""
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
    """What the server said last, in one line."""
    with log_path.open("rb") as log:
        log.seek(start)
        text = log.read().decode(errors="replace")
    said = [found["message"] for found in _TROUBLE.finditer(text)] or text.split("\n")
    last = " / ".join([line.strip() for line in said if line.strip()][-2:])
    return f"{last or 'it said nothing'} (the whole story is in {log_path})"
