"""Seats that bots move for: seated by the host, or standing in for an absent player."""

from collections.abc import Iterator
from typing import Annotated

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import Command, Event, PlayerCommand, SeatCommand
from domain.refusals import Malformed, RuleViolation
from domain.rulebook import Rulebook
from domain.table.rated import require_no_rated_game
from domain.table.seats import (
    NoSeatFree,
    SeatReserved,
    free_colours,
    free_seats,
    require_host,
    require_known_seat,
    require_lobby,
    unreserved_seats,
)
from domain.table.state import LOBBY, Chair, Table, require_seat_in_play
from domain.touches import PointsAt

PREFIX = "bot:"

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class SeatBot(PlayerCommand, tag="seat_bot"):
    """The host lets a bot take the first free seat that is not reserved."""

    bot: Annotated[str, PointsAt("bot")]


class DismissBot(PlayerCommand, tag="dismiss_bot"):
    """The host frees the seat of a bot again."""

    seat: Seat


class TakeBackSeat(SeatCommand, tag="take_back_seat"):
    """Move for your seat yourself again, after a bot has stood in for you."""


class BotSeated(Event, tag="bot_seated"):
    """A bot sat down."""

    seat: Seat
    bot: str
    colour: str


class BotDismissed(Event, tag="bot_dismissed"):
    """The seat of a bot is free again."""

    seat: Seat


class SeatHandedOver(Event, tag="seat_handed_over"):
    """The player of this seat is away: a bot moves for it until they act again."""

    seat: Seat
    bot: str


class SeatReturned(Event, tag="seat_returned"):
    """The player of this seat is back, and moves again."""

    seat: Seat


class UnknownBot(Malformed):
    """The ruleset has no bot of this name; `details.bots` lists those it has."""

    code = "bot/unknown"


class NoBotThere(RuleViolation):
    """No bot sits there or stands in there; `details.seats` lists the seats that bots move for."""

    code = "bot/not_there"


def bot_id(bot: str, seat: Seat) -> PlayerId:
    """As whom a bot moves; no person has an id like that."""
    return PlayerId(f"{PREFIX}{bot}:{seat}")


def is_bot(player: str) -> bool:
    return player.startswith(PREFIX)


def bot_in(player: str) -> str | None:
    """The name of the bot that has this id; None for a person."""
    return player.removeprefix(PREFIX).rpartition(":")[0] if is_bot(player) else None


def mover_of(state: Table, seat: Seat) -> PlayerId | None:
    """Who moves for a seat now: its player, or a bot."""
    chair = state.chairs[seat]
    return chair.player if chair.bot is None else bot_id(chair.bot, seat)


def bot_seats(state: Table) -> list[Seat]:
    return [Seat(i) for i, chair in enumerate(state.chairs) if chair.bot is not None]


def has_stand_in(state: Table, seat: Seat) -> bool:
    """Whether a bot moves for this seat that is a person's."""
    return state.is_bots(seat) and not is_bot(state.chairs[seat].player or "")


@decides(SeatBot)
def seat_bot(state: Table, command: SeatBot, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    require_no_rated_game(state)
    if command.bot not in state.ruleset.bots:
        raise UnknownBot("there is no such bot", bots=list(state.ruleset.bots))
    if not free_seats(state):
        raise NoSeatFree("every seat is taken")
    seats = unreserved_seats(state)
    if not seats:
        raise SeatReserved("every free seat is reserved; release one first", free=seats)
    yield BotSeated(seat=seats[0], bot=command.bot, colour=free_colours(state)[0])


@evolves(BotSeated)
def bot_seated(state: Table, event: BotSeated) -> None:
    state.chairs[event.seat] = Chair(
        player=bot_id(event.bot, event.seat), colour=event.colour, bot=event.bot
    )


@decides(DismissBot)
def dismiss_bot(state: Table, command: DismissBot, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    seats = bot_seats(state)
    require_known_seat(state, command.seat)
    if command.seat not in seats:
        raise NoBotThere("no bot sits there", seats=seats)
    yield BotDismissed(seat=command.seat)


@evolves(BotDismissed)
def bot_dismissed(state: Table, event: BotDismissed) -> None:
    state.chairs[event.seat] = Chair(reserved=state.chairs[event.seat].reserved)


@decides(TakeBackSeat)
def take_back_seat(state: Table, command: TakeBackSeat, chance: Chance) -> Iterator[Event]:
    require_seat_in_play(state, command.seat)
    if not has_stand_in(state, command.seat):
        raise NoBotThere("no bot stands in for you", seats=bot_seats(state))
    yield SeatReturned(command.seat)


@evolves(SeatHandedOver)
def seat_handed_over(state: Table, event: SeatHandedOver) -> None:
    chair = state.chairs[event.seat]
    chair.bot, chair.gone_in_turn = event.bot, state.turn


@evolves(SeatReturned)
def seat_returned(state: Table, event: SeatReturned) -> None:
    chair = state.chairs[event.seat]
    chair.bot = chair.gone_in_turn = None
    if state.watch is not None:
        state.watch.misses.pop(event.seat, None)


def stand_in_actions(state: Table, seat: Seat) -> list[Command]:
    """What a seat in play may do about a bot that stands in for its player."""
    return [TakeBackSeat(seat)] if has_stand_in(state, seat) else []


def bot_actions(state: Table, player: PlayerId) -> list[Command]:
    """What the host may do about bots before the start."""
    if state.phase != LOBBY or player != state.host:
        return []
    found: list[Command] = [DismissBot(player, seat) for seat in bot_seats(state)]
    if unreserved_seats(state) and not state.is_rated:
        found += [SeatBot(player, bot) for bot in state.ruleset.bots]
    return found


PUBLIC: tuple[type[Event], ...] = (BotSeated, BotDismissed, SeatHandedOver, SeatReturned)
"""Facts that everybody may know in full."""
