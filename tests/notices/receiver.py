"""A receiver of webhooks on this machine, which answers as a test wants and records all calls."""

import hmac
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Call(NamedTuple):
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["hexledger-delivery"]

    @property
    def payload(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Answers calls; `answer` may wait, and returns the status."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.answer: Callable[[Call], int] = lambda call: 204
        self._lock = threading.Lock()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): text for name, text in self.headers.items()}
                call = Call(self.path, headers, body)
                with receiver._lock:
                    receiver.calls.append(call)
                status = receiver.answer(call)
                try:
                    self.send_response(status)
                    if status // 100 == 3:
                        self.send_header("Location", f"{receiver.url}/elsewhere")
                    self.end_headers()
                except OSError:
                    pass

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    @property
    def ids(self) -> list[str]:
        return [call.id for call in self.calls]

    def of(self, path: str) -> list[Call]:
        return [call for call in self.calls if call.path == path]


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    thread = threading.Thread(target=receiver.server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()


def is_signed(call: Call, secret: str) -> bool:
    """Check a signature as a receiver does, in the way that our page describes."""
    fields = dict(part.split("=", 1) for part in call.headers["hexledger-signature"].split(","))
    signed = fields["t"].encode() + b"." + call.body
    expected = hmac.new(secret.encode(), signed, sha256).hexdigest()
    return hmac.compare_digest(expected, fields["v1"])
