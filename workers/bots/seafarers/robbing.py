"""Robber or pirate: which of them to move, where to, and against whom."""

from collections.abc import Sequence
from typing import Final

from domain.base.commands import MoveRobber
from domain.grid.geometry import mask_of
from domain.ids import HexId
from domain.seafarers.commands import MovePirate
from domain.seafarers.scenarios.pirate_islands.commands import StealCard
from workers.bots.base.robbing import OWN_LOSS, THEFT, robber_values, threat
from workers.bots.seafarers.position import SeaPosition

HELD_UP: Final = 0.5
"""What it is worth, in pips, that a ship of somebody else can neither move nor go on."""
A_BALE: Final = 4.0
"""What a stolen bale of cloth is worth."""
OWN_WATERS: Final = 2.0
"""What it costs that the own next ship is kept away."""


def move(
    position: SeaPosition, wishes: Sequence[MoveRobber | MovePirate]
) -> MoveRobber | MovePirate:
    """Whichever costs the leader most, and this seat least."""
    by_land = robber_values(position)
    freed_land = OWN_LOSS * _pips_lost(position)
    freed_sea = 0.0 if position.pirate is None else _own_waters(position, position.pirate)
    threats = {seat: threat(position, seat) for seat in position.others}
    ships = {seat: mask_of(position.view.seats[seat].ships) for seat in threats}

    def value(wish: MoveRobber | MovePirate) -> float:
        if isinstance(wish, MoveRobber):
            return by_land(wish) + freed_land
        around = position.island.grid.hex_edges[wish.hex]
        gain = freed_sea - _own_waters(position, wish.hex)
        for seat, weight in threats.items():
            gain += HELD_UP * weight * (ships[seat] & around).bit_count()
        if wish.victim is None:
            return gain
        return gain + (A_BALE if wish.loot == "cloth" else THEFT) * threats[wish.victim]

    return max(wishes, key=value)


def steal(position: SeaPosition, wishes: list[StealCard]) -> StealCard:
    """From whoever is to be feared most."""
    return max(wishes, key=lambda wish: threat(position, wish.victim))


def _pips_lost(position: SeaPosition) -> int:
    """What the robber costs this seat where it is."""
    here = position.robber
    if here is None or not position.is_robbed:
        return 0
    return position.holdings.by_hex[here] * position.island.pips_of(here)


def _own_waters(position: SeaPosition, hex_: int) -> float:
    """What the pirate on this hex costs this seat."""
    own = position.territory
    onward = own.open_waters | own.barred_waters
    return OWN_WATERS if onward & position.island.grid.hex_edges[HexId(hex_)] else 0.0
