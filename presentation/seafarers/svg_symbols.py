"""What a drawn sea is made of: gold rivers, fog, ships, the pirate and the tokens of scenarios.

As in the base game, every symbol is drawn around the origin and told apart by its shape.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from domain.seafarers.view_types import HasShips, TokenView
from presentation.base.svg_pieces import outlined, seat_bars
from presentation.base.svg_symbols import HEXAGON
from presentation.seafarers.scenarios.pirate_islands import warships_of
from presentation.svg.markup import Markup, circle, group, joined, moved, path, rect, text, use
from presentation.svg.seat_marks import seat_fill, seat_ink
from presentation.svg.symbols import GOLD, INK, PAPER, SAND

BOLD: Final = {"text_anchor": "middle", "font_weight": "bold"}
BLACK, WHITE = "#2b2730", "#fff"
RIVER: Final = "M26-45C17-29-8-36-23-15S-15 26-26 45"
NUGGETS: Final = ((7, -21, 0.95), (30, -14, 1.1), (-38, -22, 0.75), (38, 14, 0.75), (25, 37, 0.6))
CLOUD: Final = "M-17 7a7 7 0 0 1 1-14 10 10 0 0 1 18-3 8 8 0 0 1 13 6 6 6 0 0 1 0 11Z"
CLOUDS: Final = ((-16, -27, 0.85), (22, -20, 0.75), (-21, 22, 0.75), (17, 32, 0.8))

SHIP: Final = "M-23 1H-4V-12Q13-10 16 1H23Q21 8 15 11H-15Q-21 8-23 1Z"
"""From the side, laid along an edge with its mast across."""
WARSHIP: Final = "M-23-2H-15V1H14V-2H19L26 4Q21 9 15 11H-15Q-21 8-23-2Z"
WAR_SAIL: Final = "M-12-13H10Q14-6 10 1H-12Q-8-6-12-13Z"


def _gold() -> Markup:
    """A river that carries gold, past the place of the token."""
    nugget = path(
        "M-8 4-6-4 1-7 8-3 7 4 0 7Z",
        fill=GOLD,
        stroke="#7a5410",
        stroke_width=1.6,
        stroke_linejoin="round",
    )
    return group(
        use("hx-hex", fill="#c9a26b"),
        path(RIVER, fill="none", stroke="#ecdcae", stroke_width=18),
        path(RIVER, fill="none", stroke="#4a98c2", stroke_width=13),
        *(group(nugget, transform=moved(x, y, scaled=scale)) for x, y, scale in NUGGETS),
        use("hx-hex", fill="none", stroke=SAND, stroke_width=4),
        id="hx-gold",
    )


def _fog() -> Markup:
    """A tile that lies face down, in clouds."""
    return group(
        path(
            HEXAGON,
            fill="#c6d2d8",
            stroke="#8ea4af",
            stroke_width=2.5,
            stroke_linejoin="round",
            transform="scale(.93)",
        ),
        group(
            *(path(CLOUD, transform=moved(x, y, scaled=scale)) for x, y, scale in CLOUDS),
            fill="#f4f8f9",
            stroke="#9db0b9",
            stroke_width=1.8,
        ),
        text(0, 12, "?", font_size=34, fill="#3f5360", **BOLD),
        id="hx-fog",
    )


def _pirate() -> Markup:
    """A black ship with a skull on its sail."""
    return group(
        path("M-23 7H23L16 19H-15Z"),
        path("M-15-22H15Q20-9 15 4H-15Q-10-9-15-22Z"),
        group(
            circle(1.5, -11.5, 6.2),
            rect(-1.6, -7.5, 6.2, 5.5),
            fill=WHITE,
        ),
        path("M-2.4-11.5h3M2.4-11.5h3", stroke=BLACK, stroke_width=3.2),
        id="hx-pirate",
        fill=BLACK,
        stroke=WHITE,
        stroke_width=2,
        stroke_linejoin="round",
    )


def _medal() -> Markup:
    """A special point, or several: the number is put on it."""
    return group(
        circle(0, 0, 13.5, fill=PAPER),
        circle(0, 0, 11.5, fill=GOLD, stroke=INK, stroke_width=1.6),
        id="hx-medal",
    )


def _gift_card() -> Markup:
    return group(
        _framed_rect(10, 13.5, "#5b4a8a"),
        text(0, 6.5, "?", font_size=19, fill=WHITE, **BOLD),
        id="hx-gift_card",
    )


def _hidden_harbour() -> Markup:
    return group(
        circle(0, 0, 18.5, fill=SAND, stroke=INK, stroke_width=1.6),
        text(0, 8, "?", font_size=23, fill=INK, **BOLD),
        id="hx-hidden_harbour",
    )


def _village() -> Markup:
    """A hut; its number and its cloth are put on it."""
    return group(outlined("M-23 1 0-22 23 1H17V18H-17V1Z"), id="hx-village", fill="#b98a55")


def _fortress() -> Markup:
    """A tower, on which the letter of its seat is put."""
    return group(outlined("M-17 17V-16h8v6h5v-6h8v6h5v-6h8V17Z"), id="hx-fortress", fill="#9a9ca4")


def _wasteland() -> Markup:
    return group(
        _framed_rect(10.5, 10.5, "#8a5a33"),
        path("M-6-9 1-3-4 2 5 9M1-3 8-5", fill="none", stroke=SAND, stroke_width=2),
        id="hx-wasteland",
    )


def _strait() -> Markup:
    return group(
        _framed_rect(10.5, 10.5, "#7b54b0"),
        path("M-8 6V0Q0-9 8 0V6M-8-1H8", fill="none", stroke=WHITE, stroke_width=2.4),
        id="hx-strait",
    )


def _warning() -> Markup:
    return group(
        group(outlined("M0-13 14 11H-14Z"), fill="#ffd23f"),
        text(0, 9, "!", font_size=18, fill=INK, **BOLD),
        id="hx-warning",
    )


def _framed_rect(half: float, height: float, fill: str) -> Markup:
    """So wide and so high to either side, with a dark outline in a light one."""
    return group(
        *(
            rect(-half, -height, 2 * half, 2 * height, rx=3, stroke=stroke, stroke_width=width)
            for stroke, width in ((PAPER, 4.4), (INK, 1.5))
        ),
        fill=fill,
    )


@lru_cache(maxsize=1)
def sea_shapes() -> Markup:
    """The symbols that every picture of a sea shares."""
    return joined((_gold(), _fog(), _pirate()))


SHAPES: Final = {
    "medal": _medal(),
    "gift_card": _gift_card(),
    "hidden_harbour": _hidden_harbour(),
    "village": _village(),
    "fortress": _fortress(),
    "wasteland": _wasteland(),
    "strait": _strait(),
    "warning": _warning(),
}
"""What only some scenarios need."""
MEDAL: Final = "gift_point"


def token_shapes(tokens: Iterable[TokenView]) -> Markup:
    """The symbols that these tokens need, each once."""
    names = {"medal" if token.kind == MEDAL else token.kind for token in tokens}
    return joined(shape for name, shape in SHAPES.items() if name in names)


def ships(seat: HasShips) -> Markup:
    """Ship and, if it has any, warship of a seat: its colour, and bars as on its roads."""
    number = seat.seat
    bars = [
        path(seat_bars(number, 7), stroke=seat_ink(seat), stroke_width=2.6, transform=moved(-1, 6))
        for _ in range(bool(number))
    ]
    shapes = {"ship": (outlined(SHIP), path("M-5 1H17", stroke=INK, stroke_width=1.8), *bars)}
    if warships_of(seat):
        shapes["warship"] = (
            outlined(WAR_SAIL),
            outlined(WARSHIP),
            path(WAR_SAIL, fill=INK),
            path("M-5-10 5-2M5-10-5-2", stroke=WHITE, stroke_width=2.4),
            *bars,
        )
    return joined(
        group(*parts, id=f"hx-{name}-{number}", fill=seat_fill(seat))
        for name, parts in shapes.items()
    )
