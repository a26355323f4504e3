"""Servers for as long as they are measured, on free ports of this machine."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bench.scripted import MASTER

HOST = "127.0.0.1"
ROOT = Path(__file__).parent.parent
START_SECONDS = 30.0
STOP_SECONDS = 15.0


class Connection:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._http = http.client.HTTPConnection(HOST, port, timeout=START_SECONDS)

    def get(self, path: str, token: str) -> bytes:
        return self._call("GET", path, token, None, 200)

    def post(self, path: str, token: str, body: bytes) -> bytes:
        return self._call("POST", path, token, body, 201)

    def create(self, path: str, token: str, body: dict[str, Any]) -> Any:
        """What came of a body, both as plain values."""
        return msgspec.json.decode(self.post(path, token, msgspec.json.encode(body)))

    def _call(self, method: str, path: str, token: str, body: bytes | None, wanted: int) -> bytes:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._http.request(method, path, body, headers)
        response = self._http.getresponse()
        answer = response.read()
        if response.status != wanted:
            raise AssertionError(f"{method} {path}: {response.status} {answer!r}")
        return answer

    def close(self) -> None:
        self._http.close()


@contextmanager
def serving(module: str, redis_url: str, folder: Path) -> Iterator[Connection]:
    """A module of ours that serves HTTP with one worker, and a connection to it."""
    port = _free_port()
    settings = {
        "PORT": port,
        "DATA_DIR": folder,
        "REDIS_URL": redis_url,
        "MASTER_SECRET": MASTER.hex(),
        "WEB_WORKERS": 1,
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HEXLEDGER_")}
    with (folder / f"{module}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=ROOT,
            env={**kept, **{f"HEXLEDGER_{name}": str(value) for name, value in settings.items()}},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        connection = Connection(port)
        try:
            _wait_until_ready(process, port, Path(log.name))
            yield connection
        finally:
            connection.close()
            _stop(process)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        asking = Connection(port)
        try:
            asking.get("/healthz", "")
            return
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
        finally:
            asking.close()
    raise RuntimeError(f"the server did not start: {log.read_text(errors='replace')[-2000:]}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
