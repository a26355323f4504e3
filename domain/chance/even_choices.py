"""How likely an even choice among several leads to a count, in whole numbers."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple


class Tails(NamedTuple):
    """The chance of a count or a higher one, and of the count or a lower one."""

    or_more: Fraction
    or_less: Fraction


def tails(cases: Mapping[int, int], count: int) -> Tails:
    """The chances of being chosen so often. `cases` has how often one was among how many.

    Exact: the ways in which each count comes about are added up as whole numbers.
    """
    groups = sorted(((n, among) for among, n in cases.items() if n), reverse=True)
    largest = _ways(*groups[0]) if groups else [1]
    others, whole = [1], 1
    for n, among in groups:
        whole *= among**n
    for group in groups[1:]:
        others = _product(others, _ways(*group))
    most = len(largest) + len(others) - 2
    if count > most:
        return Tails(Fraction(0), Fraction(1))
    # From the sums of one group on, the last group takes one step for each count of the others.
    up_to = [0, *accumulate(largest)]
    below = sum(ways * up_to[min(max(count - i, 0), len(largest))] for i, ways in enumerate(others))
    exactly = sum(
        ways * largest[count - i] for i, ways in enumerate(others) if 0 <= count - i < len(largest)
    )
    return Tails(Fraction(whole - below, whole), Fraction(below + exactly, whole))


def _ways(n: int, among: int) -> list[int]:
    """By count from 0 to n: in how many of `among ** n` ways one is chosen so often."""
    if among == 1:
        return [0] * n + [1]
    ways = [(among - 1) ** n]
    for k in range(n):
        ways.append(ways[-1] * (n - k) // ((k + 1) * (among - 1)))
    return ways


def _product(one: list[int], other: list[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found[i + j] += a * b
    return found
