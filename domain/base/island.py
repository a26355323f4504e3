"""The island of a view, drawn in terminal cells: tiles, harbours, roads and buildings."""

from math import sqrt

from domain.canvas import Canvas, Cell
from domain.lines import seat_ink
from domain.ruleset import Picture, View

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


def draw_island(board: View, places: list[View]) -> Picture:
    """The board of a view and what these places have on it, in a rectangle of sea."""
    canvas = Canvas()
    land = {hex_["id"] for hex_ in board["hexes"] if hex_["terrain"] != "sea"}
    nodes = {node["id"]: _cell(node) for node in board["nodes"]}
    for hex_ in board["hexes"]:
        if hex_["id"] in land:
            _draw_tile(canvas, hex_, robbed=hex_["id"] == board["robber"])
    _draw_crossings(canvas, board, nodes, land)
    edges = [edge for edge in board["edges"] if not land.isdisjoint(edge["hexes"])]
    roads = {edge: seat_ink(seat) for seat in places for edge in seat["roads"]}
    for edge in edges:
        if edge["id"] not in roads:
            start, end = (nodes[node] for node in edge["nodes"])
            canvas.line(start, end, DARK)
    _draw_harbours(canvas, board, nodes, land)
    for edge in edges:
        if edge["id"] in roads:
            start, end = sorted(nodes[node] for node in edge["nodes"])
            _draw_road(canvas, start, end, roads[edge["id"]])
    for seat in places:
        _draw_buildings(canvas, seat, nodes)
    canvas.surround(SEA, across=1, down=1)
    return canvas.picture()


def _cell(place: View) -> Cell:
    """Where something is drawn: every place of a view falls on a whole column and row."""
    return round(place["x"] / (sqrt(3) / 2) * HALF_HEX), round(place["y"] * SIDE)


def _draw_tile(canvas: Canvas, tile: View, *, robbed: bool) -> None:
    column, row = _cell(tile)
    for across in range(-HALF_HEX, HALF_HEX + 1):
        reach = SIDE * (2 * HALF_HEX - abs(across)) // (2 * HALF_HEX)
        for down in range(-reach, reach + 1):
            canvas.fill((column + across, row + down), GROUNDS[tile["terrain"]])
    canvas.write_centred((column, row - 1), tile["terrain"], LIGHT)
    number = tile["number"]
    if number is not None:
        red = number in RED_NUMBERS
        canvas.write_centred(
            (column, row), f" {number} ", f"bold {RED_TOKEN if red else DARK}", TOKEN
        )
        chances = "•" * (6 - abs(7 - number))
        canvas.write_centred((column, row + 1), chances, "bright_red" if red else LIGHT)
    if robbed:
        canvas.write_centred((column, row + 1), " ♜ robber ", f"bold {LIGHT}", DARK)


def _draw_crossings(canvas: Canvas, board: View, nodes: dict[int, Cell], land: set[int]) -> None:
    for node in board["nodes"]:
        tiles = len(land.intersection(node["hexes"]))
        if tiles:
            canvas.write(nodes[node["id"]], "·", DARK)
        if tiles == 1:
            # The corner of a single tile would stick out as a spike.
            canvas.fill(nodes[node["id"]], SEA)


def _draw_buildings(canvas: Canvas, seat: View, nodes: dict[int, Cell]) -> None:
    """Buildings in the seat's colour, with its initial for those who see none."""
    initial = (seat["colour"] or str(seat["seat"]))[0].upper()
    for mark, built in ((SETTLEMENT, seat["settlements"]), (CITY, seat["cities"])):
        for node in built:
            canvas.write_centred(nodes[node], f"{initial}{mark} ", DARK, seat_ink(seat))


def _draw_road(canvas: Canvas, start: Cell, end: Cell, ink: str) -> None:
    """From its left or upper end."""
    if start[0] == end[0]:
        for row in range(start[1] + 1, end[1]):
            canvas.write((start[0], row), ROAD, ink)
        return
    slope = RISING if end[1] < start[1] else FALLING
    for column, (down, mark) in enumerate(slope, start=start[0] + 1):
        canvas.write((column, start[1] + down), mark, ink)


def _draw_harbours(canvas: Canvas, board: View, nodes: dict[int, Cell], land: set[int]) -> None:
    hexes = {hex_["id"]: hex_ for hex_ in board["hexes"]}
    edges = {edge["id"]: edge for edge in board["edges"]}
    for harbour in board["harbours"]:
        sea = next(hexes[i] for i in edges[harbour["edge"]]["hexes"] if i not in land)
        rate = "3:1" if harbour["kind"] == "3:1" else f"2:1 {harbour['kind']}"
        ends = [nodes[node] for node in harbour["nodes"]]
        _draw_harbour(canvas, ends, _cell(sea), rate)


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
