"""`python -m bench`: measure, show a table, keep the figures as JSON."""

import argparse
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from bench import (
    bots,
    browser,
    dice,
    duel,
    folding,
    growth,
    longest_road,
    memory,
    seafarers,
    seating,
    selfplay,
    service,
    small_answers,
    tournament,
    trade_route,
    workers,
)
from bench.report import Row, show, write
from bench.rounds import Effort, pin_to_one_core

MEASUREMENTS: dict[str, Callable[[Effort], list[Row]]] = {
    "selfplay": selfplay.measure,
    "duel": duel.measure,
    "seafarers": seafarers.measure,
    "dice": dice.measure,
    "fold": folding.measure,
    "memory": memory.measure,
    "growth": growth.measure,
    "longest-road": longest_road.measure,
    "trade-route": trade_route.measure,
    "seating": seating.measure,
    "tournament": tournament.measure,
    "bots": bots.measure,
    "service": service.measure,
    "bytes": small_answers.measure,
    "workers": workers.measure,
    "browser": browser.measure,
}
"""A new measurement is one more function that returns rows."""


def main() -> None:
    arguments = _parser().parse_args()
    effort = Effort(rounds=arguments.rounds, quick=arguments.quick)
    core = pin_to_one_core()
    results = {name: MEASUREMENTS[name](effort) for name in arguments.only or MEASUREMENTS}
    show([row for rows in results.values() for row in rows])
    write(arguments.json, results, effort, core)
    Console(soft_wrap=True).print(f"written to {arguments.json}", markup=False, highlight=False)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=_positive, default=8, metavar="N", help="8 unless told")
    parser.add_argument("--quick", action="store_true", help="a smoke test of a few seconds")
    parser.add_argument(
        "--only", action="append", choices=MEASUREMENTS, help="only this one; may be repeated"
    )
    parser.add_argument(
        "--json", type=Path, default=Path("bench-results/latest.json"), metavar="PATH"
    )
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


if __name__ == "__main__":
    main()
