"""What RQ runs for webhooks: a delivery, named by this function and plain values."""

from collections.abc import Callable
from typing import TypeAlias

from rq import Queue, Retry

from domain.ids import PlayerId

NAME = "hexledger-webhooks"
"""A queue of its own: no clock and no bot waits behind a receiver."""
KEEP_FAILED_SECONDS = 24 * 3600

Deliver: TypeAlias = Callable[[PlayerId, str], Retry | None]

_deliverers: list[Deliver] = []


def install(deliver: Deliver) -> None:
    """Say who delivers in this process."""
    _deliverers[:] = [deliver]


def deliver(player: str, id: str) -> Retry | None:
    """Try a delivery; if there is to be another try, RQ comes back to it after a pause."""
    (carry_out,) = _deliverers
    return carry_out(PlayerId(player), id)


def enqueue(queue: Queue, player: PlayerId, id: str) -> None:
    """Ask for a delivery. Asking twice does no harm."""
    queue.enqueue(deliver, player, id, result_ttl=0, failure_ttl=KEEP_FAILED_SECONDS)
