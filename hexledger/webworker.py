"""The gunicorn worker: a greenlet for each connection, and a prompt farewell."""

import json
import socket
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import gevent  # type: ignore[import-untyped] # it comes without types
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# A reader who takes nothing for so long is dropped, and so is a sender who sends nothing.
PATIENCE_SECONDS = 30
_LIVE = "text/event-stream"
# Mistakes of ours that gunicorn counts among those of clients.
_OUR_ERRORS = ("InvalidResponseHeader", "InvalidResponseHeaderName")


class Leaving(gevent.GreenletExit):  # type: ignore[misc] # as above
    """Thrown into a live stream when its worker is to stop."""


class LiveStreams:
    """The application, and the greenlets of its live streams, so that all can be ended at once."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app
        self._running: set[Any] = set()

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        is_live = False

        def begin(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            nonlocal is_live
            kinds = [value for name, value in headers if name.lower() == "content-type"]
            is_live = any(kind.startswith(_LIVE) for kind in kinds)
            return start_response(status, headers, *rest)

        answer = self._app(environ, begin)
        return _LiveStream(answer, self._running) if is_live else answer

    def end(self) -> None:
        """End the live streams, each with a proper last chunk: clients come back and resume."""
        for greenlet in list(self._running):
            gevent.kill(greenlet, Leaving)


class _LiveStream:
    """An answer that goes on until it is ended."""

    def __init__(self, answer: Iterable[bytes], running: set[Any]) -> None:
        self._answer = answer
        self._chunks = iter(answer)
        self._running = running
        self._greenlet = gevent.getcurrent()
        running.add(self._greenlet)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._chunks)
        except Leaving:
            raise StopIteration from None

    def close(self) -> None:
        self._running.discard(self._greenlet)
        close = getattr(self._answer, "close", None)
        if close:
            close()


class _Waiting:
    """The time that a connection may wait for its next request; it may be cut short."""

    def __init__(self, seconds: float, all_waiting: "set[_Waiting]") -> None:
        self._timeout = gevent.Timeout(seconds, False)
        self._all = all_waiting
        self._greenlet = gevent.getcurrent()

    def __enter__(self) -> None:
        self._all.add(self)
        self._timeout.__enter__()

    def __exit__(self, *error: Any) -> Any:
        self._all.discard(self)
        return self._timeout.__exit__(*error)

    def end(self) -> None:
        gevent.kill(self._greenlet, self._timeout)


class Worker(GeventWorker):
    """Ends waiting connections and live streams as soon as it is to stop; requests are finished."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._waiting: set[_Waiting] = set()

    def timeout_ctx(self) -> Any:
        return _Waiting(self.cfg.keepalive if self.alive else 0, self._waiting)

    def notify(self) -> None:
        # Called every second, also while the worker waits for its connections to end.
        super().notify()
        if not self.alive:
            for waiting in list(self._waiting):
                waiting.end()
            streams: Any = self.wsgi
            streams.end()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # A peer that vanished acknowledges nothing; the buffers would take long to fill.
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE_SECONDS * 1_000)
        super().handle(listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        sock.settimeout(PATIENCE_SECONDS)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            self.log.info("A client that does not read was dropped.")
            raise StopIteration from None

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what is no HTTP, or too much of it, in the form of all our errors."""
        if not isinstance(exc, Exception):
            return
        status, code = _judged(exc)
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.exception("Error outside of the application")
        try:
            client.sendall(_problem(status, code))
        except OSError:
            self.log.debug("The client of a bad request is gone.")


def _judged(error: Exception) -> tuple[HTTPStatus, str]:
    match error:
        case errors.LimitRequestLine():
            return HTTPStatus.REQUEST_URI_TOO_LONG, "request/address_too_long"
        case errors.LimitRequestHeaders():
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "request/headers_too_large"
        case errors.UnsupportedTransferCoding():
            return HTTPStatus.NOT_IMPLEMENTED, "request/encoding_unknown"
        case errors.ExpectationFailed():
            return HTTPStatus.EXPECTATION_FAILED, "request/expectation_unknown"
        case errors.ParseException() if type(error).__name__ not in _OUR_ERRORS:
            return HTTPStatus.BAD_REQUEST, "request/malformed"
    return HTTPStatus.INTERNAL_SERVER_ERROR, "server/error"


def _problem(status: HTTPStatus, code: str) -> bytes:
    told = {"type": "about:blank", "title": status.phrase, "status": status.value, "code": code}
    body = json.dumps(told).encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
