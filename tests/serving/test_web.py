"""The web's processes: how they answer what is no request, and how they leave."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import NamedTuple

import pytest

from api.transport.middleware import SECURITY_HEADERS
from tests.cli.test_simulate import ROOT
from tests.serving.conftest import free_port


class Web(NamedTuple):
    """A running web and where it listens."""

    process: "subprocess.Popen[bytes]"
    port: int

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port))

    def says(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()


@contextmanager
def running_web(folder: Path) -> Iterator[Web]:
    port = free_port()
    environment = {
        **os.environ,
        "HEXLEDGER_PORT": str(port),
        "HEXLEDGER_WEB_WORKERS": "1",
        "TMPDIR": os.fspath(folder),
    }
    command = [sys.executable, "-m", "tests.serving.programs"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        running = Web(process, port)
        while True:
            assert process.poll() is None
            try:
                running.connect().close()
                break
            except OSError:
                time.sleep(0.01)
        yield running
        process.terminate()
        process.wait()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    with running_web(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def lasting_web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """One for all tests that leave it as it was."""
    with running_web(tmp_path_factory.mktemp("web")) as running:
        yield running


def ask(web: Web, path: str) -> tuple[HTTPConnection, HTTPResponse]:
    asking = HTTPConnection("127.0.0.1", web.port)
    asking.request("GET", path)
    return asking, asking.getresponse()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nBad Header: Bearer hush\r\n\r\n", 400),
        (b"hush\r\n\r\n", 400),
        (b"GET /" + b"a" * 5_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 9_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nTransfer-Encoding: hush\r\n\r\n", 501),
    ],
)
def test_what_is_no_request_is_answered_like_every_error(
    lasting_web: Web, sent: bytes, status: int
):
    with lasting_web.connect() as client:
        client.sendall(sent)
        answer = HTTPResponse(client)
        answer.begin()
        told = json.loads(answer.read())
    assert (answer.status, told["status"]) == (status, status)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert told["code"] == "request/malformed"
    assert answer.headers["X-Request-Id"] == told["request_id"]
    assert SECURITY_HEADERS.items() <= dict(answer.headers).items()
    assert "hush" not in json.dumps(told)


def test_live_streams_and_idle_connections_end_in_good_order_when_it_stops(web: Web):
    live, stream = ask(web, "/live")
    assert stream.read(5) == b"first"
    idle, answer = ask(web, "/")
    assert answer.read() == b"hello"
    web.process.terminate()
    # An answer that was cut off would be an IncompleteRead.
    assert stream.read() == b""
    assert idle.sock.recv(1) == b""
    assert web.says() == "live ended"
    assert web.process.wait() == 0
    live.close()
    idle.close()


def test_a_reader_who_takes_nothing_is_dropped(lasting_web: Web):
    with lasting_web.connect() as client:
        client.sendall(b"GET /endless HTTP/1.1\r\nHost: here\r\n\r\n")
        assert lasting_web.says() == "endless ended"


def test_the_folder_of_the_metrics_goes_when_the_web_does(web: Web, tmp_path: Path):
    assert list(tmp_path.glob("hexledger-metrics-*"))
    web.process.terminate()
    web.process.wait()
    assert not list(tmp_path.glob("hexledger-metrics-*"))
