"""Statistics of a game: a fold into plain JSON, told what everybody may know and nothing else.

What all games share is here: the dice against expectation, points over time, time, the result.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, factorial
from typing import Any, Final, TypeAlias

from msgspec import to_builtins

from domain.ids import SPECTATOR
from domain.messages import Event
from domain.table import CLOSED, LOBBY, MOVED, OVER, PAUSED, Table

Stats: TypeAlias = dict[str, Any]

NOT_IN_PLAY: Final = frozenset({"", LOBBY, OVER, CLOSED, MOVED, PAUSED})
WAYS: Final = {number: 6 - abs(number - 7) for number in range(2, 13)}
"""In how many of their 36 ways two dice fall to a number."""
ALL_WAYS: Final = 36
DEGREES: Final = len(WAYS) - 1
ROLLS_TO_TELL: Final = 90
"""Below this more than a fifth of the numbers are expected fewer than five times (Cochran)."""
UNUSUAL: Final = 0.05
VERY_UNUSUAL: Final = 0.001


@dataclass(frozen=True)
class Statistics:
    """How a ruleset keeps the statistics of its games.

    They come out the same from full events and from those redacted for a spectator.
    """

    version: int
    """Raised when shape or counting changes; what was kept before is then counted anew."""
    begin: Callable[[], Stats]
    """Those of a game in which nothing has happened: JSON, as it stays."""
    count: Callable[[Stats, Any, Event, int], None]
    """Count a fact, in place, once it was folded: statistics, state, event, time (ms)."""
    show: Callable[[Stats], Stats]
    """What readers get: with expectations, means and sums, in the order of the seats."""


def begin_shared() -> Stats:
    """What is kept of any game."""
    return {
        "dice": {str(number): 0 for number in WAYS},
        "turns": [],
        "thinking_ms": [],
        "clock": {"at": None, "seat": None},
        "result": None,
    }


def count_shared(stats: Stats, state: Table, event: Event, at: int) -> None:
    """Count what any game has."""
    if type(event) in state.ruleset.number_rolls:
        dice: tuple[int, int] = event.dice  # type: ignore[attr-defined]  # by its definition
        stats["dice"][str(sum(dice))] += 1
    _time(stats, state, at)
    _turns(stats, state, at)
    if state.outcome is not None:
        stats["result"] = {
            "outcome": state.outcome,
            "winners": list(state.winners),
            "standings": [to_builtins(line) for line in state.standings],
        }


def _time(stats: Stats, state: Table, at: int) -> None:
    """The time up to here was that of the seat whose turn it was, waiting for others included."""
    clock, spent = stats["clock"], stats["thinking_ms"]
    spent += [0] * (len(state.chairs) - len(spent))
    if clock["seat"] is not None:
        spent[clock["seat"]] += at - clock["at"]
    on_turn = state.phase not in NOT_IN_PLAY and state.turn_seat in state.playing
    clock["at"], clock["seat"] = at, state.turn_seat if on_turn else None


def _turns(stats: Stats, state: Table, at: int) -> None:
    """A line for every turn, with the public points at its end, or now. Turn 0 is the founding.

    What is told after the result, when hidden cards have counted, is in the result.
    """
    turns = stats["turns"]
    if state.phase not in NOT_IN_PLAY and (not turns or turns[-1]["turn"] != state.turn):
        seat = state.turn_seat if state.turn else None
        turns.append({"turn": state.turn, "seat": seat, "began_at": at, "points": []})
    if turns and not state.standings:
        turns[-1]["points"] = [line.points for line in state.ruleset.score(state, SPECTATOR)]


def show_shared(stats: Stats) -> Stats:
    """What readers get of any game."""
    turns = stats["turns"]
    return {
        "turns": turns[-1]["turn"] if turns else 0,
        "began_at": turns[0]["began_at"] if turns else None,
        "last_at": stats["clock"]["at"],
        "dice": show_dice(stats["dice"]),
        "points_over_time": turns,
        "result": stats["result"],
    }


def show_dice(counts: Mapping[str, int]) -> Stats:
    """Every number against its expectation, and how well the dice fit it."""
    rolls = sum(counts.values())
    return {
        "rolls": rolls,
        "numbers": [
            {
                "number": number,
                "count": counts[str(number)],
                "expected": round(rolls * ways / ALL_WAYS, 2),
            }
            for number, ways in WAYS.items()
        ],
        "fit": _fit(counts, rolls),
    }


def _fit(counts: Mapping[str, int], rolls: int) -> Stats | None:
    """Pearson's chi-square; `p` is how likely fair dice stray at least as far from expectation."""
    if not rolls:
        return None
    expected = {number: rolls * ways / ALL_WAYS for number, ways in WAYS.items()}
    strayed = sum((counts[str(n)] - mean) ** 2 / mean for n, mean in expected.items())
    p = chance_of_straying(strayed)
    return {
        "chi_square": round(strayed, 3),
        "degrees_of_freedom": DEGREES,
        "p": round(p, 4),
        "reading": _reading(rolls, p),
    }


def _reading(rolls: int, p: float) -> str:
    if rolls < ROLLS_TO_TELL:
        return "too_few_rolls"
    if p < VERY_UNUSUAL:
        return "very_unusual"
    return "unusual" if p < UNUSUAL else "as_expected"


def chance_of_straying(chi_square: float) -> float:
    """The upper tail of the chi-square distribution: a finite sum, as its degrees are even."""
    half = chi_square / 2
    return exp(-half) * sum(half**k / factorial(k) for k in range(DEGREES // 2))
