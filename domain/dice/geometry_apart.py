"""The printed sheet as a geometry: all of it is the same in every game."""

from functools import cache
from typing import Any, Final

from msgspec import Struct

from domain.dice.state import Game
from domain.dice.view import printed
from domain.dice.view_types import (
    DiceBoardView,
    Joker,
    PlaceKind,
    SheetEdgeView,
    SheetHexView,
    SheetNodeView,
    SheetView,
)
from domain.table.geometry import EncodedGeometry, GeometryApart, encode_geometry
from domain.table.view import fields_of

PRINTED = SheetView.__struct_fields__


class SheetGeometry(Struct, frozen=True, tag_field="kind", tag="sheet"):
    """What is printed on every sheet of the dice game."""

    hexes: tuple[SheetHexView, ...]
    nodes: tuple[SheetNodeView, ...]
    edges: tuple[SheetEdgeView, ...]
    places: dict[PlaceKind, dict[str, int]]
    """By kind of building and crossing: what a building there is worth."""
    jokers: dict[str, Joker]
    """By the value of a knight: what its joker turns a die to."""
    boxes: int


@cache
def _encoded() -> EncodedGeometry:
    return encode_geometry(SheetGeometry(**fields_of(printed())))


def geometry_of(state: Game) -> EncodedGeometry | None:
    return _encoded() if state.sheets else None


def rest_of(board: SheetView | DiceBoardView) -> dict[str, Any]:
    """Nothing of the sheet itself; of a board with pieces the dice and what is marked."""
    return {name: value for name, value in fields_of(board).items() if name not in PRINTED}


GEOMETRY: Final = GeometryApart[Game](
    kind=SheetGeometry,
    of=geometry_of,
    rest=rest_of,
    boards=(SheetView, DiceBoardView),
    left_out={
        SheetView: PRINTED,
        DiceBoardView: tuple(name for name in DiceBoardView.__struct_fields__ if name in PRINTED),
    },
)
