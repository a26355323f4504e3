"""The time that all servers of a ledger share: the clock of its Redis, read now and then."""

import logging
import time
from collections.abc import Callable
from typing import Any

from eventlog.ledger import UNREACHABLE, Redis

ASK_SECONDS = 10.0
_MS = 1_000

logger = logging.getLogger(__name__)


def now_ms() -> int:
    """The time of this machine, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class ServerTime:
    """Milliseconds since 1970. Between two reads it goes on with this machine's own clock."""

    def __init__(self, redis: Redis, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis
        self._monotonic = monotonic
        self._offset = time.time() - monotonic()
        self._ask_again_at = 0.0

    def __call__(self) -> int:
        if self._monotonic() >= self._ask_again_at:
            self._ask()
        return int((self._monotonic() + self._offset) * _MS)

    def _ask(self) -> None:
        began = self._monotonic()
        self._ask_again_at = began + ASK_SECONDS
        try:
            seconds, microseconds = self._time()
        except UNREACHABLE:
            logger.warning("the clock of the ledger's Redis could not be read", exc_info=True)
            return
        # Redis read its clock at some time between the question and the answer.
        middle = (began + self._monotonic()) / 2
        self._offset = seconds + microseconds / 1e6 - middle

    def _time(self) -> Any:
        if hasattr(self._redis, "get_primaries"):
            # The clocks of a Cluster may differ, so it is always the same node.
            return self._redis.time(target_nodes=self._redis.get_node_from_key("{p00}"))
        return self._redis.time()
