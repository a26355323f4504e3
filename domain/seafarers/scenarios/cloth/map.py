"""What the map of Cloth for Catan has besides: villages."""

from msgspec import Struct

from domain.seafarers.maps.layout import NodePlace, Specials
from domain.seafarers.state import Voyage


class Village(Struct, frozen=True, forbid_unknown_fields=True):
    node: NodePlace
    number: int
    area: str


class Villages(Specials, frozen=True, tag="villages"):
    """Villages that give cloth; the game ends when so few of them have any left."""

    no_settlements_in: tuple[str, ...]
    villages: tuple[Village, ...]
    cloth_per_village: int
    general_supply: int
    cloth_per_point: int
    ends_with_villages: int


def villages_of(state: Voyage) -> Villages:
    """What the map says of its villages."""
    specials = state.hooks.specials
    assert isinstance(specials, Villages)
    return specials
