"""`hexledger serve`: the whole service from one command, with a Redis of its own if need be."""

import http.client
import signal
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack, suppress

from hexledger.cli.terminal import Terminal
from hexledger.data_folder import DataFolderLock, FileLock
from hexledger.problems import Problem
from hexledger.processes.start import check_redis, environment_of, python, refuse_taken_port
from hexledger.processes.supervisor import Part, Stopped, StopSignals, stop_together
from hexledger.redis_server.embedded import EmbeddedRedis
from hexledger.secret_files import master_secret, signing_seed
from hexledger.settings import Settings, read_settings

_LEFTOVER_SECONDS = 30.0


def define(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    settings = read_settings()
    with StopSignals() as signals, suppress(Stopped), ExitStack() as stack:
        Service(settings, signals, stack).run()
    return 0


class Service:
    """Everything that runs, from the lock on the folder to the last process."""

    def __init__(self, settings: Settings, signals: StopSignals, stack: ExitStack) -> None:
        self._settings = settings
        self._signals = signals
        self._stack = stack
        self._redis: EmbeddedRedis | None = None
        self._parts: list[Part] = []

    def run(self) -> None:
        """Start all, in order; keep it running; raise Stopped once it is asked to stop."""
        held = self._lock()
        refuse_taken_port(self._settings)
        master_secret(self._settings)
        signing_seed(self._settings)
        url = self._settings.redis_url or self._start_redis()
        check_redis(self._settings, url)
        self._start_parts(environment_of(self._settings, url), held)
        self._wait_until_ready()
        self._greet()
        while True:
            self._signals.pause(0.2)
            self._tend()

    def _lock(self) -> int:
        """Take the folder, once the parts of a service that was killed have left it."""
        self._stack.enter_context(DataFolderLock(self._settings.data_dir))
        leftovers = FileLock(self._settings.data_dir / "parts.lock")
        self._stack.callback(leftovers.release)
        if not leftovers.acquire():
            tell("waiting for the rest of an earlier run to leave …")
            if not leftovers.wait(_LEFTOVER_SECONDS, self._signals.pause):
                raise Problem(
                    f"{self._settings.data_dir}: processes of an earlier run do not leave;"
                    " end them and start again"
                )
        return leftovers.fileno()

    def _start_redis(self) -> str:
        self._redis = EmbeddedRedis(
            self._settings.data_dir, locked=True, report=tell, pause=self._signals.pause
        )
        return self._stack.enter_context(self._redis)

    def _start_parts(self, environment: dict[str, str], held: int) -> None:
        self._stack.callback(stop_together, self._parts, self._signals.is_hurried, tell)
        for name, module, hurry in (
            ("the worker", "worker", signal.SIGTERM),
            ("the API", "web", signal.SIGQUIT),
        ):
            command = python("hexledger.processes.child", module)
            part = Part(name, command, environment, held=held, hurry=hurry)
            self._parts.append(part)
            part.start()

    def _wait_until_ready(self) -> None:
        while not _is_healthy(self._settings):
            for part in self._parts:
                if how := part.ended():
                    raise Problem(f"{part.name} did not start ({how}); the reason is above")
            self._signals.pause(0.05)

    def _greet(self) -> None:
        home = _address(self._settings)
        redis = self._redis.name if self._redis else "the Redis of HEXLEDGER_REDIS_URL"
        with suppress(OSError):
            Terminal().print(
                f"Hexledger is serving on {home}\n"
                f"  try it out    {home}/docs\n"
                f"  data folder   {self._settings.data_dir}\n"
                f"  ledgers       in {redis}\n"
                "Ctrl-C stops it; the next start continues every game.",
                markup=False,
            )

    def _tend(self) -> None:
        if self._redis and not self._redis.is_running():
            tell("Redis ended; starting it again")
            self._redis.start()
        for part in self._parts:
            part.tend(tell)


def tell(line: str) -> None:
    """Say something to the operator; nobody has to be listening."""
    with suppress(OSError):
        Terminal(stderr=True).print(f"hexledger: {line}", markup=False)


def _reachable(host: str) -> str:
    """An address that leads to a listener: those that mean `all` are no destination."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _address(settings: Settings) -> str:
    host = _reachable(settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _is_healthy(settings: Settings) -> bool:
    asking = http.client.HTTPConnection(_reachable(settings.host), settings.port, timeout=5)
    try:
        asking.request("GET", "/healthz")
        return asking.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()
