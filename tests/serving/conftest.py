"""Redis servers of every kind for the tests, always ended by them."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexledger.redis_server.embedded import RedisServer, redis_servers
from tests.ports import free_port

SERVERS = redis_servers()


@pytest.fixture(params=SERVERS, ids=str)
def server(request: pytest.FixtureRequest) -> RedisServer:
    """Each redis-server of this machine."""
    found: RedisServer = request.param
    return found


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    path = Path(tempfile.mkdtemp(prefix="hexledger-"))
    yield path
    shutil.rmtree(path)


@pytest.fixture
def start_redis(server: RedisServer, short_path: Path) -> Iterator[Callable[..., int]]:
    """Starts a plain redis-server with some options; its port is the answer."""
    started = []

    def start(*options: str, mode: tuple[str, ...] = ()) -> int:
        port = free_port()
        folder = short_path / str(port)
        folder.mkdir()
        command = [server.path, *mode, "--port", str(port), "--dir", folder, *options]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        started.append(process)
        while True:
            assert process.poll() is None, "redis-server ended"
            try:
                # No question is asked: some of them want a password first.
                socket.create_connection(("127.0.0.1", port)).close()
                return port
            except OSError:
                time.sleep(0.01)

    yield start
    for process in started:
        process.send_signal(signal.SIGKILL)
        process.wait()
