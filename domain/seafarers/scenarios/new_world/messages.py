"""What may be wished for, and what can happen, before the New World is settled."""

from domain.base.events import Harbour
from domain.ids import EdgeId, Seat
from domain.messages import Event, SeatCommand


class AcceptBoard(SeatCommand, tag="accept_board"):
    """Keep the board as it was dealt, whatever the others think of it."""


class AskRedeal(SeatCommand, tag="ask_redeal"):
    """Ask for another deal; it comes if all seats ask for it."""


class VoteBegan(Event, tag="vote_began"):
    """The seats say in this order what they think of the board."""

    order: tuple[Seat, ...]


class RedealAsked(Event, tag="redeal_asked"):
    """A seat would rather have another board."""

    seat: Seat


class BoardAccepted(Event, tag="board_accepted"):
    """A seat keeps the board, and so it stays."""

    seat: Seat


class HarboursBegan(Event, tag="harbours_began"):
    """So many harbours are to be placed face down, one after the other from this seat on."""

    seat: Seat
    count: int


class HarbourTokenPlaced(Event, tag="harbour_token_placed"):
    """A seat placed a harbour; nobody knows yet of which kind."""

    seat: Seat
    edge: EdgeId


class HarboursTurnedUp(Event, tag="harbours_turned_up"):
    """The kinds of all harbours that were placed; any others are out of the game."""

    harbours: tuple[Harbour, ...]
    draw: int
    draws: int
