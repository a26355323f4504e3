"""The geometry of an island or a sea, and what is left of a board without it."""

from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from domain.base.events import HarbourKind, Terrain
from domain.base.state import Game
from domain.base.view import edge_views, node_views
from domain.base.view_parts import BoardWithPieces
from domain.base.view_types import BoardView, EdgeView, HarbourView, HexView, NodeView
from domain.grid.geometry import Geometry
from domain.ids import EdgeId, HexId
from domain.table.geometry import EncodedGeometry, GeometryApart, encode_geometry
from domain.table.view import fields_of


class HexPlace(Struct, frozen=True):
    """Where the middle of a hex is drawn, y growing downwards and a side being 1."""

    id: HexId
    q: int
    r: int
    x: float
    y: float
    frame: bool
    """Whether it is part of the ring of sea around the board."""


class MapGeometry(Struct, frozen=True, tag_field="kind", tag="map"):
    """The hexes, crossings and paths of a map, which are the same in every game on it."""

    hexes: tuple[HexPlace, ...]
    nodes: tuple[NodeView, ...]
    edges: tuple[EdgeView, ...]


class HexOnMap(Struct, frozen=True):
    """What lies on a hex inside the frame."""

    id: HexId
    terrain: Terrain
    number: int | None


class HarbourOnMap(Struct, frozen=True):
    """A harbour; the geometry has the two crossings of its edge."""

    edge: EdgeId
    kind: HarbourKind


def geometry_of(state: Game) -> EncodedGeometry | None:
    return _encoded(state.board.geometry) if state.networks else None


@lru_cache(maxsize=256)
def _encoded(grid: Geometry) -> EncodedGeometry:
    places = zip(grid.hexes, grid.hex_places, strict=True)
    return encode_geometry(
        MapGeometry(
            hexes=tuple(
                HexPlace(HexId(i), q, r, x, y, frame=i >= grid.inner)
                for i, ((q, r), (x, y)) in enumerate(places)
            ),
            nodes=node_views(grid),
            edges=edge_views(grid),
        )
    )


def rest_of(board: BoardView | BoardWithPieces) -> dict[str, Any]:
    """A board without its geometry, whatever a scenario adds to it."""
    return {
        **fields_of(board, without=("nodes", "edges")),
        "hexes": tuple(
            HexOnMap(one.id, one.terrain, one.number) for one in board.hexes if not one.frame
        ),
        "harbours": tuple(HarbourOnMap(one.edge, one.kind) for one in board.harbours),
    }


GEOMETRY: Final = GeometryApart[Game](
    kind=MapGeometry,
    of=geometry_of,
    rest=rest_of,
    boards=(BoardView, BoardWithPieces),
    left_out={
        BoardView: ("nodes", "edges"),
        BoardWithPieces: ("nodes", "edges"),
        HexView: ("q", "r", "x", "y", "frame"),
        HarbourView: ("nodes",),
    },
)
