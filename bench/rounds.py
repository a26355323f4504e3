"""Measuring in alternating rounds: whatever else the machine does hits both sides alike."""

import gc
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

Amounts: TypeAlias = dict[str, int]
"""How much of what was done in a turn, such as games and decisions."""
Side: TypeAlias = Callable[[int], Amounts]
"""What is measured: does the work of a turn, given its number, and tells the amounts."""


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

    amounts: list[Counter[str]] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def begin_round(self) -> None:
        self.amounts.append(Counter())
        self.cpu.append(0.0)
        self.wall.append(0.0)

    def add(self, amounts: Amounts, cpu: float, wall: float) -> None:
        """One more turn of the round that was begun last."""
        self.amounts[-1].update(amounts)
        self.cpu[-1] += cpu
        self.wall[-1] += wall

    def rates(self, what: str, *, wall: bool = False) -> list[float]:
        """How many a second, round by round."""
        seconds = self.wall if wall else self.cpu
        return [done[what] / taken for done, taken in zip(self.amounts, seconds, strict=True)]

    def costs(self, what: str) -> list[float]:
        """CPU seconds for one, round by round."""
        return [1 / rate for rate in self.rates(what)]

    def mean(self, what: str, per: str) -> float:
        """How many of one thing there were for one of another, all rounds together."""
        totals = [sum(amounts[name] for amounts in self.amounts) for name in (what, per)]
        return totals[0] / totals[1]


def alternate(title: str, effort: Effort, turns: int, **sides: Side) -> dict[str, Timings]:
    """Let the sides take turns, A B A B …, several turns a round, after one that does not count.

    Short turns keep the sides close together in time: a core that others share changes its pace.
    """
    for side in sides.values():
        side(0)
    found = {name: Timings() for name in sides}
    turn = 0
    for _ in effort.counted(title, effort.rounds):
        for timings in found.values():
            timings.begin_round()
        for _ in range(turns):
            turn += 1
            for name, side in sides.items():
                gc.collect()  # Nobody pays for what the other left behind.
                wall, cpu = time.perf_counter(), time.process_time()
                amounts = side(turn)
                cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
                found[name].add(amounts, cpu, wall)
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
