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
from projections.webhooks.addresses import AddressPolicy, read_url
from projections.webhooks.outbox import Outbox
from projections.webhooks.webhook_store import Webhook
from tests.webhooks.receiver import is_signed, receiving
from workers.webhooks.delivery import WebhookSender
from workers.webhooks.http_client import NotSent, post
from workers.webhooks.signing import signature

ADA = PlayerId("u-ada")
SECRET = "whsec_0123456789abcdefghijklmn"


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


def sent_to(port: int, scheme: str = "http") -> int:
    target = read_url(f"{scheme}://receiver.example:{port}/")
    return post(target, ["127.0.0.1"], {}, b"{}", seconds=0.5)


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
        assert sent_to(port) == status


def drip(connection: socket.socket) -> None:
    for letter in b"HTTP/1.1 200 " + b"x" * 100:
        connection.sendall(bytes([letter]))
        time.sleep(0.1)


def flood(connection: socket.socket) -> None:
    for _ in range(1_000):
        connection.sendall(b"HTTP/1.1 100 Continue\r\n" + b"X: y\r\n" * 10_000)


@pytest.mark.parametrize(
    ("talk", "error"),
    [
        (lambda connection: None, "there was no HTTP answer"),
        (lambda connection: connection.sendall(b"SSH-2.0-x\r\n"), "there was no HTTP answer"),
        (lambda connection: time.sleep(1), "there was no answer in time"),
        (drip, "there was no answer in time"),
        (flood, "there was no HTTP answer"),
    ],
    ids=["silent", "other", "slow", "drip", "flood"],
)
def test_a_receiver_that_does_not_answer_is_not_waited_for(
    talk: Callable[[socket.socket], None], error: str
):
    began = time.monotonic()
    with talking(talk) as port:
        with pytest.raises(NotSent, match=error):
            sent_to(port)
        assert time.monotonic() - began < 5


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
        self.outbox = Outbox(FakeRedis(server=FakeServer()))
        self.outbox.webhooks.put(ADA, Webhook(url, ("turn",), SECRET, 0))
        left = iter(answers)
        address_policy = AddressPolicy(
            allow_private=allow_private, resolve=lambda host, port: next(left)
        )
        self.sender = WebhookSender(self.outbox, address_policy)

    def deliver(self) -> int | None:
        return self.sender.deliver(ADA, self.outbox.add_test_delivery(ADA).id)


def test_a_name_that_leads_to_a_private_address_by_now_is_not_called():
    """It was public when the webhook was set; its address is checked for every try."""
    with receiving() as receiver:
        port = receiver.server.server_address[1]
        inside = PrivateReceiver(f"http://rebinding.example:{port}/", ["127.0.0.1"])
        assert inside.deliver() == inside.outbox.timing.retry_seconds[0]
        (delivery,) = inside.outbox.deliveries(ADA)
        assert delivery.error == "this host is not known, or not on the public internet"
        assert receiver.calls == []


def test_the_address_that_was_checked_is_the_one_that_is_called():
    """A name is resolved once, because a second answer could be another address."""
    with receiving() as receiver:
        port = receiver.server.server_address[1]
        url = f"http://rebinding.example:{port}/path?query=1"
        inside = PrivateReceiver(url, ["127.0.0.1"], allow_private=True)
        assert inside.deliver() is None
        (call,) = receiver.calls
        assert call.headers["host"] == f"rebinding.example:{port}"
        assert call.path == "/path?query=1"
        assert is_signed(call, SECRET)
        assert abs(int(call.headers["hexledger-signature"].split(",")[0][2:]) - time.time()) < 5


def test_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with receiving() as receiver:
        inside = PrivateReceiver(receiver.url, ["127.0.0.1"], allow_private=True)
        assert inside.deliver() is None
        assert len(receiver.calls) == 1
