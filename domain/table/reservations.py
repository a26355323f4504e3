"""What the host decides about guests before the start: seats kept for them, and who has to go."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import CallCommand, Event
from domain.refusals import Malformed, RuleViolation
from domain.rulebook import Rulebook
from domain.table.seats import (
    SeatTakenAlready,
    free_seats,
    require_host,
    require_known_seat,
    require_lobby,
)
from domain.table.state import Chair, Table

GUEST_PATTERN: Final = "^[A-Za-z0-9_-]{1,64}$"
# The length is given apart, because `$` alone would let a line feed pass.
Guest = Annotated[PlayerId, Meta(pattern=GUEST_PATTERN, max_length=64)]
"""A person; the ids of bots have a colon."""

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class ReserveSeat(CallCommand, tag="reserve_seat"):
    """The host keeps a free seat for a player: nobody else can sit down there."""

    seat: Seat
    guest: Guest


class ReleaseSeat(CallCommand, tag="release_seat"):
    """The host keeps a seat for nobody any more."""

    seat: Seat


class TurnAway(CallCommand, tag="turn_away"):
    """The host sends the player of this seat away, who cannot sit down again uninvited."""

    seat: Seat


class SeatReservedFor(Event, tag="seat_reserved"):
    """The host keeps this seat for a player."""

    seat: Seat
    guest: PlayerId


class SeatReleased(Event, tag="seat_released"):
    """The host keeps this seat for nobody any more."""

    seat: Seat


class PlayerTurnedAway(Event, tag="player_turned_away"):
    """The host sent a player away before the start; their seat is free again."""

    seat: Seat
    player: PlayerId


class NotReserved(RuleViolation):
    """This seat is reserved for nobody; `details.seats` lists those that are reserved."""

    code = "seat/not_reserved"


class AlreadyReserved(RuleViolation):
    """A seat is reserved for this player already, `details.seat`; release it to reserve another."""

    code = "seat/already_reserved"


class NobodyToTurnAway(RuleViolation):
    """At this seat there is no guest; `details.seats` lists those with guests. Bots are dismissed,
    and a host who does not want to play leaves their seat."""

    code = "seat/nobody_there"


class BadReservations(Malformed):
    """The list `reserved` has at most one entry for every seat: the id of a player or null, and
    each player once."""

    code = "seat/bad_reservations"


def require_reservations(reserved: tuple[PlayerId | None, ...], players: int) -> None:
    """Refuse what cannot be kept for people when a game is opened."""
    if len(reserved) > players:
        raise BadReservations(f"there are only {players} seats", players=players)
    if any(guest is not None and ":" in guest for guest in reserved):
        raise BadReservations("seats are reserved for people, not for bots")
    guests = [guest for guest in reserved if guest is not None]
    if len(set(guests)) < len(guests):
        raise BadReservations("a player has one seat; reserve one for each")


@decides(ReserveSeat)
def reserve_seat(state: Table, command: ReserveSeat, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    require_known_seat(state, command.seat)
    free = free_seats(state)
    if command.seat not in free:
        raise SeatTakenAlready("that seat is taken; choose another", free=free)
    for number, chair in enumerate(state.chairs):
        if chair.reserved == command.guest:
            raise AlreadyReserved("a seat is reserved for this player already", seat=number)
    yield SeatReservedFor(command.seat, command.guest)


@evolves(SeatReservedFor)
def seat_reserved(state: Table, event: SeatReservedFor) -> None:
    state.chairs[event.seat].reserved = event.guest
    state.turned_away = tuple(player for player in state.turned_away if player != event.guest)


@decides(ReleaseSeat)
def release_seat(state: Table, command: ReleaseSeat, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    require_known_seat(state, command.seat)
    if command.seat not in reserved_seats(state):
        raise NotReserved("this seat is reserved for nobody", seats=reserved_seats(state))
    yield SeatReleased(command.seat)


@evolves(SeatReleased)
def seat_released(state: Table, event: SeatReleased) -> None:
    state.chairs[event.seat].reserved = None


@decides(TurnAway)
def turn_away(state: Table, command: TurnAway, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    require_known_seat(state, command.seat)
    player = state.chairs[command.seat].player
    if player is None or command.seat not in guest_seats(state):
        raise NobodyToTurnAway("there is no guest at this seat", seats=guest_seats(state))
    yield PlayerTurnedAway(command.seat, player)


@evolves(PlayerTurnedAway)
def player_turned_away(state: Table, event: PlayerTurnedAway) -> None:
    """A reservation of theirs ends with it, wherever it is."""
    state.chairs[event.seat] = Chair(reserved=state.chairs[event.seat].reserved)
    for chair in state.chairs:
        if chair.reserved == event.player:
            chair.reserved = None
    state.turned_away = (*state.turned_away, event.player)


def reserved_seats(state: Table) -> list[Seat]:
    return [Seat(i) for i, chair in enumerate(state.chairs) if chair.reserved is not None]


def guest_seats(state: Table) -> list[Seat]:
    """The seats of people other than the host."""
    return [
        Seat(i)
        for i, chair in enumerate(state.chairs)
        if chair.player not in (None, state.host) and chair.bot is None
    ]


PUBLIC: tuple[type[Event], ...] = (SeatReservedFor, SeatReleased, PlayerTurnedAway)
"""Facts that everybody may know in full."""
