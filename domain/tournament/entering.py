"""Entering: registering, approving, and the waiting list."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.invitations import digest_of
from domain.tournament.setup import Reason
from domain.tournament.staff import require_organizer, require_person
from domain.tournament.state import (
    REGISTRATION,
    RUNNING,
    Entry,
    EntryStatus,
    Tournament,
    require_on,
)

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves

MOST_ENTRIES = 8_192


class Register(PlayerCommand, tag="register", omit_defaults=True):
    """Enter the tournament, before its start or late."""

    code: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """Needed if the tournament is by code."""


class ApproveEntry(PlayerCommand, tag="approve_entry"):
    """An organizer lets a player in who has asked, or who was declined."""

    entrant: PlayerId


class DeclineEntry(PlayerCommand, tag="decline_entry"):
    """An organizer does not let a player in who has asked."""

    entrant: PlayerId
    reason: Reason


class PlayerRegistered(Event, tag="player_registered"):
    """A player entered, waits for approval, or waits for a place."""

    entrant: PlayerId
    status: EntryStatus
    from_round: int = 1


class EntryApproved(Event, tag="entry_approved"):
    """An organizer let a player in, who has a place now or waits for one."""

    entrant: PlayerId
    status: EntryStatus
    author: PlayerId
    from_round: int = 1


class EntryDeclined(Event, tag="entry_declined"):
    """An organizer did not let a player in."""

    entrant: PlayerId
    reason: str
    author: PlayerId


class EntryMovedUp(Event, tag="entry_moved_up"):
    """A place was free for the first of the waiting list."""

    entrant: PlayerId
    status: EntryStatus
    from_round: int = 1


class EntryExists(RuleViolation):
    """This person has an entry already, or had one that cannot be used again; `details.status`
    tells how it stands. An organizer can approve or readmit them."""

    code = "entry/exists"


class EntryUnknown(RuleViolation):
    """Nobody of this id has entered; `details.entrant` is who was named."""

    code = "entry/unknown"


class NotEntered(RuleViolation):
    """You take no part in this tournament, or no longer; register first."""

    code = "entry/not_entered"


class EntriesClosed(RuleViolation):
    """Nobody can enter any more; `details.until_round` is up to which round it was possible."""

    code = "entry/closed"


class TooManyEntries(RuleViolation):
    """The lists of this tournament are full; nobody else can register."""

    code = "entry/too_many"


class WrongCode(RuleViolation):
    """This tournament is by code, and this is not it; ask an organizer for the code."""

    code = "entry/wrong_code"


class NoCodeNeeded(RuleViolation):
    """This tournament is not by code; register without one."""

    code = "entry/no_code_needed"


class NotPending(RuleViolation):
    """This entry does not wait for a decision; `details.status` tells how it stands."""

    code = "entry/not_pending"


def find_entrant(state: Tournament, person: PlayerId) -> PlayerId:
    """The entry of a person, or a refusal."""
    entrant = state.entrant_of(person)
    if entrant is None:
        raise EntryUnknown("nobody of this id has entered", entrant=person)
    return entrant


def require_open_entries(state: Tournament) -> None:
    """Raise if nobody can enter any more."""
    require_on(state)
    if not are_entries_open(state):
        raise EntriesClosed("entries are closed", until_round=state.chosen.late_until_round)


def are_entries_open(state: Tournament) -> bool:
    """Before the start, and then as long as a round is ahead that late players may join."""
    if state.phase == REGISTRATION:
        return True
    return state.phase == RUNNING and state.next_number <= state.chosen.late_until_round


def has_free_place(state: Tournament) -> bool:
    return state.places_taken < state.chosen.capacity


def status_of_new(state: Tournament) -> EntryStatus:
    """A place, if there is one that nobody waits for."""
    if first_waiting(state) is not None or not has_free_place(state):
        return "waiting"
    return status_with_place(state)


def status_with_place(state: Tournament) -> EntryStatus:
    return "entered" if state.phase == REGISTRATION else "playing"


def can_register(state: Tournament, person: PlayerId) -> bool:
    """Whether a person may enter who has not, or has withdrawn."""
    entrant = state.entrant_of(person)
    if entrant is None:
        # The first of several who had a place keeps its name.
        return person not in state.entries
    return state.entries[entrant].status == "withdrawn" and entrant == person


def require_registrable(state: Tournament, person: PlayerId) -> None:
    """Raise if a person cannot enter, with whatever code."""
    require_open_entries(state)
    require_person(person)
    if not can_register(state, person):
        entry = state.entries[state.entrant_of(person) or person]
        raise EntryExists("you have an entry already", status=entry.status)
    if len(state.entries) >= MOST_ENTRIES:
        raise TooManyEntries("the lists are full")


@decides(Register)
def register(state: Tournament, command: Register, chance: Chance) -> Iterator[Event]:
    person = command.player
    require_registrable(state, person)
    if not state.chosen.by_code and command.code is not None:
        raise NoCodeNeeded("anybody can register without a code")
    if state.chosen.by_code and digest_of(command.code or "") != state.code_digest:
        raise WrongCode("this is not the code of this tournament")
    status = "pending" if state.chosen.approval else status_of_new(state)
    yield PlayerRegistered(person, status, state.next_number)


@evolves(PlayerRegistered)
def player_registered(state: Tournament, event: PlayerRegistered) -> None:
    # Who enters again keeps the number, and stands at the end of the list.
    former = state.entries.pop(event.entrant, None)
    number = len(state.entries) + 1 if former is None else former.number
    # Who enters late has come.
    is_there = state.phase == RUNNING
    state.entries[event.entrant] = Entry(number, event.entrant, "pending", is_there)
    set_status(state, event.entrant, event.status, event.from_round)


@evolves(EntryApproved, EntryMovedUp)
def entry_let_in(state: Tournament, event: EntryApproved | EntryMovedUp) -> None:
    set_status(state, event.entrant, event.status, event.from_round)


def set_status(state: Tournament, entrant: PlayerId, status: EntryStatus, from_round: int) -> None:
    entry = state.entries[entrant]
    entry.status, entry.from_round = status, from_round
    if status == "playing":
        state.tally.enter(entrant)


@decides(ApproveEntry)
def approve_entry(state: Tournament, command: ApproveEntry, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    require_open_entries(state)
    entrant = _require_undecided(state, command.entrant, "pending", "declined")
    yield EntryApproved(entrant, status_of_new(state), command.player, state.next_number)


@decides(DeclineEntry)
def decline_entry(state: Tournament, command: DeclineEntry, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    entrant = _require_undecided(state, command.entrant, "pending")
    yield EntryDeclined(entrant, command.reason, command.player)


def _require_undecided(state: Tournament, person: PlayerId, *statuses: EntryStatus) -> PlayerId:
    entrant = find_entrant(state, person)
    status = state.entries[entrant].status
    if status not in statuses:
        raise NotPending("this entry does not wait for a decision", status=status)
    return entrant


@evolves(EntryDeclined)
def entry_declined(state: Tournament, event: EntryDeclined) -> None:
    state.entries[event.entrant].status = "declined"


def next_of_waiting_list(state: Tournament) -> EntryMovedUp | None:
    """What follows by itself when a place is free: the first who waits gets it."""
    if not are_entries_open(state) or not has_free_place(state):
        return None
    entrant = first_waiting(state)
    if entrant is None:
        return None
    return EntryMovedUp(entrant, status_with_place(state), state.next_number)


def first_waiting(state: Tournament) -> PlayerId | None:
    """Who gets the next place. If there was a check-in, only who has come does after the start."""
    must_be_there = state.phase == RUNNING and state.chosen.check_in_seconds
    return next(
        (
            entrant
            for entrant, entry in state.entries.items()
            if entry.status == "waiting" and (entry.checked_in or not must_be_there)
        ),
        None,
    )


PUBLIC: tuple[type[Event], ...] = (
    PlayerRegistered,
    EntryApproved,
    EntryDeclined,
    EntryMovedUp,
)
"""Facts that everybody may know in full."""
