"""Folding finished games from stored bytes, next to how eventsourcing rebuilds an aggregate."""

from typing import Any

from eventsourcing.application import Application

from bench.aggregate import Match, store
from bench.recorded import RULESET, fold_ledger, record
from bench.report import Bar, Row
from bench.rounds import Amounts, Effort, Figure, alternate, ratios
from domain.cards import RESOURCES

OUR_TIMES = 6
"""How often we fold every game while the other side rebuilds it once."""


def measure(effort: Effort) -> list[Row]:
    """Events a second, the same games on both sides."""
    ledgers = record(effort.size(6, 2))
    # In memory, JSON, no cache, no snapshots: what an application has by default.
    application = Application(env={"PERSISTENCE_MODULE": "eventsourcing.popo"})
    ids = [store(application, ledger) for ledger in ledgers]
    events = sum(len(facts) for ledger in ledgers for facts in ledger.events_by_commit(RULESET))

    for ledger, id_ in zip(ledgers, ids, strict=True):
        _compare(fold_ledger(ledger), application.repository.get(id_))

    def ours(turn: int) -> Amounts:
        for _ in range(OUR_TIMES):
            for ledger in ledgers:
                fold_ledger(ledger)
        return {"events": events * OUR_TIMES}

    def reference(turn: int) -> Amounts:
        for id_ in ids:
            application.repository.get(id_)
        return {"events": events}

    timings = alternate("fold", effort, turns=effort.size(5, 1), ours=ours, reference=reference)
    rates = {name: side.rates("events") for name, side in timings.items()}
    by_wall = ratios(*(side.rates("events", wall=True) for side in timings.values()))
    return [
        Row(
            what="fold from stored bytes",
            ours=Figure.over(rates["ours"], "events/s"),
            reference=Figure.over(rates["reference"], "events/s"),
            ratio=ratios(rates["ours"], rates["reference"]),
            bar=Bar(least=5.0, aim=10.0),
            details={
                "reference": "eventsourcing, Repository.get",
                "games": len(ledgers),
                "events": events,
                "ratio_by_wall_time": by_wall.value,
            },
        )
    ]


def _compare(ours: Any, theirs: Match) -> None:
    """Both sides must have come to the same hands, or they did not do the same."""
    hands = [{resource: hand[resource] for resource in RESOURCES} for hand in ours.hands]
    if hands != theirs.hands:
        raise AssertionError("the aggregate and our fold disagree about the hands")
