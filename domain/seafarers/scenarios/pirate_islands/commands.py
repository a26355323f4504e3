"""What a seat may wish for where pirates hold islands."""

from domain.ids import Seat
from domain.messages import SeatCommand


class PlayVictoryPoint(SeatCommand, tag="play_victory_point"):
    """Play a victory-point card as a knight, where it is worth no point: arm a ship."""


class AttackFortress(SeatCommand, tag="attack_fortress"):
    """Attack your fortress when your ships have reached it; that ends your turn."""


class StealCard(SeatCommand, tag="steal_card"):
    """Draw a card from any player after your seven."""

    victim: Seat


class DeclineTheft(SeatCommand, tag="decline_theft"):
    """Draw no card after your seven."""
