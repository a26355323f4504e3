"""Sending one request to an address that has been looked at: bounded in time and in bytes.

The connection goes to that very address, whatever the name of the host leads to by now. There is
no proxy, no redirect is followed, and of the answer only the status is read.
"""

import re
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from functools import cache

from projections.webhooks.addresses import Target

SECONDS = 5.0
"""For everything from connecting to the status."""
LONGEST_ANSWER = 16_384
"""So many bytes are read in search of a status."""
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?\r?\n")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1[0-9]{2}[^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n")


class NotSent(Exception):
    """There was no answer. The text says why; it names neither host nor address."""


def post(
    target: Target,
    addresses: Sequence[str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    seconds: float = SECONDS,
) -> int:
    """Post a body; the status of the answer."""
    deadline = time.monotonic() + seconds
    try:
        with _connect(target, addresses, deadline) as connection:
            connection.settimeout(_left(deadline))
            connection.sendall(_request(target, headers, body))
            return _status(connection, deadline)
    except TimeoutError:
        raise NotSent("no answer in time") from None
    except ssl.SSLError as error:
        raise NotSent(f"no secure connection: {error.reason or 'refused'}") from None
    except OSError:
        raise NotSent("no connection") from None


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connect(target: Target, addresses: Sequence[str], deadline: float) -> socket.socket:
    failure: OSError = OSError("no address")
    for address in addresses:
        try:
            plain = socket.create_connection((address, target.port), _left(deadline))
        except TimeoutError:
            raise
        except OSError as error:
            failure = error
            continue
        if target.scheme == "http":
            return plain
        try:
            plain.settimeout(_left(deadline))
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
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Accept": "*/*",
        "Connection": "close",
        **headers,
    }
    head = [f"POST {target.path} HTTP/1.1", *(f"{name}: {text}" for name, text in lines.items())]
    return "\r\n".join([*head, "", ""]).encode("ascii") + body


def _status(connection: socket.socket, deadline: float) -> int:
    """The status of the final answer; interim ones may come before it."""
    heard = b""
    while len(heard) < LONGEST_ANSWER:
        connection.settimeout(_left(deadline))
        more = connection.recv(1_024)
        if not more:
            break
        heard += more
        while interim := _INTERIM.match(heard):
            heard = heard[interim.end() :]
        found = _STATUS.match(heard)
        if found is not None and int(found[1]) >= 200:
            return int(found[1])
    raise NotSent("no answer in HTTP")
