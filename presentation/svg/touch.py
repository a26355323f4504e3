"""What can be touched in a picture: an invisible area, with a name, for every place.

A client that knows no rules finds the place that a command names by `data-place` and `data-id`.
Which fields of commands name which kind of place is written on the group of all areas.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from presentation.svg.markup import Box, Markup, Value, element, group, title, use

Fields: TypeAlias = Mapping[str, str]
"""By kind of place: the fields of commands that name one, with the command where it matters."""

TOUCH_CLASS: Final = "hx-touch"
TABLE_FIELDS: Final[Fields] = {"seat": "seat"}
"""What commands of any game name."""
SMALLEST, NARROWEST_SCREEN = 24, 360
"""An area should be this wide on a screen of that width; both in pixels."""


def smallest(width: float) -> float:
    """How wide an area should be in a picture that is so many units wide."""
    return SMALLEST * width / NARROWEST_SCREEN


def touch_box(box: Box, place: str, which: str | int, name: str, **more: Value) -> Markup:
    x, y, width, height = box
    size = {"x": x, "y": y, "width": width, "height": height}
    return element("rect", title(name), **size, data_place=place, data_id=which, **more)


def touch_disc(x: float, y: float, r: float, place: str, which: str | int, name: str) -> Markup:
    return element("circle", title(name), cx=x, cy=y, r=r, data_place=place, data_id=which)


def touch_shape(symbol: str, place: str, which: str | int, name: str, **where: Value) -> Markup:
    """An area with the outline of something drawn before."""
    return use(symbol, title(name), **where, data_place=place, data_id=which)


def touch_group(areas: Iterable[Markup], fields: Fields) -> Markup:
    """All areas, to lie above the picture; those that come later lie above the others."""
    named = {f"data_{place}_fields": value for place, value in fields.items()}
    return group(
        *areas, class_=TOUCH_CLASS, fill="transparent", stroke="none", pointer_events="all", **named
    )
