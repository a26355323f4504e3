"""The numbers that two dice fall to, counted against expectation."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from domain.chance.chi_square import Fit, fit
from domain.messages import Event
from domain.table.state import Table

WAYS: Final = {number: 6 - abs(number - 7) for number in range(2, 13)}
"""In how many of their 36 ways two dice fall to a number."""
ALL_WAYS: Final = 36


class NumberLine(Struct, frozen=True):
    """How often a number fell, and how often it is expected to."""

    number: int
    count: int
    expected: float


class NumbersView(Struct, frozen=True):
    """Every number against its expectation, and how well the dice fit it."""

    rolls: int
    numbers: tuple[NumberLine, ...]
    fit: Fit | None


def begin_numbers() -> dict[str, int]:
    return {str(number): 0 for number in WAYS}


def count_number(counts: dict[str, int], state: Table, event: Event) -> None:
    """Count the number rolled, if a fact is one that rolls it."""
    if type(event) in state.ruleset.notable.number_rolls:
        dice: tuple[int, int] = event.dice  # type: ignore[attr-defined]  # by its definition
        counts[str(sum(dice))] += 1


def show_dice(counts: Mapping[str, int]) -> NumbersView:
    """What readers get of the numbers."""
    rolls = sum(counts.values())
    return NumbersView(
        rolls=rolls,
        numbers=tuple(
            NumberLine(number, counts[str(number)], round(rolls * ways / ALL_WAYS, 2))
            for number, ways in WAYS.items()
        ),
        fit=fit(counts, {str(number): ways for number, ways in WAYS.items()}),
    )
