"""The drawn pieces: robber, roads, settlements and cities, each around the origin."""

from domain.table.view import Coloured
from presentation.captions import Captions
from presentation.svg.markup import Markup, group, joined, path, text
from presentation.svg.seat_marks import seat_fill, seat_ink
from presentation.svg.symbols import INK, PAPER


def robber() -> Markup:
    return path(
        "M0-18a7 7 0 0 1 4 13Q12 0 12 10l3 6H-15l3-6Q-12 0-4-5A7 7 0 0 1 0-18Z",
        id="hx-robber",
        fill="#2b2730",
        stroke="#fff",
        stroke_width=3,
        stroke_linejoin="round",
        # Seen on dark ground by its outline, and on light ground by itself.
        paint_order="stroke",
    )


def pieces(seat: Coloured, captions: Captions) -> Markup:
    """Road, settlement and city of a seat: its colour, its letter, and bars on its roads."""
    number, ink = seat.seat, seat_ink(seat)
    bars = seat_bars(number)
    road = (
        outlined("M-21-5H21V5H-21Z"),
        *((path(bars, stroke=ink, stroke_width=3),) if bars else ()),
    )
    letter = captions.initial(seat)
    settlement = (outlined("M-12 12V-2L0-14 12-2V12Z"), _letter(letter, 0, 8.5, 14, ink))
    city = (outlined("M-18 14V-6L-9-17 0-6V-3H18V14Z"), _letter(letter, 2, 11, 15, ink))
    return joined(
        group(*parts, id=f"hx-{name}-{number}", fill=seat_fill(seat))
        for name, parts in (("road", road), ("settlement", settlement), ("city", city))
    )


def seat_bars(number: int, apart: int = 8) -> str:
    """As many bars as the number of a seat, which tell it where colours are not seen."""
    return "".join(f"M{apart * i - apart / 2 * (number - 1):g}-4v8" for i in range(number))


def outlined(d: str) -> Markup:
    """A shape in the colour around it, with a dark outline in a light one: seen on any ground."""
    return joined(
        (
            path(d, stroke=PAPER, stroke_width=5.4, stroke_linejoin="round"),
            path(d, stroke=INK, stroke_width=2.4, stroke_linejoin="round"),
        )
    )


def _letter(letter: str, x: float, y: float, size: int, ink: str) -> Markup:
    return text(
        x,
        y,
        letter,
        fill=ink,
        font_size=size,
        font_weight="bold",
        text_anchor="middle",
    )
