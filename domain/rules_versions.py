"""The versions of one set of rules: every one that has judged a ledger, by its number."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from domain.refusals import RuleViolation

if TYPE_CHECKING:
    from domain.ledger_rules import AnyRules

R = TypeVar("R", bound="AnyRules")


class UnknownRules(RuleViolation):
    """This build does not have that version of the rules; `details.known` lists those it has."""

    code = "rules/unknown"


class Versions:
    """All versions of some rules that this build has. They share their stored shapes.

    A version is made from its neighbour with `dataclasses.replace`, so that it knows the others.
    """

    def __init__(self) -> None:
        # Any: all versions of some rules are rules of the same class, for the same states.
        self._by_number: dict[int, Any] = {}

    def keep(self, rules: R) -> R:
        """Add a version, and return it."""
        self._by_number[rules.rules] = rules
        return rules

    def find(self, number: int) -> Any:
        """The rules of this number, or None."""
        return self._by_number.get(number)

    def require(self, number: int) -> Any:
        """The rules of this number, or raise `UnknownRules`."""
        found = self.find(number)
        if found is None:
            raise UnknownRules(f"this build does not have rules {number}", known=self.numbers)
        return found

    @property
    def numbers(self) -> list[int]:
        """The numbers of all versions, the oldest first."""
        return sorted(self._by_number)

    def __iter__(self) -> Iterator[Any]:
        """All versions, the oldest first."""
        return (self._by_number[number] for number in self.numbers)
