"""The printed sheet: one island for everybody, its roads, places and knights, and their values."""

from functools import lru_cache
from math import sqrt
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from domain.boards import load_board
from domain.cards import RESOURCES, Resource
from domain.grid.geometry import mask_of

Face: TypeAlias = Literal["brick", "lumber", "wool", "grain", "ore", "gold"]
Piece: TypeAlias = Literal["road", "settlement", "city", "knight"]

GOLD: Final = "gold"
FACES: Final[tuple[Face, ...]] = (*RESOURCES, GOLD)
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
DICE: Final = 6
ROLLS: Final = 3
BOXES: Final = 15
CROSS: Final = -2
"""What an X on the track counts."""
ROAD_POINTS: Final = 1

COSTS: Final[dict[Piece, dict[Face, int]]] = {
    "road": {"brick": 1, "lumber": 1},
    "settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    "city": {"ore": 3, "grain": 2},
    "knight": {"ore": 1, "wool": 1, "grain": 1},
}


class Hex(Struct, frozen=True):
    """A hex of the island, with the value of the knight that stands on it."""

    q: int
    r: int
    terrain: str
    knight: int | None = None


class Node(Struct, frozen=True):
    """Where three hexes meet."""

    id: str
    hexes: tuple[tuple[int, int], ...]


class Place(Struct, frozen=True):
    """Where a settlement or a city may stand."""

    points: int
    node: str


class Knight(Struct, frozen=True):
    """A knight, and what its joker turns a die to."""

    points: int
    joker: Resource | Literal["any"]

    @property
    def targets(self) -> tuple[Face, ...]:
        """The faces that its joker can turn a die to."""
        return FACES if self.joker == "any" else (self.joker,)


class Island(Struct, frozen=True):
    """All that is printed on a sheet, but for the track."""

    hexes: tuple[Hex, ...]
    nodes: tuple[Node, ...]
    start_road: tuple[str, str]
    roads: tuple[tuple[str, str], ...]
    settlements: tuple[Place, ...]
    cities: tuple[Place, ...]
    knights: tuple[Knight, ...]

    def touching(self, *nodes: str) -> int:
        """The roads that end at any of these nodes, as a set of road numbers."""
        roads = (*self.roads, self.start_road)
        return mask_of(i for i, ends in enumerate(roads) if not set(ends).isdisjoint(nodes))


ISLAND: Final = load_board("dice-island.json", Island)
ROADS: Final = len(ISLAND.roads)
START_ROAD: Final = 1 << ROADS
"""The road that is printed as built, in a set of roads: after all that can be built."""

ROAD_NEIGHBOURS: Final = tuple(ISLAND.touching(*ends) for ends in ISLAND.roads)
"""By road: the roads that share an end with it."""
SETTLEMENT_ROADS: Final = tuple(ISLAND.touching(place.node) for place in ISLAND.settlements)
CITY_ROADS: Final = tuple(ISLAND.touching(place.node) for place in ISLAND.cities)
"""In ascending order of value: the roads that touch a place."""

SETTLEMENTS: Final = tuple(place.points for place in ISLAND.settlements)
CITIES: Final = tuple(place.points for place in ISLAND.cities)
KNIGHTS: Final = tuple(knight.points for knight in ISLAND.knights)
"""Values in ascending order; a piece goes by its value."""


def hex_place(q: int, r: int) -> tuple[float, float]:
    """The middle of a hex, flat-top, with a side of 1 and y growing downwards."""
    return 1.5 * q, sqrt(3) * (r + q / 2)


@lru_cache(maxsize=1)
def node_places() -> dict[str, tuple[float, float]]:
    """Every node by its name, in the middle of its three hexes."""
    places = {}
    for node in ISLAND.nodes:
        xs, ys = zip(*(hex_place(q, r) for q, r in node.hexes), strict=True)
        places[node.id] = round(sum(xs) / 3, 4), round(sum(ys) / 3, 4)
    return places
