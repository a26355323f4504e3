"""Sends one request to an address that has been checked, with limits on time and bytes.

The connection goes to exactly that address, even if the host name leads elsewhere by now. There
is no proxy, no redirect is followed, and of the answer only the status is read, and for how long
a busy receiver wants to be left alone.
"""

import re
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from projections.notices.addresses import Target

SECONDS = 5.0
"""The time for everything from connecting to reading the status."""
LONGEST_ANSWER = 16_384
"""How many bytes of an answer are read at most."""
BUSY = (429, 503)
"""The answers that may say how long to wait."""
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?\r?\n")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1[0-9]{2}[^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n")


_HEAD_END = re.compile(rb"\r?\n\r?\n")
_RETRY_AFTER = re.compile(rb"\nretry-after: *([0-9]{1,6}) *\r?\n", re.IGNORECASE)


class Answer(NamedTuple):
    """What a receiver answers."""

    status: int
    wait_seconds: int = 0
    """How long a busy receiver wants to be left alone; 0 if it does not say."""

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


class NotSent(Exception):
    """There was no answer. The message says why, without host or address."""


def post(
    target: Target,
    addresses: Sequence[str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    seconds: float = SECONDS,
) -> Answer:
    """Post a body; returns the answer."""
    deadline = time.monotonic() + seconds
    try:
        with _connect(target, addresses, deadline) as connection:
            connection.settimeout(_seconds_left(deadline))
            connection.sendall(_request(target, headers, body))
            return _answer(connection, deadline)
    except TimeoutError:
        raise NotSent("there was no answer in time") from None
    except ssl.SSLError as error:
        raise NotSent(f"no secure connection: {error.reason or 'refused'}") from None
    except OSError:
        raise NotSent("no connection") from None


def _seconds_left(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def _connect(target: Target, addresses: Sequence[str], deadline: float) -> socket.socket:
    failure: OSError = OSError("no address")
    for address in addresses:
        try:
            plain = socket.create_connection((address, target.port), _seconds_left(deadline))
        except TimeoutError:
            raise
        except OSError as error:
            failure = error
            continue
        if target.scheme == "http":
            return plain
        try:
            plain.settimeout(_seconds_left(deadline))
            return _tls().wrap_socket(plain, server_hostname=target.host)
        except BaseException:
            plain.close()
            raise
    raise failure


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = {
        "Host": target.netloc,
        "User-Agent": "Hexledger-Webhooks/1",
        "Content-Length": str(len(body)),
        "Accept": "*/*",
        "Connection": "close",
        **headers,
    }
    head = [f"POST {target.path} HTTP/1.1", *(f"{name}: {text}" for name, text in lines.items())]
    return "\r\n".join([*head, "", ""]).encode("ascii") + body


def _answer(connection: socket.socket, deadline: float) -> Answer:
    """The final answer; interim answers may come before it."""
    received, status = b"", 0
    while len(received) < LONGEST_ANSWER:
        connection.settimeout(_seconds_left(deadline))
        more = connection.recv(1_024)
        if not more:
            break
        received += more
        while interim := _INTERIM.match(received):
            received = received[interim.end() :]
        found = _STATUS.match(received)
        status = 0 if found is None else int(found[1])
        if status >= 200 and (status not in BUSY or _HEAD_END.search(received)):
            break
    if status < 200:
        raise NotSent("there was no HTTP answer")
    wait = _RETRY_AFTER.search(received) if status in BUSY else None
    return Answer(status, 0 if wait is None else int(wait[1]))
