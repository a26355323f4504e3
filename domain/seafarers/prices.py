"""The price list at sea: that of the base game, and ships."""

from typing import Final

from domain.base import prices as base
from domain.prices import Price
from domain.seafarers.commands import BuildShip
from domain.seafarers.shipping.ships import SHIP_COST

PRICES: Final = (*base.PRICES, Price("ship", BuildShip, SHIP_COST))
