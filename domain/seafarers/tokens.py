"""What some maps and scenarios keep track of besides: plain data, one optional field of the state
each."""

from msgspec import Struct

from domain.base.events import Terrain
from domain.ids import Seat
from domain.seafarers.specials import WonderId


class Unseen(Struct):
    """What lies under the hidden hexes, by kind; nobody knows what lies where."""

    tiles: dict[Terrain, int]
    numbers: dict[int, int]


class Works(Struct):
    """Who builds which wonder, and how many levels each seat has built of its own."""

    builders: dict[WonderId, Seat]
    levels: list[int]
