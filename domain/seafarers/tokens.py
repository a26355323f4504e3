"""What lies on the board and before the players in single scenarios only."""

from msgspec import Struct

from domain.ids import NodeId


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
