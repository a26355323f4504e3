"""The body of a request as it comes in: all of it in time, and in order."""

import time
from typing import Any

import gevent  # type: ignore[import-untyped] # it comes without types
from gunicorn.http import errors

from api.transport.errors import BadRequest, RequestTooSlow


class BodyReader:
    """Reads a body for the application, or raises what the client is answered with.

    A client could otherwise hold a connection for ever by sending one byte at a time. After an
    error nobody knows where the next request begins, so the connection is closed.
    """

    def __init__(self, request: Any, seconds: float) -> None:
        self._request = request
        self._reader = request.body.reader
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds

    def read(self, size: int) -> bytes:
        left = max(0.0, self._deadline - time.monotonic())
        try:
            with gevent.Timeout(left, TimeoutError):
                data: bytes = self._reader.read(size)
                return data
        except TimeoutError:
            self._request.force_close()
            raise RequestTooSlow("the body did not arrive in time", seconds=self._seconds) from None
        except errors.ParseException:
            self._request.force_close()
            raise BadRequest("the body comes in chunks that cannot be read") from None
