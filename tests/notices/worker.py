"""A worker as `hexledger worker` starts it, in a hurry: `python -m tests.notices.worker`."""

from functools import partial

from hexledger import wiring
from hexledger.settings import read_settings
from projections.notices.outbox import DeliveryTiming
from workers.notices.delivery_threads import DeliveryThreads

TIMING = DeliveryTiming(retry_seconds=(1, 1), lease_ms=2_000, patience_ms=1_000)

if __name__ == "__main__":
    wiring.DeliveryThreads = partial(DeliveryThreads, timing=TIMING)  # type: ignore[assignment,misc]
    wiring.run_worker(read_settings())
