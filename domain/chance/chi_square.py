"""How well dice fit what is expected of them: Pearson's chi-square, and its chance."""

from collections.abc import Mapping
from math import erfc, exp, gamma, pow, sqrt
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

Outcome = TypeVar("Outcome", bound=str)
Reading: TypeAlias = Literal["too_few_rolls", "as_expected", "unusual", "very_unusual"]

LEAST_EXPECTED: Final = 5
"""Of most outcomes so many must be expected before the fit tells anything (Cochran)."""
MOST_BELOW: Final = 0.2
"""Up to this share of the outcomes may be expected less often."""
UNUSUAL: Final = 0.05
VERY_UNUSUAL: Final = 0.001


class Fit(Struct, frozen=True):
    """How far counts stray from expectation; `p` is how likely fair dice stray at least as far."""

    chi_square: float
    degrees_of_freedom: int
    p: float
    reading: Reading


def fit(counts: Mapping[Outcome, int], weights: Mapping[Outcome, int]) -> Fit | None:
    """How well counts fit the weights, both by outcome; None if nothing was counted.

    An outcome is expected by its share of all weights.
    """
    rolls, whole = sum(counts.values()), sum(weights.values())
    if not rolls:
        return None
    expected = {outcome: rolls * weight / whole for outcome, weight in weights.items()}
    strayed = sum((counts[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())
    degrees = len(weights) - 1
    p = chance_of_straying(strayed, degrees)
    rare = sum(mean < LEAST_EXPECTED for mean in expected.values())
    return Fit(
        chi_square=round(strayed, 3),
        degrees_of_freedom=degrees,
        p=round(p, 4),
        reading="too_few_rolls" if rare > MOST_BELOW * len(weights) else _reading(p),
    )


def _reading(p: float) -> Reading:
    if p < VERY_UNUSUAL:
        return "very_unusual"
    return "unusual" if p < UNUSUAL else "as_expected"


def chance_of_straying(chi_square: float, degrees: int) -> float:
    """The upper tail of the chi-square distribution, as the finite sum it is."""
    half = chi_square / 2
    odd = degrees % 2
    tail = erfc(sqrt(half)) if odd else 0.0
    steps = (k + odd / 2 for k in range(degrees // 2))
    return tail + exp(-half) * sum(pow(half, step) / gamma(step + 1) for step in steps)
