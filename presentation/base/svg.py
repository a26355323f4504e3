"""The table of a base game as an SVG picture: the island and, below it, a panel of the seats."""

from collections.abc import Iterable, Sequence

from domain.base.view_types import BasePlayView, BaseSeatView, BaseView, HasPieces, LaidBoard
from domain.table.view import Coloured, TableView
from presentation.base.captions import captions_in, table_status, tile_name
from presentation.base.seat_counts import award_holders
from presentation.base.svg_cards import offer_told
from presentation.base.svg_island import draw_island, extent, island_symbols
from presentation.base.svg_panel import panel_rows
from presentation.base.svg_pieces import pieces
from presentation.base.svg_rows import AWARDS, draw_panel, sheet_for
from presentation.base.svg_symbols import ground_shapes, small_shapes, unknown_token
from presentation.base.svg_touch import BASE_FIELDS, base_marks, touch_places
from presentation.captions import Captions
from presentation.player_names import NO_NAMES, Names
from presentation.svg.composing import Region, compose
from presentation.svg.look import PLAIN, Look
from presentation.svg.markup import (
    Box,
    Markup,
    group,
    joined,
    moved,
    number,
    path,
    rect,
    use,
    window,
)
from presentation.svg.symbols import DEEP, INK, PAPER, SEA, SHALLOW
from presentation.svg.touch import TABLE_FIELDS, Fields

UNKNOWN: Box = (-320, -185, 640, 370)
"""What is shown of the sea before there is an island."""
INSET, DASH = 5, 20


def drawing(view: BaseView, language: str, names: Names = NO_NAMES, look: Look = PLAIN) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions = captions_in(language, names)
    sheet = sheet_for(narrow=look.narrow)
    symbols = panel_symbols(view.seats, captions)
    panel = draw_panel(panel_rows(view, captions, sheet=sheet), sheet, symbols)
    if view.board is None:
        return draw_lobby(view, captions, panel, seats_taken(view, captions), look)
    return draw_table(view, captions, view.seats, panel, look)


def panel_symbols(places: Iterable[Coloured], captions: Captions) -> tuple[Markup, ...]:
    """What panels are made of: resources, and the pieces of these places."""
    return small_shapes(), *(pieces(place, captions) for place in places)


def draw_lobby(
    view: BaseView, captions: Captions, panel: Region, description: str, look: Look
) -> str:
    """A sea in which the island is yet to be found, and below it this panel."""
    return compose(
        lambda: framed(unknown_island(), UNKNOWN, symbols=(small_shapes(), unknown_token())),
        panel,
        captions.code,
        look,
        TABLE_FIELDS,
        name=name(view, captions),
        description=description,
    )


def draw_table(
    view: BasePlayView,
    captions: Captions,
    places: Sequence[HasPieces],
    panel: Region,
    look: Look,
    *more: str,
    fields: Fields = BASE_FIELDS,
) -> str:
    """The island with the pieces of these places, and below it this panel.

    `more` joins the description for those who do not see the picture.
    """

    def board() -> Region:
        laid, box = view.board, extent(view.board)
        areas: Iterable[Markup] = ()
        if look.touch:
            areas = touch_places(laid, box[2], base_marks(laid, places, captions), captions)
        symbols = (*panel_symbols(places, captions), ground_shapes(), island_symbols(laid))
        return framed(draw_island(laid, places, captions), box, areas, symbols)

    return compose(
        board,
        panel,
        captions.code,
        look,
        fields,
        name=name(view, captions),
        description=" ".join((*_described(view, captions), *more)),
    )


def framed(
    island: Markup, box: Box, areas: Iterable[Markup] = (), symbols: Iterable[Markup] = ()
) -> Region:
    """The sea as on a chart, cut off at a border of dashes that is alike at all corners."""
    left, top, width, height = box
    left, top, width, height = left + INSET, top + INSET, width - 2 * INSET, height - 2 * INSET
    inside: Box = (left, top, width, height)
    sides = [(left, y, "h", width) for y in (top, top + height)]
    sides += [(x, top, "v", height) for x in (left, left + width)]
    drawn = (
        window(inside, rect(*inside, fill=DEEP), island),
        rect(*inside, fill="none", stroke=PAPER, stroke_width=2 * INSET),
        *(_dashed(*side) for side in sides),
    )
    return Region(joined(drawn), box, tuple(areas), tuple(symbols))


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
            use("hx-token"),
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
    offer = [] if view.offer is None else [offer_told(view, view.offer, captions)]
    return [*seats, robber_on(view.board, captions), *offer]


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
    return f"{captions.named(seat)}: {', '.join(facts)}."
