"""What a viewer may know of facts: only staff see drafts, pairs and the digest of the code."""

from typing import Any

from msgspec.structs import replace

from domain.ids import ORGANIZER, Viewer
from domain.ledger_rules import Redactor
from domain.messages import Event
from domain.tournament import (
    appeals,
    choosing,
    drafting,
    ending,
    entering,
    leaving,
    pairs,
    penalties,
    playing,
    results,
    staff,
    starting,
    substituting,
    table_starts,
)
from domain.tournament.opening import TournamentOpened


def _in_full(event: Event, viewer: Viewer) -> Event:
    return event


def _for_staff(redacted: Any) -> Redactor:
    """In full for staff, otherwise as this function says."""

    def redact_for(event: Event, viewer: Viewer) -> Event:
        shown: Event = event if viewer == ORGANIZER else redacted(event)
        return shown

    return redact_for


REDACTORS: dict[type[Event], Redactor] = {
    **{
        kind: _in_full
        for module in (
            staff,
            entering,
            leaving,
            substituting,
            starting,
            drafting,
            choosing,
            playing,
            table_starts,
            results,
            appeals,
            penalties,
            ending,
        )
        for kind in module.PUBLIC
    },
    TournamentOpened: _for_staff(lambda event: replace(event, code_digest="")),
    drafting.RoundDrafted: _for_staff(drafting.redact_draft),
    drafting.DraftChanged: _for_staff(drafting.redact_change),
    pairs.PairForbidden: _for_staff(pairs.redact_pair),
    pairs.PairAllowed: _for_staff(pairs.redact_allowed),
}


def redact(event: Event, viewer: Viewer) -> Event:
    """What this viewer may know of a fact. One that nobody has ruled on is an error."""
    return REDACTORS[type(event)](event, viewer)
