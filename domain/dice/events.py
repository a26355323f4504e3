"""What can happen in the dice game. Everybody may know all of it."""

from domain.dice.sheet import Face
from domain.ids import Seat
from domain.messages import Event


class FirstPlayerChosen(Event, tag="first_player_chosen"):
    """Who begins; `draw` is given if lots decided."""

    seat: Seat
    draw: int | None = None


class TurnBegan(Event, tag="turn_began"):
    """A seat's turn began; turns count from 1, all seats together."""

    seat: Seat
    turn: int


class DiceRolled(Event, tag="dice_rolled"):
    """These dice fell to these faces; `draw` numbers the first draw, `draws` counts them."""

    seat: Seat
    roll: int
    dice: tuple[int, ...]
    faces: tuple[Face, ...]
    draw: int
    draws: int


class RollingStopped(Event, tag="rolling_stopped"):
    """A seat takes the dice as they lie, with rolls left."""

    seat: Seat


class JokerUsed(Event, tag="joker_used"):
    """A knight turned a die, for the only time."""

    seat: Seat
    knight: int
    die: int
    face: Face


class GoldExchanged(Event, tag="gold_exchanged"):
    """One gold die was turned to a resource, and another one is out for this turn."""

    seat: Seat
    die: int
    given: int
    face: Face


class RoadBuilt(Event, tag="road_built"):
    """A seat built a road; `dice` have paid for it."""

    seat: Seat
    road: int
    dice: tuple[int, ...]


class SettlementBuilt(Event, tag="settlement_built"):
    """A seat built the settlement of this value; `dice` have paid for it."""

    seat: Seat
    settlement: int
    dice: tuple[int, ...]


class CityBuilt(Event, tag="city_built"):
    """A seat built the city of this value; `dice` have paid for it."""

    seat: Seat
    city: int
    dice: tuple[int, ...]


class KnightBuilt(Event, tag="knight_built"):
    """A seat set up the knight of this value; `dice` have paid for it."""

    seat: Seat
    knight: int
    dice: tuple[int, ...]


class PointsEntered(Event, tag="points_entered"):
    """A turn's points came onto the track; boxes count from 1."""

    seat: Seat
    box: int
    points: int


class CrossEntered(Event, tag="cross_entered"):
    """A turn without a building came onto the track as an X."""

    seat: Seat
    box: int


class GameDeserted(Event, tag="game_deserted"):
    """Everybody has left the game, which ends without a winner."""
