"""The table of a base game as an SVG picture: the island and, below it, a panel of the seats."""

from collections.abc import Iterable, Sequence

from domain.base.view_types import BasePlayView, BaseSeatView, BaseView, HasPieces, LaidBoard
from domain.table.view import TableView
from presentation.base.captions import captions_in, table_status, tile_name
from presentation.base.seat_counts import award_holders
from presentation.base.svg_island import draw_island, extent, island_symbols
from presentation.base.svg_panel import (
    AWARDS,
    PANEL_WIDTH,
    Row,
    draw_panel,
    panel_rows,
)
from presentation.base.svg_pieces import pieces
from presentation.base.svg_symbols import shapes, unknown_token
from presentation.captions import Captions
from presentation.svg.markup import (
    Box,
    Markup,
    document,
    element,
    group,
    joined,
    moved,
    number,
    path,
    rect,
    use,
    window,
)
from presentation.svg.symbols import DEEP, FONTS, INK, PAPER, SEA, SHALLOW

UNKNOWN: Box = (-320, -185, 640, 370)
"""What is shown of the sea before there is an island."""
INSET, DASH = 5, 20


def drawing(view: BaseView, language: str) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions = captions_in(language)
    rows = panel_rows(view, captions)
    if view.board is None:
        return draw_lobby(view, captions, rows, seats_taken(view, captions))
    return draw_table(view, captions, view.seats, rows)


def draw_lobby(view: BaseView, captions: Captions, rows: Iterable[Row], description: str) -> str:
    """A sea in which the island is yet to be found, and below it a panel of these rows."""
    return draw_sheet(
        unknown_island(),
        UNKNOWN,
        (*(pieces(seat, captions) for seat in view.seats), unknown_token()),
        captions,
        draw_panel(rows),
        name=name(view, captions),
        description=description,
    )


def draw_table(
    view: BasePlayView,
    captions: Captions,
    places: Sequence[HasPieces],
    rows: Iterable[Row],
    *more: str,
) -> str:
    """The island with the pieces of these places, and below it a panel of these rows.

    `more` joins the description for those who do not see the picture.
    """
    return draw_sheet(
        draw_island(view.board, places, captions),
        extent(view.board),
        (*(pieces(seat, captions) for seat in places), island_symbols(view.board)),
        captions,
        draw_panel(rows),
        name=name(view, captions),
        description=" ".join((*_described(view, captions), *more)),
    )


def draw_sheet(
    board: Markup,
    box: Box,
    symbols: Iterable[Markup],
    captions: Captions,
    panel: tuple[Markup, float] | None = None,
    panel_width: int = PANEL_WIDTH,
    *,
    name: str,
    description: str,
) -> str:
    """A board in its box of sea, and a panel as wide as that below it."""
    left, top, width, height = box
    below, scale = [], width / panel_width
    if panel is not None:
        rows, panel_height = panel
        below.append(group(rows, transform=moved(left, top + height, scaled=scale)))
        height += scale * panel_height
    whole = (left, top, width, height)
    return document(
        whole,
        element("defs", shapes(), *symbols),
        rect(*whole, fill=PAPER),
        _framed(board, box),
        *below,
        name=name,
        description=description,
        font_family=FONTS,
        lang=captions.code,
    )


def _framed(island: Markup, box: Box) -> Markup:
    """The sea as on a chart, cut off at a border of dashes that is alike at all corners."""
    left, top, width, height = box
    left, top, width, height = left + INSET, top + INSET, width - 2 * INSET, height - 2 * INSET
    inside: Box = (left, top, width, height)
    sides = [(left, y, "h", width) for y in (top, top + height)]
    sides += [(x, top, "v", height) for x in (left, left + width)]
    return joined(
        (
            window(inside, rect(*inside, fill=DEEP), island),
            rect(*inside, fill="none", stroke=PAPER, stroke_width=2 * INSET),
            *(_dashed(*side) for side in sides),
        )
    )


def _dashed(x: float, y: float, way: str, length: float) -> Markup:
    """One side of the border: an odd number of equal dashes and gaps."""
    dash = length / (2 * round(length / (2 * DASH)) + 1)
    return path(
        f"M{number(x)} {number(y)}{way}{number(length)}",
        stroke=INK,
        stroke_width=3,
        stroke_dasharray=number(dash, 3),
    )


def unknown_island() -> Markup:
    """A sea in which the island is yet to be found."""
    hexes = [
        (104 * column + 52 * abs(row), 90 * row)
        for row in (-1, 0, 1)
        for column in range(-2, 3 - abs(row))
    ]
    return joined(
        group(
            use("hx-hex", fill=SEA, stroke=SHALLOW, stroke_width=2),
            use("hx-token", opacity=0.8),
            transform=moved(x, y),
        )
        for x, y in hexes
    )


def name(view: BaseView, captions: Captions) -> str:
    """What the game has come to."""
    state = table_status(view, captions)
    return f"{captions.say('turn', turn=view.turn)}. {state}" if view.turn else state


def seats_taken(view: TableView, captions: Captions) -> str:
    """The description of a game that has not started."""
    taken = sum(seat.player is not None for seat in view.seats)
    return captions.say("seats.taken", taken=taken, count=len(view.seats))


def robber_on(board: LaidBoard, captions: Captions) -> str:
    """Where the robber is, if it is on the board."""
    robbed = next(hex_ for hex_ in board.hexes if hex_.id == board.robber)
    return captions.say("robber.on", tile=tile_name(robbed, captions))


def _described(view: BasePlayView, captions: Captions) -> list[str]:
    """The picture for those who do not see it: the seats, and where the robber is."""
    seats = [described(view, seat, captions) for seat in view.seats]
    return [*seats, robber_on(view.board, captions)]


def described(view: BasePlayView, seat: BaseSeatView, captions: Captions, *more: str) -> str:
    """A seat by what everybody may count, further facts, and its awards."""
    counts = {
        "points": view.score[seat.seat].points,
        "settlements": len(seat.settlements),
        "cities": len(seat.cities),
        "roads": len(seat.roads),
        "cards": seat.resource_cards,
    }
    holders = award_holders(view)
    facts = [captions.say(field, count=count) for field, count in counts.items()]
    facts += more
    facts += [captions.say(award) for award in AWARDS.values() if holders[award] == seat.seat]
    if seat.resigned:
        facts.append(captions.say("resigned"))
    return f"{captions.seat(seat)}: {', '.join(facts)}."
