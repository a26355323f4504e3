"""Turns, as every game of the family has them: who comes next, and what is refused when."""

from domain.ids import Seat
from domain.refusals import RuleViolation
from domain.table.state import Table, require_seat_in_play


class NotYourTurn(RuleViolation):
    """It is another seat's turn, the one in `details.turn_seat`; wait for yours."""

    code = "turn/not_yours"


class RollFirst(RuleViolation):
    """The turn begins with the dice; roll them first."""

    code = "phase/roll_first"


class AlreadyRolled(RuleViolation):
    """The dice have been rolled this turn; go on with the rest of it."""

    code = "phase/already_rolled"


def require_turn(state: Table, seat: Seat) -> None:
    """Refuse unless this seat is in the game and it is its turn."""
    require_seat_in_play(state, seat)
    if state.turn_seat != seat:
        raise NotYourTurn(f"it is the turn of seat {state.turn_seat}", turn_seat=state.turn_seat)


def next_seat(state: Table, seat: Seat) -> Seat:
    """The next seat clockwise that is still in the game."""
    playing = state.playing
    if seat in playing:
        return playing[(playing.index(seat) + 1) % len(playing)]
    return next((following for following in playing if following > seat), playing[0])
