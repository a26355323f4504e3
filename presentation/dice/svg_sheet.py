"""One sheet of a view as SVG: the island, what is marked on it, the track and the points."""

from math import atan2, degrees
from typing import Final, TypeAlias

from domain.dice.sheet import CROSS
from domain.dice.view_types import (
    DicePlayView,
    DiceSeatView,
    SheetEdgeView,
    SheetHexView,
    SheetNodeView,
    SheetView,
)
from domain.table.state import Score
from presentation.captions import Captions
from presentation.dice.svg_symbols import DASHES, EMPTY, SIDE, joker, piece
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
from presentation.svg.seat_marks import seat_fill, seat_ink, shortened
from presentation.svg.symbols import DEEP, FAINT, GOLD, INK, PAPER, SAND

Point: TypeAlias = tuple[float, float]

WIDTH: Final = 660
HEIGHT: Final = 452
HEAD: Final = 44
MIDDLE: Final[Point] = (204, HEAD + 201)
"""Of the island."""
ENLARGED: Final = 1.08
TRACK_AT: Final[Point] = (412, HEAD + 16)
BOX: Final = 44
TRACK_ROWS: Final = (5, 1, 5, 1, 3)
"""The track winds down: a row of boxes, one below its end, a row back, and so on."""
KNIGHT_UP, JOKER_DOWN = -8, 31
NAME_LETTERS, PLAYER_LETTERS = 9, 18
CROWN: Final = "M-11 9V-7L-5 0 0-10 5 0 11-7V9Z"


def draw_sheet(view: DicePlayView, seat: DiceSeatView, captions: Captions) -> Markup:
    """The sheet of a seat, with its upper left corner at the origin."""
    number = seat.seat
    on_turn = number == view.turn_seat and not view.outcome
    return group(
        rect(4, 4, WIDTH - 8, HEIGHT - 8, rx=12, fill=SAND if on_turn else PAPER, stroke=DEEP),
        _head(view, seat, captions),
        rect(16, HEAD + 6, 376, HEIGHT - HEAD - 24, rx=10, fill=DEEP),
        group(_island(view, seat, captions), transform=moved(*MIDDLE, scaled=ENLARGED)),
        group(_track(seat), transform=moved(*TRACK_AT)),
        _points(view.score[number], captions),
        data_sheet=number,
        opacity=0.55 if seat.resigned else None,
    )


def _head(view: DicePlayView, seat: DiceSeatView, captions: Captions) -> Markup:
    """Colour, name, player and total."""
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
        text(166, 33, shortened(seat.player or "", PLAYER_LETTERS), font_size=15, fill=FAINT),
    ]
    if seat.seat in view.winners:
        crown = path(CROWN, fill=GOLD, stroke=INK, stroke_width=1.4, data_winner=seat.seat)
        parts.append(group(crown, transform=moved(392, 27)))
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
        parts.append(text(0, 4, str(road), font_size=11, text_anchor="middle", fill=FAINT))
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
            boxes.append(text(x + 4, y + 13, str(i + 1), font_size=10, fill=FAINT))
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


def _points(score: Score, captions: Captions) -> Markup:
    """Points by source and all together, below the track."""
    left, right, top = TRACK_AT[0], TRACK_AT[0] + 5 * BOX, TRACK_AT[1] + 5 * BOX + 26
    lines = []
    for i, (source, points) in enumerate(score.sources.items()):
        y = top + 20 * i
        lines.append(text(left, y, captions.say(f"source.{source}"), fill=FAINT))
        lines.append(text(right, y, str(points), text_anchor="end", fill=INK))
    total = text(
        right,
        33,
        captions.say("points", count=score.points),
        font_size=19,
        font_weight="bold",
        text_anchor="end",
        fill=INK,
        data_total=score.points,
    )
    return group(*lines, total, font_size=15)
