"""Metrics for Prometheus, added up over all processes of the server."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from commands.observer import Observer
from domain.messages import Command
from domain.refusals import RuleViolation

COMMANDS = Counter(
    "hexledger_commands", "Commands by type and outcome, a refusal by its code", ["type", "outcome"]
)
CONFLICTS = Counter(
    "hexledger_conflicts", "Commands judged again because another writer was faster"
)
APPEND = Histogram(
    "hexledger_append_seconds",
    "Time to append a commit to the ledger",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
REQUESTS = Histogram(
    "hexledger_request_seconds",
    "Time to answer a request, by call and status",
    ["call", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
STREAMS = Gauge(
    "hexledger_live_streams", "Live streams that are open now", multiprocess_mode="livesum"
)
QUARANTINED = Gauge(
    "hexledger_quarantined_games",
    "Games whose chain does not verify",
    multiprocess_mode="mostrecent",
)
SET_ASIDE = Gauge(
    "hexledger_set_aside_games",
    "Games that could not be listed or counted for scores",
    multiprocess_mode="mostrecent",
)


class CountingObserver(Observer):
    """Counts what the desk does."""

    def accepted(self, command: Command) -> None:
        COMMANDS.labels(str(command.__struct_config__.tag), "accepted").inc()

    def refused(self, refusal: RuleViolation, kind: str) -> None:
        COMMANDS.labels(kind, refusal.code).inc()

    def conflict(self) -> None:
        CONFLICTS.inc()

    @contextmanager
    def appending(self) -> Iterator[None]:
        began = time.perf_counter()
        yield
        APPEND.observe(time.perf_counter() - began)


def exposition() -> tuple[bytes, str]:
    """All metrics as text, and its content type."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
