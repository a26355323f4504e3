"""Refusals: a code for machines, a sentence for people."""

from collections.abc import Iterator
from typing import ClassVar


class RuleViolation(Exception):
    """The rules forbid this. `code` is public: never rename or reuse it."""

    code: ClassVar[str]

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.details = details


class Malformed(RuleViolation):
    """A group: the wish cannot be understood, in whatever game; its form has to change."""


class Forbidden(RuleViolation):
    """A group: who is asking may never do this, in whatever game."""


def catalogue() -> dict[str, type[RuleViolation]]:
    """Every refusal there is, by code."""
    return {kind.code: kind for kind in sorted(_kinds(RuleViolation), key=lambda kind: kind.code)}


def _kinds(parent: type[RuleViolation]) -> Iterator[type[RuleViolation]]:
    for kind in parent.__subclasses__():
        if "code" in vars(kind):
            yield kind
        yield from _kinds(kind)
