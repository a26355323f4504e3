"""Reports of messages, as they are stored. All of them share one hash tag."""

from hashlib import sha256
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.ids import PlayerId, Seat

Decision: TypeAlias = Literal["dismissed", "removed"]
ReportStatus: TypeAlias = Literal["open", "settled"]

_TAG: Final = "{talk-reports}"
REPORTS: Final = f"{_TAG}:reports"
"""Hash: id of a report → the report."""
OPEN: Final = f"{_TAG}:open"
SETTLED: Final = f"{_TAG}:settled"
"""Sorted sets: reports by the time when they were filed."""
OPEN_BY_REPORTER: Final = f"{_TAG}:open-by-reporter"
"""Hash: player → how many of their reports are open."""


class Report(Struct, frozen=True, omit_defaults=True):
    """What an organizer is asked to look at: a message, who reports it, and why."""

    id: str
    game: str
    number: int
    at: int
    """When it was filed (ms)."""
    reporter: PlayerId
    player: PlayerId
    """The sender of the message."""
    seat: Seat
    to_seat: Seat | None = None
    reason: str | None = None
    """None once the reporter or the sender is erased."""
    phrase: str | None = None
    text: str | None = None
    """The words of the message, kept until the report is settled or the sender is erased."""
    decision: Decision | None = None
    note: str | None = None
    settled_by: PlayerId | None = None
    settled_at: int | None = None

    @property
    def status(self) -> ReportStatus:
        return "open" if self.decision is None else "settled"

    @property
    def list_member(self) -> str:
        """Its member in a list of reports."""
        return f"{self.at:015}:{self.id}"


def report_id(game: str, number: int, reporter: PlayerId) -> str:
    """The id of a report. A player reports a message once."""
    return f"r-{sha256(f'{game} {number} {reporter}'.encode()).hexdigest()[:24]}"


def reports_of_key(player: str) -> str:
    """Set: the reports that a player has filed, and those of messages that they have sent."""
    return f"{_TAG}:of:{player}"
