"""What a seat may wish for at sea."""

from typing import Literal, TypeAlias

from domain.base.events import HarbourKind
from domain.cards import Cards
from domain.ids import EdgeId, HexId, Seat
from domain.messages import SeatCommand

Loot: TypeAlias = Literal["card", "cloth"]
"""What the pirate takes."""


class BuildShip(SeatCommand, tag="build_ship"):
    """Buy a ship for lumber and wool."""

    edge: EdgeId


class PlaceShip(SeatCommand, tag="place_ship"):
    """Set a ship that costs nothing: in the founding phase, or by a road building card."""

    edge: EdgeId


class MoveShip(SeatCommand, tag="move_ship", rename={"ship": "from", "edge": "to"}):
    """Take the head of an open shipping route from one edge to another."""

    ship: EdgeId
    edge: EdgeId


class MovePirate(SeatCommand, tag="move_pirate"):
    """Move the pirate instead of the robber, and rob a seat that has a ship there.

    Where there is cloth, `loot` says what is taken from a victim who has both.
    """

    hex: HexId
    victim: Seat | None = None
    loot: Loot | None = None


class PickGold(SeatCommand, tag="pick_gold"):
    """Take cards of your choice from the bank."""

    cards: Cards


class PlaceHarbour(SeatCommand, tag="place_harbour"):
    """Lay a harbour token on a coast; who holds several kinds says which."""

    edge: EdgeId
    harbour: HarbourKind | None = None
