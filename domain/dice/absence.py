"""What the clocks ask of the dice game: what is being decided, and the least one can do."""

from domain.dice.commands import EndTurn, RollDice, StopRolling
from domain.dice.state import BUILDING, READY, Game
from domain.ids import Seat
from domain.ruleset import Action
from domain.table.deadlines import Decision


def decision(state: Game, seat: Seat) -> Decision:
    """A whole turn is one decision, whatever is done in it."""
    return Decision("turn", state.turn)


def least(state: Game, seat: Seat) -> list[Action]:
    """Roll once and end the turn."""
    if state.phase == READY:
        return [RollDice(seat)]
    return [EndTurn(seat) if state.phase == BUILDING else StopRolling(seat)]


def begins_round(state: Game) -> bool:
    """Whether everybody still in the game has filled as many boxes as who is on."""
    filled = len(state.sheets[state.turn_seat].track)
    return all(len(state.sheets[seat].track) == filled for seat in state.playing)
