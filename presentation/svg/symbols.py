"""Colours and small pictures that the drawings of all games share, each around the origin.

What is drawn is told apart by its shape, not by its colour alone.
"""

from typing import Final

from presentation.svg.markup import Markup, element, joined, path, rect

FONTS: Final = "Helvetica, Arial, sans-serif"
INK, PAPER, FAINT, GOLD = "#22303a", "#fbf5e4", "#46525a", "#f3c63f"
SEA, DEEP, SHALLOW, SAND = "#3f87ad", "#2f7199", "#7dbbd0", "#f3e3b5"
GROUNDS: Final = {
    "hills": "#d98e5f",
    "forest": "#5b9f66",
    "pasture": "#b5d978",
    "fields": "#f4d463",
    "mountains": "#a9b4c0",
    "desert": "#ead9a8",
}
RESOURCE_GROUNDS: Final = {
    "brick": "#f0b48e",
    "lumber": "#a8d5ab",
    "wool": "#d8efaf",
    "grain": "#fbe79b",
    "ore": "#d6dde4",
}


def _brick() -> Markup:
    courses = "M-11 2h10v7h-10zM1 2h10v7H1zM-5-6H5v7H-5z"
    return path(
        courses, fill="#b14a2a", stroke="#64240f", stroke_width=1.2, stroke_linejoin="round"
    )


def _lumber() -> Markup:
    return joined(
        (
            rect(-2, 6, 4, 6, fill="#6d4827"),
            path(
                "M0-13 7-3H4L10 7H-10L-4-3H-7Z",
                fill="#1f6238",
                stroke="#10391f",
                stroke_width=1,
                stroke_linejoin="round",
            ),
        )
    )


def _wool() -> Markup:
    return joined(
        (
            path("M-5 5v6M4 5v6", stroke=INK, stroke_width=2.2),
            path(
                "M-8 5a4.4 4.4 0 0 1-2-8 4.4 4.4 0 0 1 6-5 4.4 4.4 0 0 1 7 0"
                " 4.4 4.4 0 0 1 5 6 4.4 4.4 0 0 1-2 7Z",
                fill="#fffdf6",
                stroke=INK,
                stroke_width=1.2,
            ),
            element("ellipse", cx=9.5, cy=-3, rx=3.4, ry=4.3, fill=INK),
        )
    )


def _grain() -> Markup:
    kernels = "".join(f"M0 {y}q-6-1-6-7 6 1 6 7M0 {y}q6-1 6-7-6 1-6 7" for y in (-2, 3, 8))
    return joined(
        (
            path("M0 13V-4", stroke="#7d5610", stroke_width=1.6),
            path(
                f"M0-14q4 4 0 8-4-4 0-8{kernels}",
                fill="#c98a12",
                stroke="#7d5610",
                stroke_width=0.9,
                stroke_linejoin="round",
            ),
        )
    )


def _ore() -> Markup:
    return joined(
        (
            path(
                "M-12 10-3-11 2-1 5-6 12 10Z",
                fill="#667180",
                stroke="#39424e",
                stroke_width=1.2,
                stroke_linejoin="round",
            ),
            path("M-3-11-6.5-3-4-4.5-2-2 .5-4ZM5-6 3-1.5 5-2.5 7-1.5Z", fill="#fff"),
        )
    )


RESOURCE_SHAPES: Final = {
    "brick": _brick(),
    "lumber": _lumber(),
    "wool": _wool(),
    "grain": _grain(),
    "ore": _ore(),
}
