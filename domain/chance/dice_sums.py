"""The numbers that two dice fall to, counted against expectation."""

from collections.abc import Mapping
from typing import Final

from domain.chance.chi_square import fit
from domain.messages import Event
from domain.statistics import Stats
from domain.table.state import Table

WAYS: Final = {number: 6 - abs(number - 7) for number in range(2, 13)}
"""In how many of their 36 ways two dice fall to a number."""
ALL_WAYS: Final = 36


def begin_numbers() -> dict[str, int]:
    return {str(number): 0 for number in WAYS}


def count_number(counts: dict[str, int], state: Table, event: Event) -> None:
    """Count the number rolled, if a fact is one that rolls it."""
    if type(event) in state.ruleset.notable.number_rolls:
        dice: tuple[int, int] = event.dice  # type: ignore[attr-defined]  # by its definition
        counts[str(sum(dice))] += 1


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
        "fit": fit(counts, {str(number): ways for number, ways in WAYS.items()}),
    }
