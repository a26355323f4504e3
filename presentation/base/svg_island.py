"""The island of a view as SVG: sea, tiles, harbours, roads, buildings and the robber."""

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, degrees, hypot
from typing import TypeAlias

from domain.base.view_types import HarbourView, HasPieces, HexView, LaidBoard, NodeView
from domain.ids import EdgeId, HexId, NodeId
from domain.table.view import Coloured
from presentation.base.captions import tile_name
from presentation.base.svg_pieces import robber
from presentation.base.svg_symbols import HALF, SIDE, token
from presentation.base.text_island import COASTLESS
from presentation.captions import Captions
from presentation.svg.markup import (
    Box,
    Markup,
    circle,
    group,
    joined,
    moved,
    number,
    path,
    text,
    title,
    use,
)
from presentation.svg.symbols import INK, PAPER, RESOURCE_GROUNDS, SAND, SHALLOW

Point: TypeAlias = tuple[float, float]

MARGIN = 62
"""Water around the outermost hexes: enough for a harbour."""
OFF_COAST = 30
"""From the coast to the middle of a harbour's badge: three of them still fit into one hex."""
TOKEN_DOWN, ROBBER_UP = 15, 22.5
NARROWEST = 560
CENTRED = {"text_anchor": "middle", "font_weight": "bold", "fill": INK}


class Chart:
    """The places of a board in the units of the picture, found by number."""

    def __init__(self, board: LaidBoard) -> None:
        self.hexes = {hex_.id: _place(hex_) for hex_ in board.hexes}
        self.nodes = {node.id: _place(node) for node in board.nodes}
        self.edges = {edge.id: edge for edge in board.edges}
        self.sea = {hex_.id for hex_ in board.hexes if hex_.terrain == "sea"}
        self.land = {hex_.id for hex_ in board.hexes if hex_.terrain not in COASTLESS}

    def ends(self, edge: EdgeId) -> tuple[Point, Point]:
        """From the left or upper one."""
        one, other = sorted(self.nodes[node] for node in self.edges[edge].nodes)
        return one, other

    def middle(self, edge: EdgeId) -> Point:
        (ax, ay), (bx, by) = self.ends(edge)
        return (ax + bx) / 2, (ay + by) / 2

    def along(self, edge: EdgeId) -> str:
        """The transform that lays something lengthwise on an edge."""
        (ax, ay), (bx, by) = self.ends(edge)
        return moved(*self.middle(edge), turned=round(degrees(atan2(by - ay, bx - ax))))

    def harbour(self, edge: EdgeId, away: float = OFF_COAST) -> Point:
        """Off the coast, towards the middle of the sea that it lies at."""
        x, y = self.middle(edge)
        sea_x, sea_y = next(self.hexes[i] for i in self.edges[edge].hexes if i not in self.land)
        part = away / hypot(sea_x - x, sea_y - y)
        return x + part * (sea_x - x), y + part * (sea_y - y)


def extent(board: LaidBoard, margin: float = MARGIN) -> Box:
    """The water that is shown: all hexes of the map and some of the frame around them."""
    inner = [_place(hex_) for hex_ in board.hexes if not hex_.frame]
    xs, ys = [x for x, _ in inner], [y for _, y in inner]
    width = max(max(xs) - min(xs) + 2 * (HALF + margin), NARROWEST)
    top = min(ys) - SIDE - margin
    return (min(xs) + max(xs) - width) / 2, top, width, max(ys) + SIDE + margin - top


def island_symbols(board: LaidBoard) -> Markup:
    """What only this board needs: its tokens, its robber and the outline of its land."""
    numbers = sorted({hex_.number for hex_ in board.hexes if hex_.number is not None})
    land = [_place(hex_) for hex_ in board.hexes if hex_.terrain not in COASTLESS]
    outline = "".join(f"M{_point((x, y - SIDE))}l52 30v60l-52 30-52-30v-60z" for x, y in land)
    return joined((*map(token, numbers), robber(), path(outline, id="hx-land")))


def draw_island(board: LaidBoard, seats: Sequence[HasPieces], captions: Captions) -> Markup:
    """The board of a view and what these places have on it, from the sea upwards."""
    chart = Chart(board)
    docks = [harbour.edge for harbour in board.harbours]
    return joined(
        (
            *draw_ground(chart, board, captions, docks),
            *(lay_road(chart, seat, edge) for seat in seats for edge in seat.roads),
            *draw_buildings(chart, seats),
            *draw_robber(board, captions),
        )
    )


def draw_ground(
    chart: Chart, board: LaidBoard, captions: Captions, docks: Iterable[EdgeId]
) -> Iterator[Markup]:
    """Sea, tiles and harbours, with a jetty at each of these edges."""
    yield from (_sea(chart, hex_) for hex_ in sorted(chart.sea))
    yield use("hx-land", stroke=SHALLOW, stroke_width=30, stroke_linejoin="round", opacity=0.6)
    yield from _piers(chart, docks)
    yield use("hx-land", stroke=SAND, stroke_width=13, stroke_linejoin="round")
    for tile in board.hexes:
        if tile.id not in chart.sea:
            robbed = tile.id == board.robber
            yield _tile(chart, tile, tile_name(tile, captions), robbed=robbed)
    yield from (_harbour(chart, harbour, captions) for harbour in board.harbours)


def draw_buildings(chart: Chart, seats: Sequence[HasPieces]) -> Iterator[Markup]:
    for seat in seats:
        yield from (_building(chart, seat, "settlement", node) for node in seat.settlements)
    for seat in seats:
        yield from (_building(chart, seat, "city", node) for node in seat.cities)


def _place(thing: HexView | NodeView) -> Point:
    return SIDE * thing.x, SIDE * thing.y


def _point(place: Point) -> str:
    return f"{number(place[0])} {number(place[1])}"


def _sea(chart: Chart, hex_: HexId) -> Markup:
    x, y = chart.hexes[hex_]
    return use("hx-sea", x=x, y=y, data_hex=hex_)


def _tile(chart: Chart, tile: HexView, name: str, *, robbed: bool) -> Markup:
    """Ground, motif and token; a tile under the robber yields nothing and looks it."""
    terrain, yields = tile.terrain, tile.number
    parts = [title(name), use(f"hx-{terrain}")]
    if robbed:
        parts.append(use("hx-hex", fill=INK, opacity=0.28))
    if yields is not None:
        parts.append(use(f"hx-token-{yields}", y=TOKEN_DOWN, opacity=0.75 if robbed else None))
    return group(
        *parts,
        transform=moved(*chart.hexes[tile.id]),
        data_hex=tile.id,
        data_terrain=terrain,
        data_number=yields,
    )


def _piers(chart: Chart, docks: Iterable[EdgeId]) -> list[Markup]:
    """A jetty from every harbour to each of its crossings, in planks."""
    ways = "".join(
        f"M{_point(chart.nodes[node])}L{_point(chart.harbour(edge))}"
        for edge in docks
        for node in chart.edges[edge].nodes
    )
    if not ways:
        return []
    return [
        path(ways, stroke="#5a3a1c", stroke_width=7),
        path(ways, stroke="#c8965a", stroke_width=4.5, stroke_dasharray="4 1.5"),
    ]


def _harbour(chart: Chart, harbour: HarbourView, captions: Captions) -> Markup:
    kind = harbour.kind
    return group(
        title(harbour_name(kind, captions)),
        badge(kind),
        transform=moved(*chart.harbour(harbour.edge)),
        data_harbour=harbour.edge,
        data_kind=kind,
    )


def harbour_name(kind: str, captions: Captions) -> str:
    if kind == "3:1":
        return captions.say("harbour", rate=kind)
    return captions.say("harbour.kind", rate="2:1", kind=captions.word(kind))


def badge(kind: str) -> Markup:
    """A harbour by its rate and its resource."""
    disc = circle(0, 0, 18.5, fill=RESOURCE_GROUNDS.get(kind, PAPER), stroke=INK, stroke_width=1.6)
    if kind == "3:1":
        return joined((disc, text(0, 6, kind, font_size=17, **CENTRED)))
    return joined(
        (
            disc,
            use(f"hx-{kind}", transform=moved(0, -7.5, scaled=0.66)),
            text(0, 13, "2:1", font_size=14.5, **CENTRED),
        )
    )


def lay_road(chart: Chart, seat: Coloured, edge: EdgeId, piece: str = "road") -> Markup:
    """A road, or another piece that lies along an edge."""
    return use(
        f"hx-{piece}-{seat.seat}",
        transform=chart.along(edge),
        data_piece=piece,
        data_edge=edge,
        data_seat=seat.seat,
    )


def _building(chart: Chart, seat: Coloured, piece: str, node: NodeId) -> Markup:
    x, y = chart.nodes[node]
    return use(
        f"hx-{piece}-{seat.seat}",
        x=x,
        y=y,
        data_piece=piece,
        data_node=node,
        data_seat=seat.seat,
    )


def draw_robber(board: LaidBoard, captions: Captions) -> Iterator[Markup]:
    """Above the token of its hex, which can still be read; nothing while it is off the board."""
    for hex_ in board.hexes:
        if hex_.id == board.robber:
            x, y = _place(hex_)
            up = 0 if hex_.number is None else ROBBER_UP
            named = title(captions.say("robber"))
            yield use("hx-robber", named, x=x, y=y - up, data_robber=hex_.id)
