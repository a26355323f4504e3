"""SVG as text: whatever comes in as words or values stays words and values, never markup.

Looks are presentation attributes only, so a picture needs no style sheet and passes a strict
content security policy.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import NewType, TypeAlias

Markup = NewType("Markup", str)
"""Well-formed SVG. Outside text becomes markup through `words` and `element` alone."""
Value: TypeAlias = str | int | float | None
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

XMLNS = "http://www.w3.org/2000/svg"
PREFIX = "hx"
"""What all ids begin with, unless a picture is to stand beside another one in a page."""
_IDS = re.compile(f'( (?:id|href|aria-labelledby|aria-describedby)="#?){PREFIX}-')
"""Ids, and what refers to them. No text from outside looks like it: its quotes are escaped."""
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even escaped."""


def words(text: str) -> Markup:
    """Text to be read as it stands."""
    return Markup(escape(NOT_XML.sub("\ufffd", text)))


def element(name: str, *children: Markup, **attributes: Value) -> Markup:
    """An element; `stroke_width` is written `stroke-width`, and what is None is left out.

    A name that Python keeps to itself has `_` behind it: `class_`.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{''.join(children)}</{name}>")


def group(*children: Markup, **attributes: Value) -> Markup:
    return element("g", *children, **attributes)


def joined(parts: Iterable[Markup]) -> Markup:
    return Markup("".join(parts))


def path(d: str, **attributes: Value) -> Markup:
    return element("path", d=d, **attributes)


def circle(cx: float, cy: float, r: float, **attributes: Value) -> Markup:
    return element("circle", cx=cx, cy=cy, r=r, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(x: float, y: float, content: str, **attributes: Value) -> Markup:
    """A line of text whose base line starts at, or is anchored to, this point."""
    return element("text", words(content), x=x, y=y, **attributes)


def title(content: str) -> Markup:
    """The name of the element around it, which browsers show on hovering."""
    return element("title", words(content))


def use(symbol: str, *children: Markup, **attributes: Value) -> Markup:
    """Something drawn before under this id, once more."""
    return element("use", *children, href=f"#{symbol}", **attributes)


def window(box: Box, *children: Markup, **attributes: Value) -> Markup:
    """What can be seen of something through a box, at the place where it is."""
    x, y, width, height = box
    return element(
        "svg",
        *children,
        x=x,
        y=y,
        width=width,
        height=height,
        viewBox=_view_box(box),
        overflow="hidden",
        **attributes,
    )


def moved(x: float, y: float, *, turned: float = 0, scaled: float = 1) -> str:
    """A transform: scaled and turned (in degrees) around the origin, then moved."""
    steps = [f"translate({number(x)} {number(y)})"]
    if turned:
        steps.append(f"rotate({number(turned)})")
    if scaled != 1:
        steps.append(f"scale({number(scaled, 3)})")
    return " ".join(steps)


def number(value: float, digits: int = 1) -> str:
    """A coordinate in few characters; a tenth of a unit is finer than anybody sees."""
    # Adding nothing makes an ordinary zero of a negative one.
    return f"{round(value, digits) + 0:g}"


def document(
    box: Box,
    *children: Markup,
    name: str,
    description: str,
    prefix: str = PREFIX,
    **attributes: Value,
) -> str:
    """A whole picture, with words for those who do not see it; its ids begin with the prefix."""
    drawn = element(
        "svg",
        element("title", words(name), id="hx-title"),
        element("desc", words(description), id="hx-desc"),
        *children,
        **{
            "xmlns": XMLNS,
            "viewBox": _view_box(box),
            "role": "img",
            "aria_labelledby": "hx-title",
            "aria_describedby": "hx-desc",
            **attributes,
        },
    )
    return drawn if prefix == PREFIX else _IDS.sub(rf"\g<1>{prefix}-", drawn)


def _value(value: str | int | float) -> str:
    return words(value) if isinstance(value, str) else number(value, 2)


def _view_box(box: Box) -> str:
    return " ".join(number(side, 2) for side in box)
