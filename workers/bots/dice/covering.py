"""How dice can pay for faces that they do not show: by gold, and by jokers."""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from domain.dice.sheet import FACES, GOLD, ISLAND, Face
from workers.bots.dice.odds import Counts

Jokers: TypeAlias = tuple[int, ...]
"""The values of the knights whose jokers can be used."""

GOLD_AT = FACES.index(GOLD)
TARGETS = {knight.points: knight.targets for knight in ISLAND.knights}


class Cover(NamedTuple):
    """The dice to turn before they pay: the faces to get for gold, and those to get by jokers."""

    exchanges: tuple[Face, ...]
    jokers: tuple[tuple[int, Face], ...]


@lru_cache(maxsize=1 << 17)
def cover(counts: Counts, cost: Counts, jokers: Jokers) -> Cover | None:
    """Find the way with the fewest and least flexible jokers; None if there is none."""
    missing = [
        face
        for face, have, need in zip(FACES, counts, cost, strict=True)
        for _ in range(need - have)
    ]
    spare = sum(max(0, have - need) for have, need in zip(counts, cost, strict=True))
    for used in range(len(missing) + 1):
        exchanged = len(missing) - used
        # Jokers turn other spare dice first, so that the gold is left for exchanges.
        gold = counts[GOLD_AT] - max(0, used - (spare - counts[GOLD_AT]))
        if 2 * exchanged > gold or used > spare:
            continue
        found = _assigned(missing, jokers, used)
        if found is not None:
            return found
    return None


def _assigned(missing: list[Face], jokers: Jokers, used: int) -> Cover | None:
    left = list(missing)
    chosen: list[tuple[int, Face]] = []
    for knight in sorted(jokers, key=lambda knight: len(TARGETS[knight])):
        if len(chosen) == used:
            break
        face = next((face for face in left if face in TARGETS[knight]), None)
        if face is not None:
            left.remove(face)
            chosen.append((knight, face))
    return Cover(tuple(left), tuple(chosen)) if len(chosen) == used else None
