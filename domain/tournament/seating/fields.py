"""Finite fields, as far as plans need them: primes, and 4, 8, 9 and 16 elements."""

from functools import lru_cache
from math import isqrt

_REDUCTIONS: dict[int, tuple[int, tuple[int, ...]]] = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
}
"""By order: the prime, and what the lowest power of x outside the field is equal to, as
coefficients of 1, x, x², …: x² = x + 1, x³ = x + 1, x² = 2, x⁴ = x + 1."""


def is_field_order(order: int) -> bool:
    """Whether there is a field of this order here."""
    return order in _REDUCTIONS or (
        order > 1 and all(order % factor for factor in range(2, isqrt(order) + 1))
    )


@lru_cache(maxsize=256)
def line(order: int, slope: int) -> tuple[tuple[int, ...], ...]:
    """By m and c: slope · m + c, for all c of the field and as many m as a table may have players.

    Two such lines of different slopes agree at no two places that they have in common.
    """
    places = min(order, 16)
    return tuple(
        tuple(_add(order, _multiply(order, slope, place), start) for place in range(places))
        for start in range(order)
    )


def _digits(order: int, element: int) -> list[int]:
    prime, reduction = _REDUCTIONS[order]
    return [element // prime**power % prime for power in range(len(reduction))]


def _number(order: int, digits: list[int]) -> int:
    prime, _ = _REDUCTIONS[order]
    return sum(digit % prime * prime**power for power, digit in enumerate(digits))


def _add(order: int, a: int, b: int) -> int:
    if order not in _REDUCTIONS:
        return (a + b) % order
    pairs = zip(_digits(order, a), _digits(order, b), strict=True)
    return _number(order, [x + y for x, y in pairs])


def _multiply(order: int, a: int, b: int) -> int:
    if order not in _REDUCTIONS:
        return a * b % order
    prime, reduction = _REDUCTIONS[order]
    total = [0] * len(reduction)
    power = _digits(order, a)  # a · x⁰, a · x¹, …
    for digit in _digits(order, b):
        total = [one + digit * other for one, other in zip(total, power, strict=True)]
        over = power[-1]
        shifted = zip([0, *power[:-1]], reduction, strict=True)
        power = [(one + over * other) % prime for one, other in shifted]
    return _number(order, total)
