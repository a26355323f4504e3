"""Ports for the servers that tests start. Nobody else takes one between the choice and its use."""

import os
import socket
import time
from itertools import count

FIRST = 10_000
"""These ports, and those of the Cluster bus above them, lie below the ports that the system gives
to clients: else any connection of another test could take one."""
BUS = 10_000
"""The second port of a node of a Redis Cluster is that much higher."""
WORKERS = 10
SHARE = 1_000
_turns = count(time.time_ns())


def free_port() -> int:
    """A port of this test process's own share that nobody listens on, and another one each time."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = FIRST + worker % WORKERS * SHARE
    for _ in range(SHARE):
        port = first + next(_turns) % SHARE
        if _is_free(port) and _is_free(port + BUS):
            return port
    raise AssertionError("no free port")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
