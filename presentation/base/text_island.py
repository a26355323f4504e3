"""The island of a view, drawn in terminal cells: tiles, harbours, roads and buildings."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TypeAlias

from domain.base.view_types import HasPieces, HexView, LaidBoard, NodeView
from domain.ids import EdgeId, HexId, NodeId
from domain.table.view import Coloured
from presentation.presentation import TextPicture
from presentation.terminal.canvas import Canvas, Cell
from presentation.terminal.table_text import seat_ink

HALF_HEX = 6
"""Columns from the middle of a hex to its sides."""
SIDE = 4
"""Rows along an upright side of a hex, and from its middle to its top."""

SETTLEMENT, CITY, ROAD = "▲", "■", "█"
RISING = ((0, "▀"), (-1, "▄"), (-1, ROAD), (-1, "▀"), (-2, "▄"))
FALLING = ((0, "▄"), (1, "▀"), (1, ROAD), (1, "▄"), (2, "▀"))
"""A sloping road between its ends: rows below its left end, and marks, column by column."""

SEA = "#123a56"
GROUNDS = {
    "hills": "#7a4330",
    "forest": "#1d4a2a",
    "pasture": "#4f7f3a",
    "fields": "#8f7322",
    "mountains": "#565c66",
    "desert": "#8c7a52",
}
DARK, LIGHT, DIM = "#101418", "#f4eedd", "#8fb0c6"
TOKEN, RED_TOKEN = "#f2e6c4", "#c01010"
RED_NUMBERS = (6, 8)
UNKNOWN_RATE = "?"
COASTLESS = ("sea", "fog")
"""What has no shore of its own."""

Cells: TypeAlias = dict[NodeId, Cell]


def draw_island(board: LaidBoard, places: Sequence[HasPieces]) -> TextPicture:
    """The board of a view and what these places have on it, in a rectangle of sea."""
    canvas, nodes = Canvas(), node_cells(board)
    draw_ground(canvas, board, places, nodes)
    draw_roads(canvas, board, places, nodes)
    for seat in places:
        draw_buildings(canvas, seat, nodes)
    canvas.surround(SEA, across=1, down=1)
    return canvas.picture()


def cell_of(place: HexView | NodeView) -> Cell:
    """Where something is drawn: every place of a view falls on a whole column and row."""
    return round(place.x / (sqrt(3) / 2) * HALF_HEX), round(place.y * SIDE)


def node_cells(board: LaidBoard) -> Cells:
    return {node.id: cell_of(node) for node in board.nodes}


def draw_ground(
    canvas: Canvas,
    board: LaidBoard,
    places: Sequence[HasPieces],
    nodes: Cells,
    grounds: Mapping[str, str] = GROUNDS,
    face_down: Iterable[EdgeId] = (),
) -> None:
    """Tiles, crossings, the edges of land on which none of these places has a road, harbours.

    On some edges a harbour may lie face down.
    """
    tiles = {hex_.id for hex_ in board.hexes if hex_.terrain != "sea"}
    land = {hex_.id for hex_ in board.hexes if hex_.terrain not in COASTLESS}
    for hex_ in board.hexes:
        if hex_.id in tiles:
            ground = grounds[hex_.terrain]
            _draw_tile(canvas, hex_, ground, robbed=hex_.id == board.robber)
    for node in board.nodes:
        if not land.isdisjoint(node.hexes):
            canvas.write(nodes[node.id], "·", DARK)
        if len(tiles.intersection(node.hexes)) == 1:
            # The corner of a single tile would stick out as a spike.
            canvas.fill(nodes[node.id], SEA)
    roads = {edge for seat in places for edge in seat.roads}
    for edge in board.edges:
        if edge.id not in roads and not land.isdisjoint(edge.hexes):
            start, end = (nodes[node] for node in edge.nodes)
            canvas.line(start, end, DARK)
    rates = [(harbour.edge, rate_of(harbour.kind)) for harbour in board.harbours]
    rates += [(hidden, UNKNOWN_RATE) for hidden in face_down]
    _draw_harbours(canvas, board, nodes, land, rates)


def draw_roads(canvas: Canvas, board: LaidBoard, places: Sequence[HasPieces], nodes: Cells) -> None:
    inks = {edge: seat_ink(seat) for seat in places for edge in seat.roads}
    for edge in board.edges:
        if edge.id in inks:
            start, end = sorted(nodes[node] for node in edge.nodes)
            _draw_road(canvas, start, end, inks[edge.id])


def _draw_tile(canvas: Canvas, tile: HexView, ground: str, *, robbed: bool) -> None:
    column, row = cell_of(tile)
    for across in range(-HALF_HEX, HALF_HEX + 1):
        reach = SIDE * (2 * HALF_HEX - abs(across)) // (2 * HALF_HEX)
        for down in range(-reach, reach + 1):
            canvas.fill((column + across, row + down), ground)
    canvas.write_centred((column, row - 1), tile.terrain, LIGHT)
    number = tile.number
    if number is not None:
        red = number in RED_NUMBERS
        canvas.write_centred(
            (column, row), f" {number} ", f"bold {RED_TOKEN if red else DARK}", TOKEN
        )
        chances = "•" * (6 - abs(7 - number))
        canvas.write_centred((column, row + 1), chances, "bright_red" if red else LIGHT)
    if robbed:
        canvas.write_centred((column, row + 1), " ♜ robber ", f"bold {LIGHT}", DARK)


def initial_of(seat: Coloured) -> str:
    """The letter of a seat for those who see no colours."""
    return str(seat.colour or seat.seat)[0].upper()


def draw_buildings(canvas: Canvas, seat: HasPieces, nodes: Cells) -> None:
    """Buildings in the seat's colour, with its initial."""
    for mark, built in ((SETTLEMENT, seat.settlements), (CITY, seat.cities)):
        for node in built:
            canvas.write_centred(nodes[node], f"{initial_of(seat)}{mark} ", DARK, seat_ink(seat))


def _draw_road(canvas: Canvas, start: Cell, end: Cell, ink: str) -> None:
    """From its left or upper end."""
    if start[0] == end[0]:
        for row in range(start[1] + 1, end[1]):
            canvas.write((start[0], row), ROAD, ink)
        return
    slope = RISING if end[1] < start[1] else FALLING
    for column, (down, mark) in enumerate(slope, start=start[0] + 1):
        canvas.write((column, start[1] + down), mark, ink)


def _draw_harbours(
    canvas: Canvas,
    board: LaidBoard,
    nodes: Cells,
    land: set[HexId],
    rates: Iterable[tuple[EdgeId, str]],
) -> None:
    """A harbour on each of these edges, with its rate."""
    hexes = {hex_.id: hex_ for hex_ in board.hexes}
    edges = {edge.id: edge for edge in board.edges}
    for edge, rate in rates:
        sea = next(hexes[i] for i in edges[edge].hexes if i not in land)
        ends = [nodes[node] for node in edges[edge].nodes]
        _draw_harbour(canvas, ends, cell_of(sea), rate)


def rate_of(kind: str) -> str:
    return kind if kind == "3:1" else f"2:1 {kind}"


def _draw_harbour(canvas: Canvas, ends: list[Cell], sea: Cell, rate: str) -> None:
    """Two piers that meet off the coast, and the rate in the water beyond."""
    coast = (ends[0][0] + ends[1][0]) // 2, (ends[0][1] + ends[1][1]) // 2
    across, down = sea[0] - coast[0], sea[1] - coast[1]
    tip = coast[0] + round(across / 2), coast[1] + round(down / 2)
    for end in ends:
        canvas.line(end, tip, DIM)
    lines = [rate] if down else rate.split()
    for i, text in enumerate(lines):
        if down:
            start = sea[0] - len(text) // 2, sea[1]
        else:
            start = tip[0] + 1 if across > 0 else tip[0] - len(text), tip[1] + i
        while canvas.is_written(start, len(text)):
            start = start[0], start[1] + 1
        canvas.write(start, text, f"bold {LIGHT}")
