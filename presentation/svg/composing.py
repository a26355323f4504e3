"""A picture put together: the board, the panel below it, and above both what can be touched."""

from collections.abc import Callable
from typing import NamedTuple

from presentation.svg.look import Look
from presentation.svg.markup import Box, Markup, document, element, group, moved, rect
from presentation.svg.symbols import FONTS, PAPER
from presentation.svg.touch import Fields, touch_group


class Region(NamedTuple):
    """Something drawn in a box, and what in it can be touched."""

    drawn: Markup
    box: Box
    areas: tuple[Markup, ...] = ()
    symbols: tuple[Markup, ...] = ()
    """What it draws again and again; all ids in it are defined here."""


def compose(
    board: Callable[[], Region],
    panel: Region | None,
    language: str,
    look: Look,
    fields: Fields,
    *,
    name: str,
    description: str,
) -> str:
    """The parts that are asked for, on paper; a board that is not is never drawn."""
    shown = _chosen(board, panel, look)
    areas = [touch_group(shown.areas, fields)] if look.touch else []
    return document(
        shown.box,
        element("defs", *shown.symbols),
        rect(*shown.box, fill=PAPER),
        shown.drawn,
        *areas,
        name=name,
        description=description,
        prefix=look.prefix,
        # A picture that is touched holds more than one thing for those who have it read to them.
        role="group" if look.touch else "img",
        font_family=FONTS,
        lang=language,
    )


def _chosen(board: Callable[[], Region], panel: Region | None, look: Look) -> Region:
    if panel is None or look.part == "board":
        return board()
    return panel if look.part == "panel" else _below(board(), panel)


def _below(board: Region, panel: Region) -> Region:
    """A board, and a panel as wide as that below it."""
    (left, top, width, height), (_, _, panel_width, panel_height) = board.box, panel.box
    scale = width / panel_width
    place = moved(left, top + height, scaled=scale)
    return Region(
        group(board.drawn, group(panel.drawn, transform=place)),
        (left, top, width, height + scale * panel_height),
        (*board.areas, group(*panel.areas, transform=place)) if panel.areas else board.areas,
        tuple(dict.fromkeys((*board.symbols, *panel.symbols))),
    )
