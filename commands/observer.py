"""A hook for metrics and logs: the desk reports the outcome of every command to it."""

from collections.abc import Iterator
from contextlib import contextmanager

from domain.messages import Command
from domain.refusals import RuleViolation


class Observer:
    """Is called with every outcome and does nothing. Subclasses count, time or log."""

    def accepted(self, command: Command) -> None:
        """The command was accepted; its commit is in the ledger."""

    def refused(self, refusal: RuleViolation, kind: str) -> None:
        """The command was refused. `kind` is its type, or `unknown` if it could not be read."""

    def conflict(self) -> None:
        """Another writer was faster, and the command is judged again."""

    @contextmanager
    def appending(self) -> Iterator[None]:
        """Surrounds each append."""
        yield
