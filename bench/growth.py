"""Whether a game slows down: the cost of an event in its last tenth against its first tenth.

The lobby and the start, with its board, are left out: they would make the first tenth dear.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, islice
from statistics import median
from time import process_time
from typing import TypeAlias

from bench.recorded import RULESET, SETUP, record
from bench.report import Bar, Row
from bench.rounds import Effort, Figure
from domain.ledger_rules import fold
from domain.table.lobby import GameStarted
from eventlog.commit import codec_for
from eventlog.ledger_file import LedgerFile
from hexledger.self_play import RandomGame

MICROSECONDS = 1e6

Advance: TypeAlias = Callable[[int], None]
"""Takes a game further by so many commits."""


@dataclass(frozen=True)
class Parts:
    """A game cut at commits: opening, first tenth, middle, last tenth."""

    start: int
    first_end: int
    last_start: int
    end: int
    first_events: int
    last_events: int


def measure(effort: Effort) -> list[Row]:
    """For folding stored bytes and for live play, the median over games."""
    ledgers = record(effort.size(15, 2))
    return [
        _row("fold", ledgers, _fold, effort),
        _row("live play", ledgers, _play, effort),
    ]


def _row(
    title: str,
    ledgers: list[LedgerFile],
    begin: Callable[[int, LedgerFile], Advance],
    effort: Effort,
) -> Row:
    firsts: list[float] = []
    lasts: list[float] = []
    for index in effort.counted(f"cost per event, {title}", len(ledgers)):
        parts = cut(ledgers[index])
        runs = [_time(begin(index, ledgers[index]), parts) for _ in range(effort.rounds)]
        firsts.append(median(first for first, _ in runs) * MICROSECONDS)
        lasts.append(median(last for _, last in runs) * MICROSECONDS)
    growth = [last / first for first, last in zip(firsts, lasts, strict=True)]
    return Row(
        what=f"cost per event, {title}: last tenth to first",
        ours=Figure.over(lasts, "µs"),
        reference=Figure.over(firsts, "µs"),
        ratio=Figure.over(growth, "×"),
        bar=Bar(most=1.5),
        details={"reference": "the first tenth", "games": len(ledgers), "runs": effort.rounds},
    )


def cut(ledger: LedgerFile) -> Parts:
    """Where the tenths of a game begin and end, by its events."""
    facts = list(ledger.events_by_commit(RULESET))
    start = 1 + next(i for i, events in enumerate(facts) if isinstance(events[0], GameStarted))
    sizes = [len(events) for events in facts]
    before = [0, *accumulate(sizes)]
    tenth = (before[-1] - before[start]) / 10
    first_end = next(i for i in range(start, len(before)) if before[i] >= before[start] + tenth)
    last_start = next(i for i in range(start, len(before)) if before[i] >= before[-1] - tenth)
    return Parts(
        start=start,
        first_end=first_end,
        last_start=last_start,
        end=len(sizes),
        first_events=before[first_end] - before[start],
        last_events=before[-1] - before[last_start],
    )


def _time(advance: Advance, parts: Parts) -> tuple[float, float]:
    """CPU seconds for an event in the first and in the last tenth."""
    advance(parts.start)
    began = process_time()
    advance(parts.first_end - parts.start)
    first = process_time() - began
    advance(parts.last_start - parts.first_end)
    began = process_time()
    advance(parts.end - parts.last_start)
    last = process_time() - began
    return first / parts.first_events, last / parts.last_events


def _fold(index: int, ledger: LedgerFile) -> Advance:
    facts = codec_for(RULESET).events_of
    state = RULESET.new_game()
    lines = iter(ledger.lines)

    def advance(commits: int) -> None:
        for line in islice(lines, commits):
            fold(state, facts(line))

    return advance


def _play(index: int, ledger: LedgerFile) -> Advance:
    """The same game again, live: moves listed, one chosen, judged and folded."""
    played = RandomGame(SETUP, index, record=False).commits()

    def advance(commits: int) -> None:
        for _ in islice(played, commits):
            pass

    return advance
