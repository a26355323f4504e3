"""Seats before the start: which are free, and for whom."""

from domain.ids import PlayerId, Seat
from domain.refusals import RuleViolation
from domain.table.state import LOBBY, Table, UnknownSeat, require_not_over, require_open


class AlreadyStarted(RuleViolation):
    """The game has started; seats, nonces and its host's choices can no longer change."""

    code = "lobby/already_started"


class NotHost(RuleViolation):
    """Only the host who opened the game may do this; ask the host."""

    code = "lobby/not_host"


class SeatTakenAlready(RuleViolation):
    """This seat is taken; choose one of `details.free`, or name none."""

    code = "seat/taken"


class NoSeatFree(RuleViolation):
    """Every seat is taken; watch this game, or look for another."""

    code = "seat/none_free"


class SeatReserved(RuleViolation):
    """This seat, or every seat that is free, is reserved for another player; choose one of
    `details.free`, or ask the host."""

    code = "seat/reserved"


class InvitationNeeded(RuleViolation):
    """Only players whom the host invites sit down in this game; send the `code` of an invitation,
    or ask the host for one."""

    code = "seat/invitation_needed"


class TurnedAway(RuleViolation):
    """The host has turned you away from this game; you can sit down only at a seat that they
    reserve for you."""

    code = "seat/turned_away"


class NotSeated(RuleViolation):
    """You have no seat in this game; take one first."""

    code = "seat/not_seated"


def free_seats(state: Table) -> list[Seat]:
    return [Seat(i) for i, chair in enumerate(state.chairs) if chair.player is None]


def unreserved_seats(state: Table) -> list[Seat]:
    """The free seats that are kept for nobody."""
    return [seat for seat in free_seats(state) if state.chairs[seat].reserved is None]


def free_colours(state: Table) -> list[str]:
    taken = {chair.colour for chair in state.chairs}
    in_play = state.ruleset.opening.colours(state)
    return [colour for colour in in_play if colour not in taken]


def seats_for(state: Table, player: PlayerId, *, has_code: bool = False) -> list[Seat]:
    """The free seats at which a person may sit down, the best one first; `has_code` says that
    they have shown an invitation.

    First come the seats that are kept for them, then those that no invitation names.
    """
    own = [seat for seat in free_seats(state) if state.chairs[seat].reserved == player]
    if player in state.turned_away or not (has_code or is_welcome(state, player)):
        return own
    named = {invitation.seat for invitation in state.invitations.values() if invitation.is_open}
    others = unreserved_seats(state)
    return [*own, *sorted(others, key=lambda seat: (seat in named, seat))]


def is_welcome(state: Table, player: PlayerId) -> bool:
    """Whether a person needs no invitation, or has shown one before."""
    if not state.invited_only or player == state.host:
        return True
    return any(player in one.used_by and not one.is_revoked for one in state.invitations.values())


def require_seat_for(state: Table, player: PlayerId, seat: Seat | None, *, has_code: bool) -> Seat:
    """The seat at which a person sits down who wishes for this one, or for any; or a refusal."""
    free = free_seats(state)
    if not free:
        raise NoSeatFree("every seat is taken")
    if seat is not None:
        require_known_seat(state, seat)
        if seat not in free:
            raise SeatTakenAlready("that seat is taken; choose another", free=free)
    seats = seats_for(state, player, has_code=has_code)
    if seat in seats or (seat is None and seats):
        return seats[0] if seat is None else seat
    if player in state.turned_away:
        raise TurnedAway("the host has turned you away from this game")
    if not (has_code or is_welcome(state, player)):
        raise InvitationNeeded("this game is by invitation; send the `code` of yours")
    raise SeatReserved("it is reserved for another player", free=seats)


def require_known_seat(state: Table, seat: Seat) -> None:
    if not 0 <= seat < len(state.chairs):
        raise UnknownSeat(f"seats go from 0 to {len(state.chairs) - 1}", seat=seat)


def require_lobby(state: Table) -> None:
    require_open(state)
    require_not_over(state)
    if state.phase != LOBBY:
        raise AlreadyStarted("the game has started; seats can no longer change")


def require_host(state: Table, player: PlayerId) -> None:
    if player != state.host:
        raise NotHost("only the host who opened the game may do this")


def require_seated(state: Table, player: PlayerId) -> Seat:
    seat = state.seat_of(player)
    if seat is None:
        raise NotSeated("take a seat first")
    return seat
