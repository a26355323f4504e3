"""Servers in processes of their own, several of them on one Redis, and people who call them."""

import json
import os
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.ports import free_port
from tests.service import PROGRAM, ROOT

SECRET = "5eed" * 16
PATIENCE_SECONDS = 120.0
"""Only keeps a failure from hanging."""


class Unreachable(Exception):
    """The server did not answer."""


class ServerProcess:
    """`hexledger serve` on a Redis that it shares with others."""

    def __init__(self, folder: Path, redis_url: str) -> None:
        self._folder = folder
        self._redis_url = redis_url
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        self._folder.mkdir()
        settings = {
            "HEXLEDGER_PORT": str(self._port),
            "HEXLEDGER_DATA_DIR": str(self._folder),
            "HEXLEDGER_REDIS_URL": self._redis_url,
            "HEXLEDGER_MASTER_SECRET": SECRET,
            "HEXLEDGER_WEB_WORKERS": "1",
        }
        usual = {name: text for name, text in os.environ.items() if "HEXLEDGER" not in name}
        with (self._folder / "serve.log").open("w") as log:
            self._process = subprocess.Popen(
                [*PROGRAM, "serve"],
                cwd=ROOT,
                env=usual | settings,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        greeting = self._process.stdout.readline()
        assert "serving" in greeting, (self._folder / "serve.log").read_text()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """End all its processes at once, with no chance to tidy up."""
        process, self._process = self._process, None
        if process is not None and process.stdout is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            process.stdout.close()


class Reply(NamedTuple):
    """What a server answers."""

    status: int
    body: Any


def call(
    server: ServerProcess, method: str, path: str, token: str = "", body: Any = None, key: str = ""
) -> Reply:
    """Call a server, or raise if it is not there."""
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency-Key": key} if key else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            text = answer.read()
            return Reply(answer.status, json.loads(text) if text else None)
    except urllib.error.HTTPError as error:
        return Reply(error.code, json.loads(error.read() or b"null"))
    except (OSError, ValueError) as error:
        raise Unreachable(str(error)) from error
