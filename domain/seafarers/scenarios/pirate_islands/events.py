"""What can happen where pirates hold islands. Everybody may know all of it."""

from domain.cards import Cards
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.messages import Event


class FleetSailed(Event, tag="fleet_sailed"):
    """The pirate fleet went on, as many hexes as the lower die shows."""

    hex: HexId
    steps: int


class FleetPlundered(Event, tag="fleet_plundered"):
    """The fleet was stronger than a seat, whose cards went to the bank for everybody to see.

    Each was drawn; `draw` numbers the first draw, `draws` counts them.
    """

    seat: Seat
    strength: int
    cards: Cards
    draw: int
    draws: int


class FleetBeaten(Event, tag="fleet_beaten"):
    """The fleet was weaker than a seat."""

    seat: Seat
    strength: int


class FleetHeldOff(Event, tag="fleet_held_off"):
    """The fleet was as strong as a seat."""

    seat: Seat
    strength: int


class FleetLeft(Event, tag="fleet_left"):
    """No fortress is left to defend, and the fleet is gone for good."""


class WarshipArmed(Event, tag="warship_armed"):
    """A card made a warship of the plain ship nearest to a seat's settlement."""

    seat: Seat
    edge: EdgeId


class TheftOffered(Event, tag="theft_offered"):
    """This seat may draw a card from any player."""

    seat: Seat


class TheftLapsed(Event, tag="theft_lapsed"):
    """Nobody has a card that this seat could draw."""

    seat: Seat


class VictimChosen(Event, tag="victim_chosen"):
    """A seat draws a card from another; the theft follows."""

    seat: Seat
    victim: Seat


class TheftDeclined(Event, tag="theft_declined"):
    """A seat draws no card."""

    seat: Seat


class FortressAttacked(Event, tag="fortress_attacked"):
    """A seat attacked its fortress; the die is the pirates' strength, `draw` numbers the draw."""

    seat: Seat
    die: int
    draw: int


class FortressShaken(Event, tag="fortress_shaken"):
    """A seat won the fight and took a marker away; so many are left, one at least."""

    seat: Seat
    left: int


class FortressTaken(Event, tag="fortress_taken"):
    """A seat won the fight for the last marker: the fortress is a settlement of its own."""

    seat: Seat
    node: NodeId


class ShipsLost(Event, tag="ships_lost"):
    """A seat did not win the fight and lost the ships next to the fortress, the nearest first."""

    seat: Seat
    edges: tuple[EdgeId, ...]


PUBLIC: tuple[type[Event], ...] = (
    FleetSailed,
    FleetPlundered,
    FleetBeaten,
    FleetHeldOff,
    FleetLeft,
    WarshipArmed,
    TheftOffered,
    TheftLapsed,
    VictimChosen,
    TheftDeclined,
    FortressAttacked,
    FortressShaken,
    FortressTaken,
    ShipsLost,
)
