"""What a seat may wish for in the dice game. Dice count from 0, pieces go by their value."""

from domain.dice.sheet import Face
from domain.messages import SeatCommand


class RollDice(SeatCommand, tag="roll_dice"):
    """Roll all six dice, to begin your turn."""


class Reroll(SeatCommand, tag="reroll"):
    """Roll these dice once more and keep the others."""

    dice: tuple[int, ...]


class StopRolling(SeatCommand, tag="stop_rolling"):
    """Take the dice as they lie."""


class UseJoker(SeatCommand, tag="use_joker"):
    """Turn a die to the resource of a knight, once for every knight. The face may be left out
    unless the knight gives any."""

    knight: int
    die: int
    face: Face | None = None


class ExchangeGold(SeatCommand, tag="exchange_gold"):
    """Turn one gold die to a resource and give another one away."""

    die: int
    given: int
    face: Face


class BuildRoad(SeatCommand, tag="build_road"):
    """Build a road for brick and lumber; roads are numbered as on the sheet."""

    road: int


class BuildSettlement(SeatCommand, tag="build_settlement"):
    """Build the settlement of this value for brick, lumber, wool and grain."""

    settlement: int


class BuildCity(SeatCommand, tag="build_city"):
    """Build the city of this value for three ore and two grain."""

    city: int


class BuildKnight(SeatCommand, tag="build_knight"):
    """Set up the knight of this value for ore, wool and grain."""

    knight: int


class EndTurn(SeatCommand, tag="end_turn"):
    """Enter what you have built on the track, or an X, and pass the dice on."""
