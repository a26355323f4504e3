"""What the map of the Pirate Islands has besides: fortresses, and the ring of the fleet."""

from msgspec import Struct

from domain.base.island.layout import Place
from domain.seafarers.maps.layout import EdgePlace, NodePlace, Specials


class PirateSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """One colour: what stands at the start, where it may settle, what it fights for, its way."""

    color: str
    players: tuple[int, ...]
    settlement: NodePlace
    ship: EdgePlace
    crossing: NodePlace
    fortress: NodePlace
    route_edges: tuple[EdgePlace, ...]


class PirateIslands(Specials, frozen=True, tag="pirate-islands"):
    """A fortress for every colour, and the ring on which the fleet goes round, clockwise."""

    seats: tuple[PirateSeat, ...]
    fortress_markers: int
    fleet_path: tuple[Place, ...]
    fleet_start: int
