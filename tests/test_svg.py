"""SVG as text: nothing that comes from outside becomes markup."""

from xml.etree import ElementTree

import pytest

from presentation.svg.markup import (
    document,
    element,
    group,
    moved,
    number,
    text,
    title,
    use,
    window,
    words,
)

HOSTILE = [
    "<script>alert(1)</script>",
    '"\' onload="alert(1)',
    "]]><!--&amp;&lt;",
    "</text></svg><svg>",
    "zero\x00 bell\x07 half \ud800 none \uffff",
    "שלום \u202e evil",
]


@pytest.mark.parametrize("outside", HOSTILE)
def test_words_and_values_come_out_as_they_went_in(outside: str) -> None:
    drawn = document(
        (0, 0, 10, 10), text(1, 2, outside, data_name=outside), name=outside, description=outside
    )
    root = ElementTree.fromstring(drawn.encode())
    readable = "".join("\ufffd" if mark in "\x00\x07\ud800\uffff" else mark for mark in outside)
    assert [part.text for part in root] == [readable] * 3
    assert root[2].get("data-name") == readable
    assert len(list(root.iter())) == 4


def test_attributes_are_spelled_as_in_svg_and_none_is_left_out() -> None:
    assert element("rect", stroke_width=1.5, fill=None, viewBox="0 0 1 1") == (
        '<rect stroke-width="1.5" viewBox="0 0 1 1"/>'
    )
    assert group(title("a & b"), data_hex=0) == '<g data-hex="0"><title>a &amp; b</title></g>'
    assert use("sheep", x=1) == '<use href="#sheep" x="1"/>'
    assert words("1 < 2") == "1 &lt; 2"


def test_numbers_are_short_and_never_a_negative_zero() -> None:
    assert [number(value) for value in (51.9615, -0.01, 30.0, -2, 4301.5)] == [
        "52",
        "0",
        "30",
        "-2",
        "4301.5",
    ]
    assert moved(1, 2) == "translate(1 2)"
    assert moved(1.26, 0, turned=-30, scaled=0.5) == "translate(1.3 0) rotate(-30) scale(0.5)"


def test_a_window_shows_things_where_they_are() -> None:
    root = ElementTree.fromstring(window((-5, 2, 10, 4), text(0, 3, "here")))
    assert root.get("viewBox") == "-5 2 10 4"
    assert [root.get(side) for side in ("x", "y", "width", "height")] == ["-5", "2", "10", "4"]
    assert root.get("overflow") == "hidden"


def test_a_picture_has_a_name_and_a_description_for_those_who_do_not_see_it() -> None:
    root = ElementTree.fromstring(document((0, 0, 1, 1), name="A table", description="Empty."))
    assert root.get("role") == "img"
    named = {part.get("id"): part.text for part in root}
    assert named[root.get("aria-labelledby")] == "A table"
    assert named[root.get("aria-describedby")] == "Empty."
