"""The search for networks that are hard to judge: hill-climbing from neighbour to neighbour.

The cost of a network is how many lines of Python its judge runs, which is the same every time.
"""

import sys
from collections.abc import Callable, Hashable, Iterator
from random import Random
from types import FrameType
from typing import Any, TypeVar

Network = TypeVar("Network", bound=Hashable)


def climb(
    name: str,
    judge: Callable[[Network], Callable[[], int]],
    begin: Callable[[Random], Network],
    vary: Callable[[Random, Network], Network],
    climbs: Iterator[int],
    steps: int,
    keep: int,
) -> list[Network]:
    """The dearest networks that so many climbs of so many steps come to."""
    costs: dict[Network, int] = {}
    for number in climbs:
        random = Random(f"{name}:{number}")
        here = begin(random)
        costs[here] = lines_run(judge(here))
        for _ in range(steps):
            there = vary(random, here)
            if there not in costs:
                costs[there] = lines_run(judge(there))
            if costs[there] >= costs[here]:
                here = there
    return sorted(costs, key=costs.__getitem__, reverse=True)[:keep]


def lines_run(call: Callable[[], Any]) -> int:
    """How many lines of Python a call runs."""
    lines = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += 1
        return trace

    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(None)
    return lines
