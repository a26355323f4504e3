"""Sending: to the address that was checked, signed, with limits on time and bytes."""

import hmac
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

import pytest
from fakeredis import FakeRedis, FakeServer

from domain.ids import PlayerId
from projections.notices.addresses import AddressPolicy, read_url
from projections.notices.outbox import Outbox
from projections.notices.player_receivers import PlayerReceivers
from projections.notices.push_keys import PushKey
from projections.notices.receivers import DEFAULT, OutboxName, Webhook
from tests.notices.receiver import is_signed, receiving
from workers.notices.delivery import NoticeSender
from workers.notices.http_client import Answer, NotSent, post
from workers.notices.messages import MessageWriter
from workers.notices.signing import signature

ADA = PlayerId("u-ada")
SECRET = "whsec_0123456789abcdefghijklmn"
PATIENCE_SECONDS = 60.0
"""How long both sides wait at most, on a machine however busy."""


def test_the_signature_is_the_one_of_our_page():
    body = b'{"id":"d-00000000000000000000000000000001","kind":"test","at":1700000000000}'
    signed = signature("whsec_example_0123456789", 1_700_000_000, body)
    digest = hmac.new(b"whsec_example_0123456789", b"1700000000." + body, sha256).hexdigest()
    assert signed == f"t=1700000000,v1={digest}"


@contextmanager
def talking(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that does as it likes with one connection; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                try:
                    connection.recv(65_536)
                    talk(connection)
                except OSError:
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def sent_to(port: int, scheme: str = "http", seconds: float = PATIENCE_SECONDS) -> Answer:
    target = read_url(f"{scheme}://receiver.example:{port}/")
    return post(target, ["127.0.0.1"], {}, b"{}", seconds=seconds)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204),
        (b"HTTP/1.0 200\n\n", 200),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\n", 202),
        (b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 500 No\r\n\r\n", 500),
        (b"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1/\r\n\r\n", 301),
    ],
)
def test_the_status_of_an_answer_is_read(said: bytes, status: int):
    with talking(lambda connection: connection.sendall(said)) as port:
        assert sent_to(port) == (status, 0)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"HTTP/1.1 429 Slow\r\nRetry-After: 120\r\n\r\n", (429, 120)),
        (b"HTTP/1.1 503 Away\r\nX: y\r\nretry-after:7\r\n\r\nbody", (503, 7)),
        (b"HTTP/1.1 503 Away\r\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n\r\n", (503, 0)),
        (b"HTTP/1.1 429 Slow\r\nRetry-After: 99999999999\r\n\r\n", (429, 0)),
        (b"HTTP/1.1 429 Slow\r\n", (429, 0)),
        (b"HTTP/1.1 201 Made\r\nRetry-After: 120\r\n\r\n", (201, 0)),
    ],
)
def test_a_busy_receiver_may_say_how_long_to_wait(said: bytes, answer: tuple[int, int]):
    with talking(lambda connection: connection.sendall(said)) as port:
        assert sent_to(port) == answer


def wait_in_silence(connection: socket.socket) -> None:
    connection.settimeout(PATIENCE_SECONDS)
    connection.recv(1)


def drip(connection: socket.socket) -> None:
    pause = 0.1
    for letter in b"HTTP/1.1 200 " + b"x" * int(PATIENCE_SECONDS / pause):
        connection.sendall(bytes([letter]))
        time.sleep(pause)


def flood(connection: socket.socket) -> None:
    for _ in range(1_000):
        connection.sendall(b"HTTP/1.1 100 Continue\r\n" + b"X: y\r\n" * 10_000)


@pytest.mark.parametrize("talk", [wait_in_silence, drip])
def test_a_receiver_that_is_too_slow_is_not_waited_for(talk: Callable[[socket.socket], None]):
    """It goes on until the sender hangs up; one that waits to the end gets another error."""
    with talking(talk) as port, pytest.raises(NotSent, match="there was no answer in time"):
        sent_to(port, seconds=0.5)


@pytest.mark.parametrize(
    "talk",
    [lambda connection: None, lambda connection: connection.sendall(b"SSH-2.0-x\r\n"), flood],
    ids=["silent", "other", "flood"],
)
def test_an_answer_that_is_not_http_is_an_error(talk: Callable[[socket.socket], None]):
    with talking(talk) as port, pytest.raises(NotSent, match="there was no HTTP answer"):
        sent_to(port)


def test_a_connection_that_cannot_be_made_does_not_say_where_it_went():
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with pytest.raises(NotSent) as failed:
        sent_to(port)
    assert str(failed.value) == "no connection"
    answer = b"no tls"
    with (
        talking(lambda connection: connection.sendall(answer)) as port,
        pytest.raises(NotSent, match="no secure connection"),
    ):
        sent_to(port, "https")


class PrivateReceiver:
    """A sender with a receiver on this machine, and names that lead where a test says."""

    def __init__(self, url: str, *answers: list[str], allow_private: bool = False) -> None:
        redis = FakeRedis(server=FakeServer())
        self.outbox = Outbox(redis)
        self.webhook = Webhook(DEFAULT, url, ("turn",), SECRET, 0)
        self.outbox.receivers.change(ADA, lambda receivers: [self.webhook])
        left = iter(answers)
        address_policy = AddressPolicy(
            allow_private=allow_private, resolve=lambda host, port: next(left)
        )
        self.receivers = PlayerReceivers(redis, address_policy)
        messages = MessageWriter(lambda players: {}, PushKey(bytes(32)))
        self.sender = NoticeSender(self.outbox, address_policy, messages)

    def deliver(self) -> int | None:
        id = self.receivers.add_test_delivery(ADA, self.webhook).id
        return self.sender.deliver(OutboxName(ADA, DEFAULT), id)


def test_a_name_that_leads_to_a_private_address_by_now_is_not_called():
    """It was public when the webhook was set; its address is checked for every try."""
    with receiving() as receiver:
        port = receiver.server.server_address[1]
        inside = PrivateReceiver(f"http://rebinding.example:{port}/", ["127.0.0.1"])
        assert inside.deliver() == inside.outbox.timing.retry_seconds[0]
        (delivery,) = inside.outbox.deliveries(OutboxName(ADA, DEFAULT))
        assert delivery.error == "this host is not known, or not on the public internet"
        assert receiver.calls == []


def test_the_address_that_was_checked_is_the_one_that_is_called():
    """A name is resolved once, because a second answer could be another address."""
    with receiving() as receiver:
        port = receiver.server.server_address[1]
        url = f"http://rebinding.example:{port}/path?query=1"
        inside = PrivateReceiver(url, ["127.0.0.1"], allow_private=True)
        before = int(time.time())
        assert inside.deliver() is None
        (call,) = receiver.calls
        assert call.headers["host"] == f"rebinding.example:{port}"
        assert call.path == "/path?query=1"
        assert is_signed(call, SECRET)
        signed_at = int(call.headers["hexledger-signature"].split(",")[0][2:])
        assert before <= signed_at <= time.time()


def test_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with receiving() as receiver:
        inside = PrivateReceiver(receiver.url, ["127.0.0.1"], allow_private=True)
        assert inside.deliver() is None
        assert len(receiver.calls) == 1
