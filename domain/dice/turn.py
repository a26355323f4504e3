"""Whose turn it is: the start, ending a turn, passing the dice on, and the end of the game."""

from collections.abc import Iterator
from typing import NoReturn

from domain.chance.draws import Chance
from domain.dice.commands import EndTurn
from domain.dice.events import (
    CrossEntered,
    FirstPlayerChosen,
    GameDeserted,
    PointsEntered,
    TurnBegan,
)
from domain.dice.sheet import BOXES, CROSS
from domain.dice.state import BUILDING, READY, ROLLED, Game, Sheet
from domain.ids import ORGANIZER, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.closing import GameWon, Resign, SeatResigned
from domain.table.state import FIRST_SEAT, OVER, require_seat_in_play
from domain.table.turns import AlreadyRolled, RollFirst, next_seat, require_turn

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves


class StillRolling(RuleViolation):
    """The dice are not final yet; stop rolling first, or roll on."""

    code = "phase/still_rolling"


class DiceFinal(RuleViolation):
    """The dice of this turn are final: after the third roll, or because you stopped."""

    code = "phase/dice_final"


_ROLL_FIRST = (RollFirst, "roll all six dice first")
_STILL_ROLLING = (StillRolling, "the dice are not final yet; stop rolling first, or roll on")
_ALREADY_ROLLED = (AlreadyRolled, "the first roll is made")
_FINAL = (DiceFinal, "the dice are final; build or end the turn")
_WRONG_PHASE: dict[str, dict[str, tuple[type[RuleViolation], str]]] = {
    READY: {ROLLED: _ALREADY_ROLLED, BUILDING: _ALREADY_ROLLED},
    ROLLED: {READY: _ROLL_FIRST, BUILDING: _FINAL},
    BUILDING: {READY: _ROLL_FIRST, ROLLED: _STILL_ROLLING},
}
"""By the phase that a wish belongs to, and the phase that the turn has come to."""


def require(state: Game, seat: Seat, phase: str) -> None:
    """Refuse unless it is this seat's turn and the turn has come to this phase."""
    if state.phase != phase or state.turn_seat != seat:
        _refuse(state, seat, phase)


def _refuse(state: Game, seat: Seat, phase: str) -> NoReturn:
    require_turn(state, seat)
    kind, message = _WRONG_PHASE[phase][state.phase]
    raise kind(message)


def begin(state: Game, chance: Chance) -> Iterator[Event]:
    """Find out who begins, by lot or as the host has chosen, and begin."""
    if state.options.start_seat is not None:
        yield FirstPlayerChosen(state.options.start_seat)
    elif len(state.chairs) == 1:
        yield FirstPlayerChosen(FIRST_SEAT)
    else:
        draw = chance.index
        yield FirstPlayerChosen(Seat(chance.below(len(state.chairs), "start")), draw)
    yield TurnBegan(state.first_seat, 1)


@evolves(FirstPlayerChosen)
def first_player_chosen(state: Game, event: FirstPlayerChosen) -> None:
    state.first_seat = event.seat
    state.sheets = [Sheet() for _ in state.chairs]
    if event.draw is not None:
        state.next_draw = event.draw + 1


@evolves(TurnBegan)
def turn_began(state: Game, event: TurnBegan) -> None:
    state.phase = READY
    state.turn = event.turn
    state.turn_seat = event.seat
    state.rolls = 0
    state.dice = []
    state.built = 0
    state.points = 0


@decides(EndTurn)
def end_turn(state: Game, command: EndTurn, chance: Chance) -> Iterator[Event]:
    seat = command.seat
    require(state, seat, BUILDING)
    box = len(state.sheets[seat].track) + 1
    yield PointsEntered(seat, box, state.points) if state.built else CrossEntered(seat, box)
    yield from pass_on(state)


@evolves(PointsEntered)
def points_entered(state: Game, event: PointsEntered) -> None:
    state.sheets[event.seat].track.append(event.points)


@evolves(CrossEntered)
def cross_entered(state: Game, event: CrossEntered) -> None:
    state.sheets[event.seat].track.append(CROSS)


def pass_on(state: Game) -> Iterator[Event]:
    """The next seat's turn, or the end once every track that is still played on is full."""
    if not state.playing:
        yield GameDeserted()
        return
    following = next_seat(state, state.turn_seat)
    if len(state.sheets[following].track) < BOXES:
        yield TurnBegan(following, state.turn + 1)
        return
    totals = {line.seat: line.points for line in state.ruleset.score(state, ORGANIZER)}
    best = max(totals[seat] for seat in state.playing)
    yield GameWon(tuple(seat for seat in state.playing if totals[seat] == best), best)


@decides(Resign)
def resign(state: Game, command: Resign, chance: Chance) -> Iterator[Event]:
    """The boxes left stay empty, and the others play on, even one alone."""
    seat = command.seat
    require_seat_in_play(state, seat)
    yield SeatResigned(seat)
    if seat == state.turn_seat:
        yield from pass_on(state)


@evolves(GameDeserted)
def game_deserted(state: Game, event: GameDeserted) -> None:
    state.phase = OVER
    state.outcome = "abandoned"
