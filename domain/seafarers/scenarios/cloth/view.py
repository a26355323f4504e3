"""What is shown of villages and cloth."""

from typing import Final

from domain.ids import Seat
from domain.seafarers.scenarios.cloth.state import cloth_of
from domain.seafarers.scenarios.cloth.villages import bales
from domain.seafarers.state import Voyage
from domain.seafarers.view_types import (
    NodeTokenView,
    SeaBoardView,
    SeaBoardWithPieces,
    SeaPiecesView,
    SeaPlayView,
)
from domain.table.view import ViewTypes, fields_of


class VillageView(NodeTokenView, frozen=True, kw_only=True, tag="village"):
    """A village: its number, and the bales of cloth it has left."""

    number: int
    count: int


class ClothView(SeaPlayView, frozen=True, kw_only=True):
    """A game with villages that give cloth."""

    board: SeaBoardView[VillageView]
    cloth_supply: int
    """Bales of cloth in the general supply."""


VIEW_TYPES: Final = ViewTypes(
    views=(ClothView,), boards=(SeaBoardWithPieces[SeaPiecesView, VillageView],)
)


def tokens(state: Voyage) -> tuple[VillageView, ...]:
    return tuple(
        VillageView(node=village.node, number=village.number, count=village.cloth)
        for village in cloth_of(state).villages
    )


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    return {"cloth": bales(state, seat)}


def own_view(state: Voyage, view: SeaPlayView) -> ClothView:
    return ClothView(**fields_of(view), cloth_supply=cloth_of(state).supply)
