"""The gunicorn worker: a greenlet for each connection, and a prompt farewell."""

import json
import secrets
import socket
from http import HTTPStatus
from typing import Any

import gevent  # type: ignore[import-untyped] # it comes without types
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from api.transport.errors import ApiError, BadRequest, ServiceError
from hexledger.processes.request_body import BodyReader

# A reader who takes nothing for so long is dropped, and so is a sender who sends nothing.
PATIENCE_SECONDS = 30
# Mistakes of ours that gunicorn counts among those of clients.
_OUR_ERRORS = ("InvalidResponseHeader", "InvalidResponseHeaderName")


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

    def handle_exit(self, sig: Any, frame: Any) -> None:
        super().handle_exit(sig, frame)
        gevent.spawn(self._say_farewell)

    def notify(self) -> None:
        # Called every second, also while the worker waits for its connections to end.
        super().notify()
        if not self.alive:
            self._say_farewell()

    def _say_farewell(self) -> None:
        for waiting in list(self._waiting):
            waiting.end()
        application: Any = self.app
        application.end_streams()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # A peer that vanished acknowledges nothing; the buffers would take long to fill.
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE_SECONDS * 1_000)
        super().handle(listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        sock.settimeout(PATIENCE_SECONDS)
        application: Any = self.app
        req.body.reader = BodyReader(req, application.request_seconds)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            self.log.info("A client that does not read was dropped.")
            raise StopIteration from None

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what is no HTTP, or too much of it, in the form of all our errors."""
        if not isinstance(exc, Exception):
            return
        status = _status_of(exc)
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.exception("Error outside of the application")
        try:
            client.sendall(_problem(status))
        except OSError:
            self.log.debug("The client of a bad request is gone.")


def _status_of(error: Exception) -> HTTPStatus:
    match error:
        case errors.LimitRequestLine():
            return HTTPStatus.REQUEST_URI_TOO_LONG
        case errors.LimitRequestHeaders():
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        case errors.UnsupportedTransferCoding():
            return HTTPStatus.NOT_IMPLEMENTED
        case errors.ExpectationFailed():
            return HTTPStatus.EXPECTATION_FAILED
        case ApiError():
            return HTTPStatus(error.status)
        case errors.ParseException() if type(error).__name__ not in _OUR_ERRORS:
            return HTTPStatus.BAD_REQUEST
    return HTTPStatus.INTERNAL_SERVER_ERROR


def _problem(status: HTTPStatus) -> bytes:
    # Not at the top: this module comes in before the standard library is patched.
    from api.transport.middleware import SECURITY_HEADERS
    from api.transport.problems import ERRORS_PAGE, MEDIA_TYPE, meaning_of

    kind = ServiceError if status == HTTPStatus.INTERNAL_SERVER_ERROR else BadRequest
    told: dict[str, object] = {
        "type": f"{ERRORS_PAGE}#{kind.code}",
        "title": meaning_of(kind),
        "status": status.value,
        "detail": f"this is no request that can be read: {status.phrase}",
        "code": kind.code,
        "details": {},
        "request_id": secrets.token_hex(8),
    }
    body = json.dumps(told).encode()
    headers = {
        "Content-Type": MEDIA_TYPE,
        "Content-Length": len(body),
        "Cache-Control": "no-store",
        "Connection": "close",
        "X-Request-Id": told["request_id"],
        **SECURITY_HEADERS,
    }
    lines = (f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status.value} {status.phrase}\r\n{''.join(lines)}\r\n".encode() + body
