"""One sheet of a view as SVG: the island, what is marked on it, the track and the points."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees
from typing import Final, TypeAlias

from domain.dice.sheet import CROSS
from domain.dice.view_types import (
    DicePlayView,
    DiceSeatView,
    DiceView,
    SheetEdgeView,
    SheetHexView,
    SheetNodeView,
    SheetView,
)
from domain.table.state import Score
from domain.table.view import SeatView
from presentation.captions import Captions
from presentation.dice.svg_symbols import DASHES, EMPTY, SIDE, joker, joker_name, piece
from presentation.svg.markup import (
    Markup,
    circle,
    group,
    joined,
    moved,
    path,
    rect,
    text,
    title,
    use,
)
from presentation.svg.seat_marks import seat_fill, seat_ink
from presentation.svg.symbols import DEEP, FAINT, GOLD, INK, PAPER, SAND
from presentation.svg.touch import touch_box, touch_disc

Point: TypeAlias = tuple[float, float]

HEAD: Final = 44
ISLAND: Final[Point] = (376, 384)
"""Width and height of the sea around the island."""
ENLARGED: Final = 1.08
BOX: Final = 44
TRACK_ROWS: Final = (5, 1, 5, 1, 3)
"""The track winds down: a row of boxes, one below its end, a row back, and so on."""
KNIGHT_UP, JOKER_DOWN = -8, 31
NAME_LETTERS = 9
CROWN: Final = "M-11 9V-7L-5 0 0-10 5 0 11-7V9Z"
ROAD_AREA, PIECE_AREA, KNIGHT_AREA, JOKER_AREA = 16, 18, 22, 15
"""How far the areas to touch reach."""


@dataclass(frozen=True)
class Arrangement:
    """How a sheet is laid out: how large it is, and where its parts begin."""

    width: float
    height: float
    island_at: Point
    track_at: Point
    points_at: Point
    points_right: float
    crown_at: float
    player_letters: int


WIDE: Final = Arrangement(
    660, 452, (16, HEAD + 6), (412, HEAD + 16), (412, HEAD + 262), 632, 392, 18
)
"""The track beside the island."""
NARROW: Final = Arrangement(392, 684, (8, HEAD + 6), (12, 448), (246, 466), 380, 274, 11)
"""The track and the points below the island."""


def draw_sheet(
    view: DicePlayView, seat: DiceSeatView, captions: Captions, arranged: Arrangement
) -> Markup:
    """The sheet of a seat, with its upper left corner at the origin."""
    number, score = seat.seat, view.score[seat.seat]
    width, height = arranged.width, arranged.height
    on_turn = number == view.turn_seat and not view.outcome
    return group(
        rect(4, 4, width - 8, height - 8, rx=12, fill=SAND if on_turn else PAPER, stroke=DEEP),
        draw_head(view, seat, captions, arranged, score.points),
        rect(*arranged.island_at, *ISLAND, rx=10, fill=DEEP),
        group(_island(view, seat, captions), transform=_on_island(arranged)),
        group(_track(seat), transform=moved(*arranged.track_at)),
        _points(score, captions, arranged),
        data_sheet=number,
        opacity=0.8 if seat.resigned else None,
    )


def sheet_areas(
    view: DicePlayView, seat: DiceSeatView, captions: Captions, arranged: Arrangement, *, own: bool
) -> Markup:
    """What can be touched on a sheet: the seat, and on one's own all that can be built."""
    areas = [touch_box((0, 0, arranged.width, HEAD), "seat", seat.seat, captions.named(seat))]
    if own:
        places = _island_areas(view.board, captions)
        areas.append(group(*places, transform=_on_island(arranged)))
    return joined(areas)


def _on_island(arranged: Arrangement) -> str:
    (x, y), (width, height) = arranged.island_at, ISLAND
    return moved(x + width / 2, y + height / 2 + 3, scaled=ENLARGED)


def _island_areas(board: SheetView, captions: Captions) -> Iterator[Markup]:
    """Roads, settlements, cities and knights, each by the number that commands call it."""
    nodes = {node.id: _place(node) for node in board.nodes}
    for edge in board.edges:
        if edge.road is not None:
            (ax, ay), (bx, by) = (nodes[node] for node in edge.nodes)
            name = captions.say("road", number=edge.road)
            yield touch_disc((ax + bx) / 2, (ay + by) / 2, ROAD_AREA, "road", edge.road, name)
    for kind, places in (
        ("settlement", board.places["settlements"]),
        ("city", board.places["cities"]),
    ):
        for node, value in places.items():
            x, y = nodes[node]
            yield touch_disc(x, y, PIECE_AREA, kind, value, captions.say(kind, value=value))
    for hex_ in board.hexes:
        if hex_.knight is not None:
            (x, y), value = _place(hex_), hex_.knight
            name = captions.say("knight", value=value)
            yield touch_disc(x, y + KNIGHT_UP, KNIGHT_AREA, "knight", value, name)
            told = f"{name}: {joker_name(board.jokers[str(value)], captions)}"
            yield touch_disc(x, y + JOKER_DOWN, JOKER_AREA, "joker", value, told)


def draw_head(
    view: DiceView,
    seat: SeatView,
    captions: Captions,
    arranged: Arrangement,
    points: int | None,
) -> Markup:
    """Colour, name, player and total, if there are points yet."""
    struck = "line-through" if seat.resigned else None
    name = captions.seat(seat)
    name_size = 19 if len(name) <= NAME_LETTERS else 14
    chip = (
        circle(30, 27, 13, fill=seat_fill(seat), stroke=INK, stroke_width=1.6),
        text(
            30,
            32,
            captions.initial(seat),
            font_size=15,
            text_anchor="middle",
            fill=seat_ink(seat),
        ),
    )
    parts = [
        *chip,
        text(52, 33, name, font_size=name_size, font_weight="bold", text_decoration=struck),
        text(
            166,
            33,
            captions.player(seat, arranged.player_letters),
            font_size=15,
            fill=FAINT,
        ),
    ]
    if seat.seat in view.winners:
        crown = path(CROWN, fill=GOLD, stroke=INK, stroke_width=1.4, data_winner=seat.seat)
        parts.append(group(crown, transform=moved(arranged.crown_at, 27)))
    if points is not None:
        total = text(
            arranged.points_right,
            33,
            captions.say("points", count=points),
            font_size=19,
            font_weight="bold",
            text_anchor="end",
            data_total=points,
        )
        parts.append(total)
    return group(*parts, fill=INK)


def _island(view: DicePlayView, seat: DiceSeatView, captions: Captions) -> Markup:
    board = view.board
    nodes = {node.id: _place(node) for node in board.nodes}
    hexes = [
        use(f"hx-{hex_.terrain}", transform=moved(*_place(hex_)), data_terrain=hex_.terrain)
        for hex_ in board.hexes
    ]
    roads = [_road(nodes, edge, seat, captions) for edge in board.edges]
    pieces = [
        group(
            piece(kind, value, seat, captions, built=value in built),
            transform=moved(*nodes[node]),
        )
        for kind, places, built in (
            ("settlement", board.places["settlements"], seat.settlements),
            ("city", board.places["cities"], seat.cities),
        )
        for node, value in places.items()
    ]
    knights = [
        _knight(board, hex_, hex_.knight, seat, captions)
        for hex_ in board.hexes
        if hex_.knight is not None
    ]
    return joined((*hexes, *roads, *pieces, *knights))


def _place(thing: SheetHexView | SheetNodeView) -> Point:
    return SIDE * thing.x, SIDE * thing.y


def _road(
    nodes: dict[str, Point], edge: SheetEdgeView, seat: DiceSeatView, captions: Captions
) -> Markup:
    """A road, numbered until it lies; the first one is there from the start."""
    (ax, ay), (bx, by) = (nodes[node] for node in edge.nodes)
    road = edge.road
    built = road is None or road in seat.roads
    slope = round(degrees(atan2(by - ay, bx - ax)))
    bar = rect(
        -25,
        -6,
        50,
        12,
        rx=3,
        fill=seat_fill(seat) if built else EMPTY,
        stroke=INK,
        stroke_width=2 if built else 0.8,
        stroke_dasharray=None if built else DASHES,
        transform=moved(0, 0, turned=slope),
    )
    parts = [
        title(captions.say("road.first") if road is None else captions.say("road", number=road)),
        bar,
    ]
    if not built:
        parts.append(text(0, 4.5, str(road), font_size=13, text_anchor="middle", fill=FAINT))
    return group(
        *parts,
        transform=moved((ax + bx) / 2, (ay + by) / 2),
        data_road="start" if road is None else road,
        data_built="yes" if built else None,
    )


def _knight(
    board: SheetView, hex_: SheetHexView, value: int, seat: DiceSeatView, captions: Captions
) -> Markup:
    stands = piece("knight", value, seat, captions, built=value in seat.knights)
    return group(
        group(stands, transform=moved(0, KNIGHT_UP)),
        group(
            joker(value, board.jokers[str(value)], seat, captions),
            transform=moved(0, JOKER_DOWN),
        ),
        transform=moved(*_place(hex_)),
    )


def _track(seat: DiceSeatView) -> Markup:
    """A box for every turn, filled as far as the seat has come."""
    track = seat.track
    boxes = []
    for i, (column, row) in enumerate(_winding()):
        x, y = BOX * column, BOX * row
        boxes.append(rect(x, y, BOX, BOX, fill=EMPTY, stroke=INK, stroke_width=1.4))
        if i < len(track):
            boxes.append(_entry(track[i], x + BOX / 2, y + BOX / 2))
        else:
            boxes.append(text(x + 4, y + 14, str(i + 1), font_size=13, fill=FAINT))
    return group(*boxes, data_track=len(track))


def _winding() -> list[tuple[int, int]]:
    """Column and row of every box, from the first."""
    places, column, step = [], 0, 1
    for row, length in enumerate(TRACK_ROWS):
        if length == 1:
            places.append((column, row))
            step = -step
            continue
        places += [(column + step * i, row) for i in range(length)]
        column += step * (length - 1)
    return places


def _entry(points: int, x: float, y: float) -> Markup:
    if points == CROSS:
        cross = path("M-11-11 11 11M11-11-11 11", stroke="#b30b12", stroke_width=4)
        return group(title("X"), cross, transform=moved(x, y), data_box="X")
    return text(
        x,
        y + 7,
        str(points),
        font_size=21,
        font_weight="bold",
        text_anchor="middle",
        fill=INK,
        data_box=points,
    )


def _points(score: Score, captions: Captions, arranged: Arrangement) -> Markup:
    """Points by source."""
    (left, top), right = arranged.points_at, arranged.points_right
    lines = []
    for i, (source, points) in enumerate(score.sources.items()):
        y = top + 20 * i
        lines.append(text(left, y, captions.say(f"source.{source}"), fill=FAINT))
        lines.append(text(right, y, str(points), text_anchor="end", fill=INK))
    return group(*lines, font_size=15)
