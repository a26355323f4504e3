"""The hexes, edges and nodes of a drawn board as areas to touch, each called by what is there."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from domain.base.view_types import HasPieces, HexView, LaidBoard
from presentation.base.captions import tile_name
from presentation.base.svg_island import Chart, harbour_name
from presentation.captions import Captions
from presentation.svg.markup import Markup, element, number, path
from presentation.svg.touch import TABLE_FIELDS, Fields, smallest, touch_disc, touch_shape

Marks: TypeAlias = Mapping[tuple[str, int], Sequence[str]]
"""By kind and id of a place: what lies there, in words."""

BASE_FIELDS: Final[Fields] = {
    "hex": "hex",
    "node": "node",
    "edge": "edge",
    "seat": f"{TABLE_FIELDS['seat']} victim partner offer_trade.to",
    "resource": "resource cards give want take",
    "bank": "resource want take play_invention.cards",
}
"""The fields of the base game's commands."""

HALF_EDGE: Final = 30
WIDEST: Final = 28
"""The largest radius of a node's area, and half the width of an edge's: others lie beside them."""
SLOPE: Final = 1.73
"""Three edges meet at a node: areas that widen no faster do not overlap."""


def touch_places(
    board: LaidBoard, width: float, marks: Marks, captions: Captions
) -> Iterator[Markup]:
    """Every place of a board in a picture of this width: nodes above edges above hexes."""
    chart, reach = Chart(board), min(smallest(width) / 2, WIDEST)
    names = {hex_.id: _hex_name(hex_, captions) for hex_ in board.hexes}
    yield element("defs", path(_edge_outline(reach), id="hx-edge-area"))
    for hex_, (x, y) in chart.hexes.items():
        name = captions.say("place.hex", id=hex_, tile=names[hex_])
        yield touch_shape("hx-hex", "hex", hex_, _with(name, marks, "hex", hex_), x=x, y=y)
    for edge in board.edges:
        one, other = (names[hex_] for hex_ in edge.hexes)
        name = captions.say("place.edge", id=edge.id, one=one, other=other)
        told = _with(name, marks, "edge", edge.id)
        yield touch_shape("hx-edge-area", "edge", edge.id, told, transform=chart.along(edge.id))
    for node in board.nodes:
        around = ", ".join(names[hex_] for hex_ in node.hexes)
        name = captions.say("place.node", id=node.id, hexes=around)
        told = _with(name, marks, "node", node.id)
        yield touch_disc(*chart.nodes[node.id], reach, "node", node.id, told)


def base_marks(
    board: LaidBoard, places: Sequence[HasPieces], captions: Captions
) -> defaultdict[tuple[str, int], list[str]]:
    """Harbours, pieces and the robber."""
    marks: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for harbour in board.harbours:
        for node in harbour.nodes:
            marks["node", node].append(harbour_name(harbour.kind, captions))
    for place in places:
        owner = captions.called(place)
        for edge in place.roads:
            marks["edge", edge].append(f"{owner}: {captions.say('piece.road')}")
        for node in place.settlements:
            marks["node", node].append(f"{owner}: {captions.say('piece.settlement')}")
        for node in place.cities:
            marks["node", node].append(f"{owner}: {captions.say('piece.city')}")
    if board.robber is not None:
        marks["hex", board.robber].append(captions.say("robber"))
    return marks


def _hex_name(hex_: HexView, captions: Captions) -> str:
    return captions.say("sea") if hex_.terrain == "sea" else tile_name(hex_, captions)


def _with(name: str, marks: Marks, place: str, which: int) -> str:
    return "; ".join((name, *marks.get((place, which), ())))


def _edge_outline(reach: float) -> str:
    """Along the whole edge, this wide to either side, and pointed at both ends."""
    inner, wide = number(HALF_EDGE - reach / SLOPE), number(reach)
    return f"M-{HALF_EDGE} 0-{inner}-{wide}H{inner}L{HALF_EDGE} 0 {inner} {wide}H-{inner}Z"
