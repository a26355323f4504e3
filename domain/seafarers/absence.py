"""What the clocks ask at sea."""

from domain.base import absence as base
from domain.base.state import FOUNDING
from domain.ids import Seat
from domain.ruleset import Action
from domain.seafarers.state import GOLD, Voyage
from domain.table.deadlines import Decision


def decision(state: Voyage, seat: Seat) -> Decision:
    """Taking cards of choice is part of the own turn; in that of another it is an answer.

    What a scenario asks before the first placement is like founding.
    """
    if not state.turn and state.phase in state.hooks.own_phases:
        # Placements count upwards.
        return Decision("founding", -1 - state.prepared)
    if state.phase != GOLD or (seat == state.turn_seat and state.resumes != FOUNDING):
        return base.decision(state, seat)
    # Answers to offers count upwards.
    return Decision("answer", -state.claims_made)


def least(state: Voyage, seat: Seat) -> list[Action]:
    """What cannot be left undone is done by lot."""
    if state.phase in state.hooks.own_phases:
        return state.hooks.own_least(state, seat)
    return any_move(state, seat) if state.phase == GOLD else base.least(state, seat)


def any_move(state: Voyage, seat: Seat) -> list[Action]:
    return state.ruleset.flow.moves(state, seat)
