"""The odds of six equal dice: the value of any set of kept dice before one or two more rolls."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

from domain.dice.sheet import DICE, FACES

Counts: TypeAlias = tuple[int, ...]
"""How many dice show each face, in the order of the faces."""


class Sets(NamedTuple):
    """All sets of kept dice, the full rolls first, and the steps from one to another."""

    all: tuple[Counts, ...]
    numbers: dict[Counts, int]
    full: int
    """How many of them are full rolls."""
    with_one_more: tuple[tuple[int, ...], ...]
    """By set: the sets that one more die makes of it, all equally likely; none for a full roll."""
    kept_from: tuple[tuple[int, ...], ...]
    """By full roll: the sets that can be kept of it, including the full roll."""


@lru_cache(maxsize=1)
def sets() -> Sets:
    """Compute the sets once: 462 full rolls, 924 sets in all."""
    ways = [
        tuple(chosen.count(face) for face in range(len(FACES)))
        for size in range(DICE, -1, -1)
        for chosen in combinations_with_replacement(range(len(FACES)), size)
    ]
    numbers = {counts: i for i, counts in enumerate(ways)}
    full = sum(sum(counts) == DICE for counts in ways)
    return Sets(
        all=tuple(ways),
        numbers=numbers,
        full=full,
        with_one_more=tuple(
            tuple(numbers[_plus(counts, face)] for face in range(len(FACES)))
            if sum(counts) < DICE
            else ()
            for counts in ways
        ),
        kept_from=tuple(
            tuple(numbers[kept] for kept in product(*(range(count + 1) for count in counts)))
            for counts in ways[:full]
        ),
    )


def _plus(counts: Counts, face: int) -> Counts:
    return (*counts[:face], counts[face] + 1, *counts[face + 1 :])


def worth_of_keeping(worths: Sequence[float]) -> list[float]:
    """By set: its average value after the other dice are rolled.

    `worths` has the values of full rolls. Sets go from large to small: each needs earlier ones.
    """
    found = list(worths)
    for more in sets().with_one_more[len(found) :]:
        found.append(sum([found[i] for i in more]) / len(more))
    return found


def best_kept(final: Sequence[float], keeping: Sequence[float]) -> list[float]:
    """By full roll: its value for a player who may roll once more or stop."""
    return [
        max(final[i], max([keeping[kept] for kept in ways]))
        for i, ways in enumerate(sets().kept_from)
    ]
