"""What can happen at sea. A field that may be None is hidden from outsiders."""

from domain.base.events import Terrain
from domain.cards import Cards, Resource
from domain.ids import EdgeId, HexId, Seat
from domain.messages import Event


class PirateSet(Event, tag="pirate_set"):
    """Where the pirate starts."""

    hex: HexId


class ShipBuilt(Event, tag="ship_built"):
    """A seat placed a ship, and paid for it unless it was free."""

    seat: Seat
    edge: EdgeId
    free: bool = False


class ShipMoved(Event, tag="ship_moved", rename={"ship": "from", "edge": "to"}):
    """A seat moved a ship from one edge to another."""

    seat: Seat
    ship: EdgeId
    edge: EdgeId


class PirateMoved(Event, tag="pirate_moved"):
    """A seat moved the pirate to another hex."""

    seat: Seat
    hex: HexId


class GoldClaimed(Event, tag="gold_claimed"):
    """These seats may take so many cards of their choice, one after the other; if it is early, what
    the dice bring is put off until they have done so."""

    claims: dict[Seat, int]
    early: bool = False


class GoldPicked(Event, tag="gold_picked"):
    """A seat took cards of its choice from the bank."""

    seat: Seat
    cards: Cards


class HexDiscovered(Event, tag="hex_discovered"):
    """A road or ship of a seat touched a hidden hex, and this is what lies there.

    Sea and desert have no number. `draw` numbers the first draw, `draws` counts them.
    """

    seat: Seat
    hex: HexId
    terrain: Terrain
    number: int | None
    draw: int
    draws: int


class DiscoveryPaid(Event, tag="discovery_paid"):
    """A seat got a card from the bank for the land it discovered."""

    seat: Seat
    resource: Resource


class MarkersTaken(Event, tag="markers_taken"):
    """A seat got special points for a settlement on a land that is new to it."""

    seat: Seat
    area: str
    count: int
