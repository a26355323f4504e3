"""Decides whether to move the robber or the pirate, where to, and against which seat."""

from collections.abc import Sequence
from typing import Final

from domain.base.commands import MoveRobber
from domain.choices import Below
from domain.grid.geometry import mask_of
from domain.ids import HexId
from domain.seafarers.commands import MovePirate
from domain.seafarers.scenarios.pirate_islands.commands import StealCard
from workers.bots.base.robbing import OWN_LOSS, THEFT, robber_values, threat
from workers.bots.bot import best_of
from workers.bots.seafarers.position import SeaPosition

HELD_UP: Final = 0.5
"""The value, in pips, of blocking a ship of another seat."""
A_BALE: Final = 4.0
"""The value of a stolen bale of cloth."""
OWN_WATERS: Final = 2.0
"""The cost of a blocked next ship of this seat."""


def move(
    position: SeaPosition, wishes: Sequence[MoveRobber | MovePirate], below: Below
) -> MoveRobber | MovePirate:
    """Choose the move that costs the leader most, and this seat least."""
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

    return best_of(wishes, value, below)


def steal(position: SeaPosition, wishes: list[StealCard], below: Below) -> StealCard:
    """Steal from the most dangerous seat."""
    return best_of(wishes, lambda wish: threat(position, wish.victim), below)


def _pips_lost(position: SeaPosition) -> int:
    """The cost of the robber for this seat where it is now."""
    here = position.robber
    if here is None or not position.is_robbed:
        return 0
    return position.holdings.by_hex[here] * position.island.pips_of(here)


def _own_waters(position: SeaPosition, hex_: int) -> float:
    """The cost of the pirate on this hex for this seat."""
    own = position.territory
    onward = own.open_waters | own.barred_waters
    return OWN_WATERS if onward & position.island.grid.hex_edges[HexId(hex_)] else 0.0
