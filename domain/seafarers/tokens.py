"""What single maps and scenarios put on the table: each is one part of the state, or none of it."""

from msgspec import Struct

from domain.base.events import HarbourKind, Terrain
from domain.ids import EdgeId, NodeId, Seat
from domain.seafarers.specials import WonderId


class Unseen(Struct):
    """What lies under the hidden hexes, by kind; nobody knows what lies where."""

    tiles: dict[Terrain, int]
    numbers: dict[int, int]


class Gifts(Struct):
    """What a tribe has still to give, by where it lies, and the harbours it has given."""

    points: int
    """Edges with a special point."""
    cards: int
    """Edges with a development card."""
    harbours: dict[EdgeId, HarbourKind]
    hands: list[tuple[HarbourKind, ...]]
    """By seat: harbours that wait for a place."""
    fresh: tuple[HarbourKind, ...] = ()
    """The harbours placed in the turn `fresh_turn`, the last one in which any was."""
    fresh_turn: int = 0


class ClothVillage(Struct):
    """A village at a crossing: its number, and the bales of cloth it has left."""

    node: NodeId
    number: int
    cloth: int


class Cloth(Struct):
    """Where the bales of cloth are: in villages, in the general supply, and with the seats."""

    villages: list[ClothVillage]
    supply: int
    seats: list[int]


class Preparation(Struct):
    """What comes before the first placement where the players have a say in the board."""

    voters: tuple[Seat, ...]
    """Who may still keep the board, the next one first."""
    harbours_left: int = 0
    harbours: tuple[EdgeId, ...] = ()
    """Edges on which a harbour lies face down."""


class Piracy(Struct):
    """How the fight against the pirates stands, by seat."""

    markers: list[int]
    """Those under its fortress; none when it has taken it."""
    warships: list[int]
    """How many of its ships, the nearest to its settlement, are warships."""


class Works(Struct):
    """Who builds which wonder, and how many levels each seat has built of its own."""

    builders: dict[WonderId, Seat]
    levels: list[int]
