"""Whose turn it is and what it has come to: rolling, ending the turn, and who may act when."""

from collections.abc import Iterator
from itertools import product
from typing import NoReturn

from domain.base.commands import EndTurn, RollDice
from domain.base.events import DiceRolled, TurnBegan
from domain.base.hooks import WrongPhase
from domain.base.state import DISCARD, FOUNDING, FREE_ROADS, MAIN, ROBBER, ROLL, Game
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.turns import AlreadyRolled, RollFirst, next_seat, require_turn

FALLS = tuple(product(range(1, 7), range(1, 7)))
"""The 36 ways in which two dice can fall: (1, 1), (1, 2), … (6, 6)."""

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves


class FoundingOn(RuleViolation):
    """The starting pieces are still being placed; that comes first."""

    code = "phase/founding"


class DiscardsOpen(RuleViolation):
    """Some seats still have to discard for a seven; wait for them."""

    code = "phase/discards_open"


class RobberOpen(RuleViolation):
    """The robber has to be moved first."""

    code = "phase/robber_open"


class FreeRoadsOpen(RuleViolation):
    """The free roads of a card have to be placed, or the second left out, first."""

    code = "phase/free_roads_open"


WRONG_PHASE: WrongPhase = {
    FOUNDING: (FoundingOn, "starting settlements and roads are being placed; do that first"),
    ROLL: (RollFirst, "roll the dice first; only a development card may be played before"),
    DISCARD: (DiscardsOpen, "a seven was rolled; everybody over the limit has to discard first"),
    ROBBER: (RobberOpen, "move the robber first"),
    FREE_ROADS: (FreeRoadsOpen, "place the free road first, or stop placing after the first one"),
    MAIN: (AlreadyRolled, "the dice are rolled; trade, build, play a card or end the turn"),
}


def require(state: Game, seat: Seat, phase: str) -> None:
    """Refuse unless it is this seat's turn and the turn has come to this phase."""
    if state.phase != phase or state.turn_seat != seat:
        refuse_turn(state, seat)


def refuse_turn(state: Game, seat: Seat) -> NoReturn:
    """Say why this seat may not do now what it wishes."""
    require_turn(state, seat)
    kind, message = state.hooks.wrong_phase[state.phase]
    raise kind(message)


def require_no_choice_open(state: Game, seat: Seat) -> None:
    """Refuse unless it is this seat's turn, before or after the roll, and no choice is open."""
    if state.turn_seat != seat or state.phase not in (ROLL, MAIN):
        refuse_turn(state, seat)


def two_dice(chance: Chance) -> tuple[int, int]:
    """Both dice from one draw."""
    return FALLS[chance.below(len(FALLS), "dice")]


@decides(RollDice)
def roll_dice(state: Game, command: RollDice, chance: Chance) -> Iterator[Event]:
    seat = command.seat
    require(state, seat, ROLL)
    draw = chance.index
    yield from what_falls(state, DiceRolled(seat, two_dice(chance), draw))


def what_falls(state: Game, rolled: DiceRolled) -> tuple[Event, ...]:
    """The dice as they fell, and what they bring."""
    number = sum(rolled.dice)
    hooks = state.hooks
    brought = hooks.on_seven(state, rolled.seat) if number == 7 else hooks.produce(state, number)
    return (rolled,) if brought is None else (rolled, brought)


@evolves(DiceRolled)
def dice_rolled(state: Game, event: DiceRolled) -> None:
    state.rolled = event.dice
    state.unsettled = False
    state.next_draw = event.draw + 1
    state.phase = MAIN


@decides(EndTurn)
def end_turn(state: Game, command: EndTurn, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, MAIN)
    yield next_turn(state)


def next_turn(state: Game) -> TurnBegan:
    return TurnBegan(next_seat(state, state.turn_seat), state.turn + 1)


@evolves(TurnBegan)
def turn_began(state: Game, event: TurnBegan) -> None:
    state.phase = ROLL
    state.turn = event.turn
    state.turn_seat = event.seat
    state.rolled = None
    state.card_played = False
    state.building_began = False
    state.fresh = {}
    state.offer = None
    state.offers_made = 0
    state.free_roads = 0


def starter(state: Game) -> Seat:
    """Who began, or the next one clockwise who is still in the game."""
    first = state.first_seat
    return first if first in state.playing else next_seat(state, first)


def resume(state: Game) -> str:
    """The phase that goes on when an open choice is done."""
    return ROLL if state.hooks.still_to_roll(state) else MAIN


def not_rolled(state: Game) -> bool:
    return state.rolled is None
