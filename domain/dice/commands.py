"""What a seat may wish for in the dice game. Dice count from 0, pieces go by their value."""

from typing import Annotated, TypeAlias

from domain.dice.sheet import Face
from domain.messages import SeatCommand
from domain.touches import PointsAt

DieIndex: TypeAlias = Annotated[int, PointsAt("die")]
RoadNumber: TypeAlias = Annotated[int, PointsAt("road")]
SettlementValue: TypeAlias = Annotated[int, PointsAt("settlement")]
CityValue: TypeAlias = Annotated[int, PointsAt("city")]
KnightValue: TypeAlias = Annotated[int, PointsAt("knight")]


class RollDice(SeatCommand, tag="roll_dice"):
    """Roll all six dice, to begin your turn."""


class Reroll(SeatCommand, tag="reroll"):
    """Roll these dice once more and keep the others."""

    dice: tuple[DieIndex, ...]


class StopRolling(SeatCommand, tag="stop_rolling"):
    """Take the dice as they lie."""


class UseJoker(SeatCommand, tag="use_joker"):
    """Turn a die to the resource of a knight, once for every knight. The face may be left out
    unless the knight gives any."""

    knight: KnightValue
    die: DieIndex
    face: Face | None = None


class ExchangeGold(SeatCommand, tag="exchange_gold"):
    """Turn one gold die to a resource and give another one away."""

    die: DieIndex
    given: DieIndex
    face: Face


class BuildRoad(SeatCommand, tag="build_road"):
    """Build a road for brick and lumber; roads are numbered as on the sheet."""

    road: RoadNumber


class BuildSettlement(SeatCommand, tag="build_settlement"):
    """Build the settlement of this value for brick, lumber, wool and grain."""

    settlement: SettlementValue


class BuildCity(SeatCommand, tag="build_city"):
    """Build the city of this value for three ore and two grain."""

    city: CityValue


class BuildKnight(SeatCommand, tag="build_knight"):
    """Set up the knight of this value for ore, wool and grain."""

    knight: KnightValue


class EndTurn(SeatCommand, tag="end_turn"):
    """Enter what you have built on the track, or an X, and pass the dice on."""
