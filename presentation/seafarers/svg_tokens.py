"""The tokens of scenarios on a drawn sea: gifts, villages, fortresses, closed crossings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from domain.ruleset import View
from presentation.base.svg_island import Chart, Point, badge, harbour_name
from presentation.base.svg_symbols import RED_TOKEN
from presentation.base.text_island import RED_NUMBERS
from presentation.captions import Captions
from presentation.seafarers.svg_symbols import BOLD, WHITE
from presentation.svg.markup import Markup, circle, group, moved, rect, text, title, use
from presentation.svg.seat_marks import seat_fill, seat_ink
from presentation.svg.symbols import FAINT, GOLD, INK, PAPER

Seats: TypeAlias = Mapping[int, View]
Shape: TypeAlias = Callable[[View, View | None, Captions], list[Markup]]
"""What a token looks like: the token, the place it belongs to if any, captions."""

BENEATH: Final = ("crossing", "wasteland", "strait", "warning")
"""Marks of crossings, which buildings stand on."""
CLOTH: Final = "#7d3f8f"
GIFT_OFF_COAST: Final = 13


def draw_tokens(
    chart: Chart, tokens: Iterable[View], seats: Seats, captions: Captions, *, beneath: bool
) -> Iterator[Markup]:
    """The tokens that lie beneath buildings, or those above them."""
    for token in tokens:
        if (token["kind"] in BENEATH) == beneath:
            yield _token(chart, token, seats.get(token.get("seat", -1)), captions)


def token_place(chart: Chart, token: View) -> Point:
    """Where a token is drawn; a harbour lies off its coast."""
    if "edge" not in token:
        return chart.nodes[token["node"]] if "node" in token else chart.hexes[token["hex"]]
    if token["kind"] == "hidden_harbour":
        return chart.harbour(token["edge"])
    away = GIFT_OFF_COAST if token["kind"] == "gift_harbour" else 0
    return chart.harbour(token["edge"], away) if away else chart.middle(token["edge"])


def _token(chart: Chart, token: View, place: View | None, captions: Captions) -> Markup:
    shape = SHAPES.get(token["kind"], _unknown)
    return group(
        title(token_name(token, place, captions)),
        *shape(token, place, captions),
        transform=moved(*token_place(chart, token)),
        data_token=token["kind"],
        data_edge=token.get("edge"),
        data_node=token.get("node"),
        data_on=token.get("hex"),
        data_seat=token.get("seat"),
        data_number=token.get("number"),
        data_count=token.get("count"),
        data_kind=token.get("harbour"),
    )


def token_name(token: View, place: View | None, captions: Captions) -> str:
    """A token in words; one that has none is called by its kind."""
    kind = token["kind"]
    if f"token.{kind}" not in captions.texts:
        return captions.word(kind)
    seat = "" if place is None else captions.seat(place)
    harbour = harbour_name(token["harbour"], captions) if "harbour" in token else ""
    said = {"number": "", "count": 0} | token | {"seat": seat, "harbour": harbour}
    return captions.say(f"token.{kind}", **said)


def _medal(token: View, place: View | None, captions: Captions) -> list[Markup]:
    worth = text(0, 5.5, str(token.get("count", 1)), font_size=16, fill=INK, **BOLD)
    return [use("hx-medal"), worth]


def _marker(token: View, place: View | None, captions: Captions) -> list[Markup]:
    """At the foot of the settlement whose points they are."""
    return [group(*_medal(token, place, captions), transform=moved(19, 11, scaled=0.8))]


def _gift_harbour(token: View, place: View | None, captions: Captions) -> list[Markup]:
    """Without a jetty, as it serves nobody yet."""
    return [
        circle(0, 0, 19, fill=PAPER, stroke=INK, stroke_width=1.5, stroke_dasharray="3 2.5"),
        group(badge(token["harbour"]), transform="scale(.82)"),
    ]


def _village(token: View, place: View | None, captions: Captions) -> list[Markup]:
    """Its number as on a hex, and how much cloth is left."""
    number, count = token["number"], token["count"]
    red = number in RED_NUMBERS
    return [
        use("hx-village"),
        circle(0, 2, 12.5, fill=PAPER, stroke=RED_TOKEN if red else INK, stroke_width=1.8),
        text(0, 8, str(number), font_size=17, fill=RED_TOKEN if red else INK, **BOLD),
        rect(7, 10, 19, 15, rx=4, fill=CLOTH if count else FAINT, stroke=PAPER, stroke_width=1.6),
        text(16.5, 22, str(count), font_size=13.5, fill=WHITE, **BOLD),
    ]


def _fortress(token: View, place: View | None, captions: Captions) -> list[Markup]:
    """Its banner in the seat's colour, and a coin for every marker under it."""
    coins = [
        circle(11 * i - 5.5 * (token["count"] - 1), 19, 5, fill=GOLD, stroke=INK, stroke_width=1.4)
        for i in range(token["count"])
    ]
    return [use("hx-fortress"), *_banner(place, captions), *coins]


def _banner(place: View | None, captions: Captions) -> list[Markup]:
    if place is None:
        return []
    return [
        rect(-9, -6, 18, 17, fill=seat_fill(place), stroke=INK, stroke_width=1.4),
        text(0, 7.5, captions.initial(place), font_size=15, fill=seat_ink(place), **BOLD),
    ]


def _crossing(token: View, place: View | None, captions: Captions) -> list[Markup]:
    """A ring around the place where a seat may settle."""
    colour = FAINT if place is None else seat_fill(place)
    rings = [
        circle(0, 0, 15, fill=PAPER, stroke=PAPER, stroke_width=9),
        circle(0, 0, 15, fill="none", stroke=INK, stroke_width=6.5),
        circle(0, 0, 15, fill="none", stroke=colour, stroke_width=4),
    ]
    if place is not None:
        rings.append(text(0, 6, captions.initial(place), font_size=17, fill=INK, **BOLD))
    return rings


def _plain(token: View, place: View | None, captions: Captions) -> list[Markup]:
    return [use(f"hx-{token['kind']}")]


def _unknown(token: View, place: View | None, captions: Captions) -> list[Markup]:
    """A kind that has no picture: a disc with its first letter."""
    letter = captions.word(token["kind"])[:1].upper()
    return [
        circle(0, 0, 12, fill=PAPER, stroke=INK, stroke_width=1.5),
        text(0, 5.5, letter, font_size=15, fill=INK, **BOLD),
    ]


SHAPES: Final[Mapping[str, Shape]] = {
    "gift_point": _medal,
    "gift_card": _plain,
    "gift_harbour": _gift_harbour,
    "hidden_harbour": _plain,
    "village": _village,
    "fortress": _fortress,
    "crossing": _crossing,
    "wasteland": _plain,
    "strait": _plain,
    "warning": _plain,
    "marker": _marker,
}
