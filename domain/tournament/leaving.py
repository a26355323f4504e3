"""Leaving: withdrawing before the start, dropping out after it, and coming back."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.tournament.entering import (
    NotEntered,
    find_entrant,
    has_free_place,
    set_status,
)
from domain.tournament.setup import Reason
from domain.tournament.staff import require_organizer
from domain.tournament.state import RUNNING, Tournament, require_on

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class Withdraw(PlayerCommand, tag="withdraw"):
    """Leave the tournament: the place is free again, or the player drops out after the start."""


class DropEntrant(PlayerCommand, tag="drop_entrant"):
    """An organizer takes a player or a bot out, before the start or after it."""

    entrant: PlayerId
    reason: Reason


class ReadmitEntrant(PlayerCommand, tag="readmit_entrant"):
    """An organizer lets a player play again who was absent at the start, or has dropped out."""

    entrant: PlayerId
    reason: Reason


class EntryWithdrawn(Event, tag="entry_withdrawn"):
    """A player left before the start; an organizer who takes them out gives a reason."""

    entrant: PlayerId
    author: PlayerId | None = None
    reason: str = ""


class PlayerDropped(Event, tag="player_dropped"):
    """A player left after the start; an organizer who takes them out gives a reason."""

    entrant: PlayerId
    author: PlayerId | None = None
    reason: str = ""


class PlayerReadmitted(Event, tag="player_readmitted"):
    """A player may play again who was absent, or had dropped out."""

    entrant: PlayerId
    reason: str
    author: PlayerId
    from_round: int


class NotLeavable(RuleViolation):
    """This player takes no part any more; `details.status` tells how their entry stands."""

    code = "entry/left_already"


class NotReadmittable(RuleViolation):
    """Only who was absent or has dropped out can be readmitted, after the start, if a place is
    free; `details.status` tells how the entry stands."""

    code = "entry/not_readmittable"


def can_leave(state: Tournament, entrant: PlayerId) -> bool:
    return state.entries[entrant].status in ("pending", "waiting", "entered", "playing")


@decides(Withdraw)
def withdraw(state: Tournament, command: Withdraw, chance: Chance) -> Iterator[Event]:
    require_on(state)
    entrant = state.entrant_of(command.player)
    if entrant is None or not can_leave(state, entrant):
        raise NotEntered("you take no part in this tournament")
    yield _leaving(state, entrant)


@decides(DropEntrant)
def drop_entrant(state: Tournament, command: DropEntrant, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    entrant = find_entrant(state, command.entrant)
    if not can_leave(state, entrant):
        status = state.entries[entrant].status
        raise NotLeavable("this player takes no part any more", status=status)
    yield _leaving(state, entrant, command.player, command.reason)


def _leaving(
    state: Tournament, entrant: PlayerId, author: PlayerId | None = None, reason: str = ""
) -> Event:
    is_playing = state.entries[entrant].status == "playing"
    return (PlayerDropped if is_playing else EntryWithdrawn)(entrant, author, reason)


@evolves(EntryWithdrawn)
def entry_withdrawn(state: Tournament, event: EntryWithdrawn) -> None:
    entry = state.entries[event.entrant]
    entry.status, entry.checked_in = "withdrawn", False


@evolves(PlayerDropped)
def player_dropped(state: Tournament, event: PlayerDropped) -> None:
    state.entries[event.entrant].status = "dropped"


def can_readmit(state: Tournament, entrant: PlayerId) -> bool:
    status = state.entries[entrant].status
    return state.phase == RUNNING and status in ("absent", "dropped") and has_free_place(state)


@decides(ReadmitEntrant)
def readmit_entrant(state: Tournament, command: ReadmitEntrant, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    entrant = find_entrant(state, command.entrant)
    if not can_readmit(state, entrant):
        status = state.entries[entrant].status
        raise NotReadmittable("this player cannot be readmitted now", status=status)
    yield PlayerReadmitted(entrant, command.reason, command.player, state.next_number)


@evolves(PlayerReadmitted)
def player_readmitted(state: Tournament, event: PlayerReadmitted) -> None:
    set_status(state, event.entrant, "playing", event.from_round)


PUBLIC: tuple[type[Event], ...] = (EntryWithdrawn, PlayerDropped, PlayerReadmitted)
"""Facts that everybody may know in full."""
