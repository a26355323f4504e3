"""What the clocks ask of the base game: what is being decided, and the least one can do."""

from domain.base.commands import EndTurn, RefuseTrade, RollDice, StopPlacing
from domain.base.state import DISCARD, FOUNDING, FREE_ROADS, MAIN, ROLL, Game
from domain.base.trading import OFFERS_A_TURN
from domain.base.turn import starter
from domain.ids import Seat
from domain.ruleset import Action
from domain.table.deadlines import Decision


def decision(state: Game, seat: Seat) -> Decision:
    """A whole turn is one decision, whatever is done in it; so is the answer to an offer."""
    if state.phase == FOUNDING:
        return Decision("founding", state.founded)
    if state.phase == DISCARD:
        return Decision("discard", state.turn)
    if seat == state.turn_seat:
        return Decision("turn", state.turn)
    return Decision("answer", state.turn * OFFERS_A_TURN + state.offers_made)


def least(state: Game, seat: Seat) -> list[Action]:
    """Roll and end the turn; refuse what is offered; do by lot what cannot be left undone."""
    if state.phase == ROLL:
        return [RollDice(seat)]
    if state.phase == MAIN:
        return [EndTurn(seat) if seat == state.turn_seat else RefuseTrade(seat)]
    if state.phase == FREE_ROADS and state.free_road_placed:
        return [StopPlacing(seat)]
    return state.ruleset.flow.moves(state, seat)


def begins_round(state: Game) -> bool:
    """Whether it is the turn of who began, or of the next one who is still in the game."""
    return state.turn_seat == starter(state)
