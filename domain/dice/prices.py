"""The price list of the dice game, as it is printed on the sheet."""

from typing import Final

from domain.dice.commands import BuildCity, BuildKnight, BuildRoad, BuildSettlement
from domain.dice.sheet import COSTS
from domain.prices import Price

PRICES: Final = (
    Price("road", BuildRoad, COSTS["road"]),
    Price("settlement", BuildSettlement, COSTS["settlement"]),
    Price("city", BuildCity, COSTS["city"]),
    Price("knight", BuildKnight, COSTS["knight"]),
)
