"""What some maps and scenarios keep track of besides: plain data, one optional field of the state
each."""

from msgspec import Struct

from domain.base.events import Terrain


class Unseen(Struct):
    """What lies under the hidden hexes, by kind; nobody knows what lies where."""

    tiles: dict[Terrain, int]
    numbers: dict[int, int]
