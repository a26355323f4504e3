"""`hexledger serve`, `api` and `worker`: what is refused, and the whole service in processes."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from hexledger.data_folder import DataFolderLock, FileLock
from hexledger.redis_server.embedded import EmbeddedRedis, running_url
from tests.cli.test_simulate import PROGRAM, ROOT, assert_one_line, hexledger
from tests.ports import free_port

__all__ = ["hexledger"]


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    for name in os.environ:
        if name.startswith("HEXLEDGER_"):
            monkeypatch.delenv(name)
    found = free_port()
    monkeypatch.setenv("HEXLEDGER_PORT", str(found))
    monkeypatch.setenv("HEXLEDGER_WEB_WORKERS", "1")
    return found


@pytest.fixture
def serve(port: int, short_path: Path) -> Iterator[Callable[[], "subprocess.Popen[str]"]]:
    """Starts the whole service on one data folder and waits until it greets."""
    started = []

    def start() -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [*PROGRAM, "serve"],
            cwd=ROOT,
            env={**os.environ, "HEXLEDGER_DATA_DIR": os.fspath(short_path / "data")},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == f"Hexledger is serving on http://127.0.0.1:{port}\n"
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    if running_url(short_path / "data"):
        # Left by a test that failed: adopt it, and so end it.
        with EmbeddedRedis(short_path / "data"):
            pass


def status_of(port: int) -> int:
    asking = http.client.HTTPConnection("127.0.0.1", port)
    try:
        asking.request("GET", "/healthz")
        return asking.getresponse().status
    finally:
        asking.close()


@pytest.mark.parametrize("command", ["serve", "api"])
def test_a_port_that_is_taken_is_refused_before_anything_starts(
    hexledger, port: int, tmp_path: Path, command: str
):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        assert_one_line(hexledger(command), f"port {port} is in use", "HEXLEDGER_PORT")
    assert not (tmp_path / "data" / "redis").exists()


def test_a_folder_that_is_in_use_is_refused(hexledger, port: int, tmp_path: Path):
    with DataFolderLock(tmp_path / "data"):
        result = hexledger("serve")
    assert_one_line(result, str(tmp_path / "data"), f"process {os.getpid()}")


@pytest.mark.parametrize("command", ["api", "worker"])
def test_a_part_alone_says_what_it_misses(hexledger, port: int, tmp_path: Path, command: str):
    assert_one_line(hexledger(command), "hexledger serve", "HEXLEDGER_REDIS_URL")


@pytest.mark.parametrize("command", ["serve", "api", "worker"])
def test_a_redis_that_cannot_be_reached_is_refused(
    hexledger, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
):
    monkeypatch.setenv("HEXLEDGER_REDIS_URL", f"unix://{tmp_path}/none.sock")
    assert_one_line(hexledger(command), "HEXLEDGER_REDIS_URL: Redis cannot be reached")


def test_an_open_secret_is_refused_and_no_redis_stays(hexledger, port: int, tmp_path: Path):
    (tmp_path / "data").mkdir()
    secret = tmp_path / "data" / "master-secret"
    secret.write_text("0" * 64)
    secret.chmod(0o644)
    assert_one_line(hexledger("serve"), "chmod 600")
    assert running_url(tmp_path / "data") is None


def test_the_service_survives_its_redis_stops_cleanly_and_keeps_everything(
    serve, port: int, short_path: Path
):
    data = short_path / "data"
    process = serve()
    assert status_of(port) == 200
    url = running_url(data)
    assert url is not None
    with Redis.from_url(url) as client:
        client.set("kept", "1")
        os.kill(client.info("server")["process_id"], signal.SIGKILL)
    while running_url(data) is None:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 0
    assert running_url(data) is None
    with EmbeddedRedis(data) as url, Redis.from_url(url) as client:
        assert client.get("kept") == b"1"


def test_after_a_kill_the_parts_leave_and_the_next_start_adopts_the_redis(
    serve, port: int, short_path: Path
):
    data = short_path / "data"
    first = serve()
    url = running_url(data)
    assert url is not None
    with Redis.from_url(url) as client:
        orphan = client.info("server")["process_id"]
        first.kill()
        first.wait()
        second = serve()
        assert client.info("server")["process_id"] == orphan
    assert status_of(port) == 200
    second.terminate()
    assert second.wait() == 0
    assert running_url(data) is None
    for name in ("lock", "parts.lock", "redis/server.lock"):
        assert not FileLock(data / name).is_held()
