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


class Works(Struct):
    """Who builds which wonder, and how many levels each seat has built of its own."""

    builders: dict[WonderId, Seat]
    levels: list[int]
