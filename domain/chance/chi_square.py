"""How well dice fit what is expected of them: Pearson's chi-square, and its chance."""

from collections.abc import Mapping
from math import erfc, exp, gamma, pow, sqrt
from typing import Any, Final

LEAST_EXPECTED: Final = 5
"""Of most outcomes so many must be expected before the fit tells anything (Cochran)."""
MOST_BELOW: Final = 0.2
"""Up to this share of the outcomes may be expected less often."""
UNUSUAL: Final = 0.05
VERY_UNUSUAL: Final = 0.001


def fit(counts: Mapping[str, int], weights: Mapping[str, int]) -> dict[str, Any] | None:
    """How far counts stray from expectation; `p` is how likely fair dice stray at least as far.

    Both go by outcome, and an outcome is expected by its share of all weights.
    """
    rolls, whole = sum(counts.values()), sum(weights.values())
    if not rolls:
        return None
    expected = {outcome: rolls * weight / whole for outcome, weight in weights.items()}
    strayed = sum((counts[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())
    degrees = len(weights) - 1
    p = chance_of_straying(strayed, degrees)
    rare = sum(mean < LEAST_EXPECTED for mean in expected.values())
    return {
        "chi_square": round(strayed, 3),
        "degrees_of_freedom": degrees,
        "p": round(p, 4),
        "reading": "too_few_rolls" if rare > MOST_BELOW * len(weights) else _reading(p),
    }


def _reading(p: float) -> str:
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
