"""What the map of the Wonders of Catan has besides: the wonders, and marked crossings."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.cards import Resource
from domain.seafarers.maps.layout import NodePlace, Specials
from domain.seafarers.state import Voyage

WonderId: TypeAlias = Literal["theater", "great_bridge", "monument", "great_wall", "cathedral"]


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


class Wonders(Specials, frozen=True, tag="wonders"):
    """The wonders, how high they are built, and the marked nodes of the board."""

    wasteland: tuple[NodePlace, ...]
    strait: tuple[NodePlace, ...]
    warning: tuple[NodePlace, ...]
    wonders: tuple[Wonder, ...]
    levels: int


def of_map(state: Voyage) -> Wonders:
    """What the map says of the wonders."""
    specials = state.hooks.specials
    assert isinstance(specials, Wonders)
    return specials
