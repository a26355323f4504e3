"""Things in lines from left to right, going on in the next line where there is no more room."""

from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import east_asian_width

from presentation.svg.markup import Box, Markup, Value, group, moved, text
from presentation.svg.touch import touch_box

LETTER = 0.51
"""How wide a letter is, on average, for its size."""


class Area(NamedTuple):
    """What is touched where a thing is drawn."""

    place: str
    which: str | int
    name: str
    data: tuple[tuple[str, Value], ...] = ()


class Thing(NamedTuple):
    """Something to be put into a line: its width, and its looks from the middle of its left on."""

    width: float
    drawn: Markup
    area: Area | None = None


class Lines(NamedTuple):
    """Things that have found their places, how high they are together, and what can be touched."""

    drawn: Markup
    height: float
    areas: tuple[Markup, ...]


def text_width(content: str, size: float) -> float:
    """How much room a text takes, about; wide letters take the room of two."""
    letters = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in content)
    return LETTER * size * letters


def label(content: str, size: float, *, gap: float = 12, **look: Value) -> Thing:
    """A few words, and a gap behind them."""
    drawn = text(0, size * 0.36, content, font_size=size, **look)
    return Thing(text_width(content, size) + gap, drawn)


def flow(things: Iterable[Thing], left: float, right: float, line: float) -> Lines:
    """All things between left and right, in lines of this height."""
    parts: list[Markup] = []
    areas: list[Markup] = []
    x, top = left, 0.0
    for thing in things:
        if x > left and x + thing.width > right:
            x, top = left, top + line
        parts.append(group(thing.drawn, transform=moved(x, top + line / 2)))
        if thing.area is not None:
            box: Box = (x - 4, top, thing.width - 2, line)
            place, which, name, data = thing.area
            areas.append(touch_box(box, place, which, name, **dict(data)))
        x += thing.width
    return Lines(group(*parts), top + line, tuple(areas))


def wrapped(content: str, size: float, width: float) -> list[str]:
    """A text in lines that are no wider than this, as far as its words allow."""
    lines = [""]
    for word in content.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
