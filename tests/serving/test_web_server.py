"""The web server: how it answers bad requests, and how it stops."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api.transport.middleware import SECURITY_HEADERS
from tests.cli.test_simulate import ROOT
from tests.ports import free_port
from tests.redises import until


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
def running_web(folder: Path, **settings: str) -> Iterator[Web]:
    port = free_port()
    environment = {
        **os.environ,
        "HEXLEDGER_PORT": str(port),
        "HEXLEDGER_WEB_WORKERS": "1",
        "TMPDIR": os.fspath(folder),
        **settings,
    }
    command = [sys.executable, "-m", "tests.serving.small_web_server"]
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
        problem = json.loads(answer.read())
    assert (answer.status, problem["status"]) == (status, status)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert problem["code"] == "request/malformed"
    assert answer.headers["X-Request-Id"] == problem["request_id"]
    assert SECURITY_HEADERS.items() <= dict(answer.headers).items()
    assert "hush" not in json.dumps(problem)


POST = b"POST /body HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


def answer_to(web: Web, sent: bytes) -> tuple[HTTPResponse, Any]:
    """What some bytes are answered with, and that the connection ends after it."""
    with web.connect() as client:
        client.sendall(sent)
        answer = HTTPResponse(client)
        answer.begin()
        problem = json.loads(answer.read())
        assert answer.headers["Connection"] == "close"
        with suppress(ConnectionResetError):
            assert client.recv(1) == b""
    return answer, problem


@pytest.mark.parametrize(
    "framed",
    [
        b"-2\r\n{}\r\n0\r\n\r\n",
        b"+2\r\n{}\r\n0\r\n\r\n",
        b"0x2\r\n{}\r\n0\r\n\r\n",
        b"two\r\n{}\r\n0\r\n\r\n",
        b"\r\n{}\r\n0\r\n\r\n",
        b"2 2\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}0\r\n\r\n",
        b"1\r\n{}\r\n0\r\n\r\n",
        b"2;\x00\r\n{}\r\n0\r\n\r\n",
        b"2" * 20_000,
        b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
        b"2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n",
        b"2\r\n{}\r\n-1\r\n\r\n",
    ],
)
def test_a_body_in_bad_chunks_is_refused_and_the_connection_closed(lasting_web: Web, framed: bytes):
    answer, problem = answer_to(lasting_web, CHUNKED + framed)
    assert (answer.status, problem["code"]) == (400, "request/malformed")


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2",
        b"Content-Length: 2\r\nContent-Length: 3",
        b"Content-Length: -2",
        b"Content-Length: +2",
        b"Content-Length: 2, 2",
        b"Content-Length: two",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked, chunked",
        b"Transfer-Encoding : chunked",
    ],
)
def test_a_body_whose_length_is_told_in_two_ways_or_none_is_refused(
    lasting_web: Web, headers: bytes
):
    answer, problem = answer_to(lasting_web, POST + headers + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
    assert (answer.status, problem["code"]) == (400, "request/malformed")


def test_a_body_in_good_chunks_is_read(lasting_web: Web):
    with lasting_web.connect() as client:
        for size in (b"2", b"0002", b"2;name=value"):
            client.sendall(CHUNKED + size + b"\r\n{}\r\n0\r\n\r\n")
            answer = HTTPResponse(client)
            answer.begin()
            assert (answer.status, json.loads(answer.read())) == (200, {"body": {}})


def test_a_chunk_of_any_size_is_read_only_up_to_the_limit(lasting_web: Web):
    with lasting_web.connect() as client:
        client.sendall(CHUNKED + b"f" * 64 + b"\r\n" + b" " * 70_000)
        answer = HTTPResponse(client)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["code"]) == (413, "body/too_large")


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


@pytest.mark.parametrize(
    "framing",
    [b"Content-Length: 60000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\nea60\r\n"],
)
def test_a_body_that_comes_byte_by_byte_is_given_up(tmp_path: Path, framing: bytes):
    with running_web(tmp_path, HEXLEDGER_REQUEST_SECONDS="1") as web, web.connect() as client:
        client.sendall(POST + framing)
        while not select.select([client], [], [], 0.05)[0]:
            client.sendall(b" ")
        answer = HTTPResponse(client)
        answer.begin()
        problem = json.loads(answer.read())
        assert (answer.status, problem["code"]) == (408, "request/too_slow")
        assert problem["details"] == {"seconds": 1}
        assert answer.headers["Connection"] == "close"


def test_a_sender_who_stops_in_the_middle_of_a_body_is_given_up(lasting_web: Web):
    answer, problem = answer_to(lasting_web, POST + b"Content-Length: 3\r\n\r\n{}")
    assert (answer.status, problem["code"]) == (408, "request/too_slow")


def test_a_reader_who_takes_nothing_is_dropped(lasting_web: Web):
    with lasting_web.connect() as client:
        client.sendall(b"GET /endless HTTP/1.1\r\nHost: here\r\n\r\n")
        assert lasting_web.says() == "endless ended"


def test_streams_are_counted_over_all_processes_and_freed_when_one_is_killed(tmp_path: Path):
    settings = {"HEXLEDGER_WEB_WORKERS": "2", "HEXLEDGER_STREAM_LIMIT": "3"}
    with running_web(tmp_path, **settings) as web, ExitStack() as stack:

        def follow() -> HTTPResponse:
            asking, answer = ask(web, "/counted")
            stack.callback(asking.close)
            return stack.enter_context(answer)

        streams = [follow() for _ in range(3)]
        workers = {int(stream.readline()) for stream in streams}
        assert [stream.status for stream in streams] == [200] * 3
        assert follow().status == 429
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        for stream in streams:
            with suppress(IncompleteRead, ConnectionError):
                stream.read()

        def is_free() -> bool:
            with suppress(OSError, HTTPException):
                return follow().status == 200
            return False

        until(is_free, "the streams of the workers that were killed count no more")


def test_the_folder_of_the_metrics_goes_when_the_web_does(web: Web, tmp_path: Path):
    assert list(tmp_path.glob("hexledger-metrics-*"))
    web.process.terminate()
    web.process.wait()
    assert not list(tmp_path.glob("hexledger-metrics-*"))
