"""The job that RQ runs for notices: one delivery, named by plain values."""

from collections.abc import Callable
from typing import TypeAlias

from rq import Queue, Retry

from projections.notices.receivers import OutboxName, read_outbox_name

NAME = "hexledger-webhooks"
"""A queue of its own, so that no deadline and no bot waits for a delivery."""
KEEP_FAILED_SECONDS = 24 * 3600

Deliver: TypeAlias = Callable[[OutboxName, str], Retry | None]

_deliverers: list[Deliver] = []


def install(deliver: Deliver) -> None:
    """Set the function that sends deliveries in this process."""
    _deliverers[:] = [deliver]


def deliver(outbox: str, id: str) -> Retry | None:
    """Try a delivery; if it returns a `Retry`, RQ runs it again after a pause."""
    (try_delivery,) = _deliverers
    return try_delivery(read_outbox_name(outbox), id)


def enqueue(queue: Queue, outbox: OutboxName, id: str) -> None:
    """Queue a delivery. Queueing it twice does no harm."""
    queue.enqueue(deliver, str(outbox), id, result_ttl=0, failure_ttl=KEEP_FAILED_SECONDS)
