"""What the drawn island is made of: a small picture for each terrain, resource and token.

Every symbol is drawn around the origin in the units of the board, where the side of a hex is
`SIDE`, and told apart by its shape, not by its colour alone.
"""

from functools import lru_cache
from typing import Final

from presentation.base.text_island import RED_NUMBERS
from presentation.svg.markup import Markup, circle, group, joined, moved, path, text, use
from presentation.svg.symbols import DEEP, GROUNDS, INK, PAPER, RESOURCE_SHAPES, SAND, SEA, SHALLOW

SIDE: Final = 60
"""Where the view says x, the picture draws at SIDE times x."""
HALF: Final = 51.96
"""From the middle of a hex to its upright sides."""
HEXAGON: Final = "M0-60 51.96-30V30L0 60-51.96 30V-30Z"

RED_TOKEN: Final = "#b30b12"
MOTIFS: Final[dict[str, tuple[str, tuple[tuple[float, float, float], ...]]]] = {
    "hills": ("brick", ((-20, -23, 1.1), (20, -23, 1.1), (-34, 9, 0.68), (34, 9, 0.68))),
    "forest": (
        "lumber",
        ((0, -32, 1), (-21, -23, 1.15), (21, -23, 1.15), (-34, 6, 0.8), (34, 6, 0.8)),
    ),
    "pasture": ("wool", ((-21, -22, 1.05), (19, -26, 1.05), (-34, 10, 0.66), (33, 8, 0.66))),
    "fields": (
        "grain",
        ((-29, -20, 1), (-10, -26, 1.1), (10, -26, 1.1), (29, -20, 1), (-34, 9, 0.7), (34, 9, 0.7)),
    ),
    "mountains": ("ore", ((-19, -21, 1.3), (19, -24, 1.4), (-34, 10, 0.65), (34, 10, 0.65))),
}
"""What stands where on a hex and how large: around its token, a little below the middle."""


def _desert() -> Markup:
    """Dunes and two cactuses, with room for the robber between them."""
    cactus = path("M0 12V-11M0 3H-7V-4M0 6H7V-2", stroke="#5c8650", stroke_width=4.4)
    return group(
        path(
            "M-40 32q16-12 32 0 16-12 32 0M-20 44q14-10 28 0M-14-38q14-10 28 0",
            stroke="#cbae6c",
            stroke_width=2.4,
        ),
        group(cactus, transform=moved(-30, 2, scaled=1.1)),
        group(cactus, transform=moved(31, -10, scaled=0.9)),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _sea() -> Markup:
    return joined(
        (
            path(HEXAGON, fill=SEA, stroke=DEEP, stroke_width=1.5),
            path(
                "M-30-8q7-7 14 0t14 0M2 14q7-7 14 0t14 0",
                fill="none",
                stroke=SHALLOW,
                stroke_width=2.2,
                stroke_linecap="round",
            ),
        )
    )


def _ground(terrain: str) -> Markup:
    return use("hx-hex", fill=GROUNDS[terrain], stroke=SAND, stroke_width=4)


def _motif(resource: str, places: tuple[tuple[float, float, float], ...]) -> list[Markup]:
    return [use(f"hx-{resource}", transform=moved(x, y, scaled=scale)) for x, y, scale in places]


@lru_cache(maxsize=1)
def small_shapes() -> Markup:
    """The symbols that boards and panels share."""
    return joined(
        (
            path(HEXAGON, id="hx-hex"),
            *(group(shape, id=f"hx-{kind}") for kind, shape in RESOURCE_SHAPES.items()),
        )
    )


@lru_cache(maxsize=1)
def ground_shapes() -> Markup:
    """The symbols of all terrains, which are made of the small ones."""
    return joined(
        (
            *(
                group(_ground(terrain), *_motif(*motif), id=f"hx-{terrain}")
                for terrain, motif in MOTIFS.items()
            ),
            group(_ground("desert"), _desert(), id="hx-desert"),
            group(_sea(), id="hx-sea"),
        )
    )


def unknown_token() -> Markup:
    """A disc for land that nobody has seen yet."""
    return group(
        circle(0, 0, 21, fill=PAPER),
        text(0, 9, "?", font_size=26, font_weight="bold", text_anchor="middle"),
        id="hx-token",
        fill=DEEP,
    )


def token(number: int) -> Markup:
    """A number on a disc, with as many pips as two dice have ways to bring it."""
    red = number in RED_NUMBERS
    ink, chances = RED_TOKEN if red else INK, 6 - abs(7 - number)
    return group(
        circle(0, 0, 24.5, fill=PAPER, stroke=ink, stroke_width=3 if red else 1.2),
        text(
            0,
            6,
            str(number),
            font_size=29 if red else 27,
            font_weight="bold" if red else 600,
            text_anchor="middle",
        ),
        *(circle(6.6 * i - 3.3 * (chances - 1), 13.5, 2.7) for i in range(chances)),
        id=f"hx-token-{number}",
        fill=ink,
    )
