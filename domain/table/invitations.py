"""Invitations: codes that the host hands out. The ledger has only their digests."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Annotated, Final

from msgspec import Meta

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import CallCommand, Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.seats import (
    SeatReserved,
    SeatTakenAlready,
    free_seats,
    require_host,
    require_known_seat,
    require_lobby,
    unreserved_seats,
)
from domain.table.state import Invitation, Table

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, O, 1 and I, which look alike."""
CODE_LENGTH: Final = 16
"""80 random bits: nobody finds a code by its digest, which anybody may read."""
_GROUP: Final = 4
MOST_USES: Final = 16
MOST_INVITATIONS: Final = 100

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Uses = Annotated[int, Meta(ge=1, le=MOST_USES)]

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class MakeInvitation(CallCommand, tag="make_invitation", omit_defaults=True):
    """The host invites: who knows the code of this digest may sit down."""

    digest: Digest
    uses: Uses
    expires_at: int
    """Until when (ms) it can be accepted."""
    seat: Seat | None = None
    """The only seat that it is for."""


class RevokeInvitation(CallCommand, tag="revoke_invitation"):
    """The host takes an invitation back; players who have sat down with it stay."""

    invitation: int


class InvitationMade(Event, tag="invitation_made"):
    """The host invited; who knows the code of this digest may sit down."""

    invitation: int
    digest: str
    uses: int
    expires_at: int
    seat: Seat | None = None


class InvitationRevoked(Event, tag="invitation_revoked"):
    """The host took an invitation back."""

    invitation: int


class InvitationUnknown(RuleViolation):
    """There is no invitation with this code or number; check it, or ask the host for another."""

    code = "invitation/unknown"


class InvitationWasRevoked(RuleViolation):
    """The host has taken this invitation back; ask the host for another."""

    code = "invitation/revoked"


class InvitationUsedUp(RuleViolation):
    """As many players as it is for have sat down with this invitation; ask the host for another."""

    code = "invitation/used_up"


class InvitationExpired(RuleViolation):
    """This invitation has expired, at `details.expires_at`; ask the host for another."""

    code = "invitation/expired"


class InvitationForOtherSeat(RuleViolation):
    """This invitation is for the seat in `details.seat`; name that seat, or none."""

    code = "invitation/other_seat"


class TooManyInvitations(RuleViolation):
    """A game has at most 100 invitations, those that were taken back included."""

    code = "invitation/too_many"


class InvitationCodeTaken(RuleViolation):
    """This game has an invitation with the same code; make one with another code."""

    code = "invitation/code_taken"


def code_from(randomness: bytes) -> str:
    """A code in groups that can be read out, such as `K7QF-2MXA-9TRC-HV4D`."""
    number = int.from_bytes(randomness[:10])
    letters = [ALPHABET[number >> 5 * i & 31] for i in range(CODE_LENGTH)]
    groups = ("".join(letters[i : i + _GROUP]) for i in range(0, CODE_LENGTH, _GROUP))
    return "-".join(groups)


def digest_of(code: str) -> str:
    """The digest of a code, however it is written: in small letters, or without its hyphens."""
    plain = code.upper().replace("-", "").replace(" ", "")
    return sha256(b"invitation:" + plain.encode(errors="replace")).hexdigest()


def find_invitation(state: Table, code: str) -> tuple[int, Invitation]:
    """The invitation with this code and its number, or a refusal."""
    digest = digest_of(code)
    for number, invitation in state.invitations.items():
        if invitation.digest == digest:
            return number, invitation
    raise InvitationUnknown("no invitation of this game has this code")


def require_usable(invitation: Invitation, player: PlayerId | None) -> None:
    """Refuse an invitation that this player, or anybody, cannot accept. Its time is not judged."""
    if invitation.is_revoked:
        raise InvitationWasRevoked("the host has taken this invitation back")
    if not invitation.is_open and player not in invitation.used_by:
        raise InvitationUsedUp("all uses of this invitation are used up", uses=invitation.uses)


def require_not_expired(invitation: Invitation, at: int) -> None:
    """Refuse an invitation that cannot be accepted any more at this time (ms)."""
    if at >= invitation.expires_at:
        raise InvitationExpired("this invitation has expired", expires_at=invitation.expires_at)


def require_seat_of(invitation: Invitation, seat: Seat | None) -> Seat | None:
    """The seat that a guest wishes for, or that their invitation names; or a refusal."""
    if invitation.seat is None or seat in (None, invitation.seat):
        return seat if invitation.seat is None else invitation.seat
    raise InvitationForOtherSeat("this invitation is for another seat", seat=invitation.seat)


@decides(MakeInvitation)
def make_invitation(state: Table, command: MakeInvitation, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    if command.seat is not None:
        require_known_seat(state, command.seat)
        if command.seat not in free_seats(state):
            raise SeatTakenAlready("that seat is taken; choose another", free=free_seats(state))
        if state.chairs[command.seat].reserved is not None:
            raise SeatReserved("it is reserved for a player", free=unreserved_seats(state))
    if len(state.invitations) >= MOST_INVITATIONS:
        raise TooManyInvitations(f"a game has at most {MOST_INVITATIONS} invitations")
    if any(command.digest == invitation.digest for invitation in state.invitations.values()):
        raise InvitationCodeTaken("this game has an invitation with this code")
    yield InvitationMade(
        invitation=len(state.invitations) + 1,
        digest=command.digest,
        uses=command.uses,
        expires_at=command.expires_at,
        seat=command.seat,
    )


@evolves(InvitationMade)
def invitation_made(state: Table, event: InvitationMade) -> None:
    state.invitations[event.invitation] = made_invitation(event)


def made_invitation(event: InvitationMade) -> Invitation:
    """The invitation that this event made, before anybody has used it."""
    return Invitation(event.digest, event.uses, event.expires_at, event.seat)


@decides(RevokeInvitation)
def revoke_invitation(state: Table, command: RevokeInvitation, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    invitation = state.invitations.get(command.invitation)
    if invitation is None:
        raise InvitationUnknown("this game has no invitation of this number")
    if invitation.is_revoked:
        raise InvitationWasRevoked("you have taken this invitation back already")
    yield InvitationRevoked(command.invitation)


@evolves(InvitationRevoked)
def invitation_revoked(state: Table, event: InvitationRevoked) -> None:
    state.invitations[event.invitation].is_revoked = True


PUBLIC: tuple[type[Event], ...] = (InvitationMade, InvitationRevoked)
"""Facts that everybody may know in full."""
