"""Who plays a seat, decided by a referee: another player or a bot, or nobody any more."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import Event, OrganizerCommand, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.bots import PREFIX, UnknownBot, bot_id, is_bot
from domain.table.closing import Resign
from domain.table.lobby import AlreadySeated
from domain.table.pauses import GamePaused, GameResumed, Reason, require_started
from domain.table.seats import require_known_seat
from domain.table.state import LOBBY, OVER, PAUSED, SeatResignedAlready, Table
from domain.table.tournament_tables import require_tournament

LONGEST_ID = 64

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class ReplacePlayer(OrganizerCommand, tag="replace_player"):
    """A referee lets somebody else play a seat from now on, with all that it has."""

    seat: Seat
    player: Annotated[PlayerId, Meta(min_length=1, max_length=LONGEST_ID)]
    """The id of a player without a seat; or `bot:` and the name of a bot, such as `bot:planner`."""
    reason: Reason


class Disqualify(OrganizerCommand, tag="disqualify"):
    """A referee excludes a seat from the game; it leaves as if it had resigned."""

    seat: Seat
    reason: Reason


class SeatSubstitute(SystemCommand, tag="seat_substitute"):
    """A tournament has a substitute; the server lets them play at the table from now on."""

    seat: Seat
    left: PlayerId
    """Who played there before. If somebody else plays now, a referee has decided otherwise."""
    player: PlayerId
    reason: Reason


class PlayerReplaced(Event, tag="player_replaced"):
    """From here on somebody else plays this seat: a player, or a bot if `bot` names one."""

    seat: Seat
    player: PlayerId
    reason: str
    bot: str = ""


class SeatDisqualified(Event, tag="seat_disqualified"):
    """A referee excluded this seat from the game."""

    seat: Seat
    reason: str


class SeatPassedOn(RuleViolation):
    """Somebody else plays this seat by now than the one whose substitute has come."""

    code = "seat/passed_on"


@decides(ReplacePlayer)
def replace_player(state: Table, command: ReplacePlayer, chance: Chance) -> Iterator[Event]:
    _require_playing(state, command.seat)
    player, bot = command.player, ""
    if is_bot(player):
        bot = player.removeprefix(PREFIX)
        if bot not in state.ruleset.bots:
            raise UnknownBot("there is no such bot", bots=list(state.ruleset.bots))
        player = bot_id(bot, command.seat)
    elif state.seat_of(player) is not None:
        raise AlreadySeated("that player has a seat in this game")
    yield PlayerReplaced(command.seat, player, command.reason, bot)


@decides(SeatSubstitute)
def seat_substitute(state: Table, command: SeatSubstitute, chance: Chance) -> Iterator[Event]:
    require_tournament(state)
    require_known_seat(state, command.seat)
    if state.phase != LOBBY:
        _require_playing(state, command.seat)
    if state.chairs[command.seat].player != command.left:
        raise SeatPassedOn("somebody else plays there now", seat=command.seat)
    if state.seat_of(command.player) is not None:
        raise AlreadySeated("that player has a seat in this game")
    yield PlayerReplaced(command.seat, command.player, command.reason)


@evolves(PlayerReplaced)
def player_replaced(state: Table, event: PlayerReplaced) -> None:
    chair = state.chairs[event.seat]
    chair.player, chair.bot, chair.gone_in_turn = event.player, event.bot or None, None
    if state.watch is not None:
        # The new player gets the whole time for a decision that is open.
        state.watch.misses.pop(event.seat, None)
        state.watch.deadlines.pop(event.seat, None)
        state.watch.rests.pop(event.seat, None)


@decides(Disqualify)
def disqualify(state: Table, command: Disqualify, chance: Chance) -> Iterator[Event]:
    _require_playing(state, command.seat)
    yield SeatDisqualified(command.seat, command.reason)
    yield from leave(state, command.seat, command.reason, chance)


@evolves(SeatDisqualified)
def seat_disqualified(state: Table, event: SeatDisqualified) -> None:
    state.chairs[event.seat].disqualified = True


def leave(state: Table, seat: Seat, reason: str, chance: Chance) -> Iterator[Event]:
    """A seat leaves the game by the rules for resigning, which know no pause."""
    pause = state.pause if state.phase == PAUSED else None
    if pause is not None:
        yield GameResumed(reason)
    yield from state.ruleset.decide(state, Resign(seat), chance)
    yield from state.ruleset.flow.aftermath(state)
    if pause is not None and state.phase != OVER:
        yield GamePaused("" if pause.by_call else reason, by_call=pause.by_call)


def _require_playing(state: Table, seat: Seat) -> None:
    require_started(state)
    require_known_seat(state, seat)
    if seat not in state.playing:
        raise SeatResignedAlready("this seat has left the game", seat=seat)


PUBLIC: tuple[type[Event], ...] = (PlayerReplaced, SeatDisqualified)
"""Facts that everybody may know in full."""
