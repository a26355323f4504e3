"""Measuring in alternating rounds: whatever else the machine does hits both sides alike."""

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

Amounts: TypeAlias = Mapping[str, float]
"""How much of what was done in a round, such as games and decisions."""
Side: TypeAlias = Callable[[int], Amounts]
"""What is measured: does the work of a round, given its number, and tells the amounts."""


@dataclass(frozen=True)
class Effort:
    """How thoroughly to measure."""

    rounds: int
    quick: bool = False
    """For a smoke test: everything runs, the figures mean little."""

    def size(self, full: int, quick: int) -> int:
        """The size of a piece of work."""
        return quick if self.quick else full

    def counted(self, title: str, total: int) -> Iterator[int]:
        """Count from 0 and show it, drawing between the steps only."""
        console = Console(stderr=True)
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
        # A thread that redraws would run on the measured core.
        with Progress(
            *columns,
            console=console,
            transient=True,
            auto_refresh=False,
            disable=not console.is_terminal,
        ) as bar:
            if not console.is_terminal:
                console.print(f"{title} ({total})", highlight=False)
            task = bar.add_task(title, total=total)
            for step in range(total):
                bar.refresh()
                yield step
                bar.advance(task)


@dataclass(frozen=True)
class Figure:
    """A median over rounds with its spread, from the least to the most."""

    value: float
    low: float
    high: float
    unit: str

    @classmethod
    def over(cls, values: list[float], unit: str) -> "Figure":
        return cls(median(values), min(values), max(values), unit)


@dataclass
class Timings:
    """The rounds of one side."""

    amounts: list[Amounts] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def rates(self, what: str, *, wall: bool = False) -> list[float]:
        """How many a second, round by round."""
        seconds = self.wall if wall else self.cpu
        return [amounts[what] / time for amounts, time in zip(self.amounts, seconds, strict=True)]

    def costs(self, what: str) -> list[float]:
        """CPU seconds for one, round by round."""
        return [1 / rate for rate in self.rates(what)]

    def mean(self, what: str, per: str) -> float:
        """How many of one thing there were for one of another, all rounds together."""
        totals = [sum(amounts[name] for amounts in self.amounts) for name in (what, per)]
        return totals[0] / totals[1]


def alternate(title: str, effort: Effort, **sides: Side) -> dict[str, Timings]:
    """Run the sides in turn, A B A B …, after one round of each that does not count."""
    found = {name: Timings() for name in sides}
    for step in effort.counted(title, effort.rounds + 1):
        for name, side in sides.items():
            gc.collect()  # Nobody pays for what the other left behind.
            wall, cpu = time.perf_counter(), time.process_time()
            amounts = side(step)
            cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
            if step > 0:
                found[name].amounts.append(amounts)
                found[name].cpu.append(cpu)
                found[name].wall.append(wall)
    return found


def ratios(over: list[float], under: list[float]) -> Figure:
    """Each round of one side against the same round of the other."""
    return Figure.over([a / b for a, b in zip(over, under, strict=True)], "×")


def pin_to_one_core() -> int | None:
    """Stay on one core, where the system lets us choose; which one."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core
