"""The price list of the base game."""

from typing import Final

from domain.base.commands import BuildCity, BuildRoad, BuildSettlement, BuyDevelopmentCard
from domain.base.costs import CITY_COST, DEVELOPMENT_CARD_COST, ROAD_COST, SETTLEMENT_COST
from domain.prices import Price

PRICES: Final = (
    Price("road", BuildRoad, ROAD_COST),
    Price("settlement", BuildSettlement, SETTLEMENT_COST),
    Price("city", BuildCity, CITY_COST),
    Price("development_card", BuyDevelopmentCard, DEVELOPMENT_CARD_COST),
)
