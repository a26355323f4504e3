"""What only one scenario has on its board: gifts, villages, fortresses, wonders."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.base.island.layout import Place
from domain.cards import Resource

NodePlace: TypeAlias = tuple[Place, Place, Place]
"""The three hexes that meet at a node, sorted by q, then r."""
EdgePlace: TypeAlias = tuple[Place, Place]
"""The two hexes that an edge separates, sorted by q, then r."""


WonderId: TypeAlias = Literal["theater", "great_bridge", "monument", "great_wall", "cathedral"]


class Coast(Struct, frozen=True, forbid_unknown_fields=True):
    """An edge between land and sea or frame."""

    land: Place
    sea: Place

    @property
    def edge(self) -> EdgePlace:
        return (self.land, self.sea) if self.land < self.sea else (self.sea, self.land)


class Tribe(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="tribe"):
    """Gifts of the forgotten tribe on coasts; its harbours are the slots of the layout's ports."""

    no_settlements_in: tuple[str, ...]
    points: tuple[Coast, ...]
    cards: tuple[Coast, ...]


class Village(Struct, frozen=True, forbid_unknown_fields=True):
    node: NodePlace
    number: int
    area: str


class Villages(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="villages"):
    """Villages that give cloth; the game ends when so few of them have any left."""

    no_settlements_in: tuple[str, ...]
    villages: tuple[Village, ...]
    cloth_per_village: int
    general_supply: int
    cloth_per_point: int
    ends_with_villages: int


class PirateSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """One colour: what stands at the start, where it may settle, what it fights for, its way."""

    color: str
    players: tuple[int, ...]
    settlement: NodePlace
    ship: EdgePlace
    crossing: NodePlace
    fortress: NodePlace
    route_edges: tuple[EdgePlace, ...]


class PirateIslands(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pirate-islands"
):
    """A fortress for every colour, and the ring on which the fleet goes round, clockwise."""

    seats: tuple[PirateSeat, ...]
    fortress_markers: int
    fleet_path: tuple[Place, ...]
    fleet_start: int


class Requirements(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat must have to claim a wonder: all of it."""

    cities: int = 0
    settlement_at: Literal["wasteland", "strait"] | None = None
    harbour_city: bool = False
    route_length: int = 0
    victory_points: int = 0


class Wonder(Struct, frozen=True, forbid_unknown_fields=True):
    id: WonderId
    name: str
    requires: Requirements
    cost_per_level: dict[Resource, int]


class Wonders(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="wonders"):
    """The wonders, how high they are built, and the marked nodes of the board."""

    wasteland: tuple[NodePlace, ...]
    strait: tuple[NodePlace, ...]
    warning: tuple[NodePlace, ...]
    wonders: tuple[Wonder, ...]
    levels: int


Specials: TypeAlias = Tribe | Villages | PirateIslands | Wonders
