"""What the desk tells of its work; by itself nobody listens."""

from collections.abc import Iterator
from contextlib import contextmanager

from domain.messages import Command
from domain.refusals import RuleViolation


class Observer:
    """Told of every outcome. Subclasses count, time or log."""

    def accepted(self, command: Command) -> None:
        """The command stands in the ledger."""

    def refused(self, refusal: RuleViolation, kind: str) -> None:
        """`kind` is the type of the command, as far as it could be told."""

    def conflict(self) -> None:
        """Another writer was faster, and the command is judged again."""

    @contextmanager
    def appending(self) -> Iterator[None]:
        """Around each append."""
        yield
