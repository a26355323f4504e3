"""What the map of the Forgotten Tribe has besides: gifts on coasts."""

from domain.seafarers.maps.layout import Coast, Specials
from domain.seafarers.state import Voyage


class Tribe(Specials, frozen=True, tag="tribe"):
    """Gifts of the forgotten tribe on coasts; its harbours are the slots of the layout's ports."""

    no_settlements_in: tuple[str, ...]
    points: tuple[Coast, ...]
    cards: tuple[Coast, ...]


def tribe_of(state: Voyage) -> Tribe:
    """What the map says of the tribe."""
    specials = state.hooks.specials
    assert isinstance(specials, Tribe)
    return specials
