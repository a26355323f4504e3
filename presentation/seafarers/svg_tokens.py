"""The tokens of scenarios on a drawn sea: gifts, villages, fortresses, closed crossings."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from msgspec.structs import asdict

from domain.base.events import HarbourKind
from domain.ids import Seat
from domain.seafarers.scenarios.cloth.view import VillageView
from domain.seafarers.scenarios.forgotten_tribe.view import (
    GiftCardView,
    GiftHarbourView,
    GiftPointView,
)
from domain.seafarers.scenarios.new_world.view import HiddenHarbourView
from domain.seafarers.scenarios.pirate_islands.view import CrossingView, FortressView
from domain.seafarers.scenarios.wonders.view import StraitView, WarningView, WastelandView
from domain.seafarers.view_types import EdgeTokenView, NodeTokenView, TokenView
from domain.table.view import Coloured
from presentation.base.svg_island import Chart, Point, badge, harbour_name
from presentation.base.svg_symbols import RED_TOKEN
from presentation.base.text_island import RED_NUMBERS
from presentation.captions import Captions
from presentation.seafarers.svg_symbols import BOLD, WHITE
from presentation.svg.markup import Markup, circle, group, moved, rect, text, title, use
from presentation.svg.seat_marks import seat_fill, seat_ink
from presentation.svg.symbols import FAINT, GOLD, INK, PAPER

Places: TypeAlias = Mapping[Seat, Coloured]

BENEATH: Final = (CrossingView, WastelandView, StraitView, WarningView)
"""Marks of crossings, which buildings stand on."""
CLOTH: Final = "#7d3f8f"
GIFT_OFF_COAST: Final = 13


def draw_tokens(
    chart: Chart, tokens: Iterable[TokenView], seats: Places, captions: Captions, *, beneath: bool
) -> Iterator[Markup]:
    """The tokens that lie beneath buildings, or those above them."""
    for token in tokens:
        if isinstance(token, BENEATH) == beneath:
            yield _token(chart, token, place_of(token, seats), captions)


def place_of(token: TokenView, seats: Places) -> Coloured | None:
    """The place that a token belongs to, if it belongs to any."""
    return seats.get(token.seat) if isinstance(token, FortressView | CrossingView) else None


def token_place(chart: Chart, token: TokenView) -> Point:
    """Where a token is drawn; a harbour lies off its coast."""
    match token:
        case HiddenHarbourView():
            return chart.harbour(token.edge)
        case GiftHarbourView():
            return chart.harbour(token.edge, GIFT_OFF_COAST)
        case EdgeTokenView():
            return chart.middle(token.edge)
        case NodeTokenView():
            return chart.nodes[token.node]
    raise TypeError(f"a token lies on an edge or on a crossing: {token}")


def _token(chart: Chart, token: TokenView, place: Coloured | None, captions: Captions) -> Markup:
    fields = asdict(token)
    return group(
        title(token_name(token, place, captions)),
        *_shape(token, place, captions),
        transform=moved(*token_place(chart, token)),
        data_token=token.kind,
        data_edge=fields.get("edge"),
        data_node=fields.get("node"),
        data_seat=fields.get("seat"),
        data_number=fields.get("number"),
        data_count=fields.get("count"),
        data_kind=fields.get("harbour"),
    )


def token_name(token: TokenView, place: Coloured | None, captions: Captions) -> str:
    """A token in words; one that has none is called by its kind."""
    key = f"token.{token.kind}"
    if key not in captions.texts:
        return captions.word(token.kind)
    seat = "" if place is None else captions.seat(place)
    harbour = harbour_name(token.harbour, captions) if isinstance(token, GiftHarbourView) else ""
    return captions.say(key, **{**asdict(token), "seat": seat, "harbour": harbour})


def _shape(token: TokenView, place: Coloured | None, captions: Captions) -> list[Markup]:
    """What a token looks like; it may belong to a place."""
    match token:
        case GiftPointView():
            return [use("hx-medal"), text(0, 5.5, "1", font_size=16, fill=INK, **BOLD)]
        case GiftHarbourView():
            return _gift_harbour(token.harbour)
        case VillageView():
            return _village(token)
        case FortressView():
            return _fortress(token, place, captions)
        case CrossingView():
            return _crossing(place, captions)
        case GiftCardView() | HiddenHarbourView() | WastelandView() | StraitView() | WarningView():
            return [use(f"hx-{token.kind}")]
    return _unknown(token, captions)


def _gift_harbour(harbour: HarbourKind) -> list[Markup]:
    """Without a jetty, as it serves nobody yet."""
    return [
        circle(0, 0, 19, fill=PAPER, stroke=INK, stroke_width=1.5, stroke_dasharray="3 2.5"),
        group(badge(harbour), transform="scale(.82)"),
    ]


def _village(village: VillageView) -> list[Markup]:
    """Its number as on a hex, and how much cloth is left."""
    number, count = village.number, village.count
    red = number in RED_NUMBERS
    return [
        use("hx-village"),
        circle(0, 2, 12.5, fill=PAPER, stroke=RED_TOKEN if red else INK, stroke_width=1.8),
        text(0, 8, str(number), font_size=17, fill=RED_TOKEN if red else INK, **BOLD),
        rect(7, 10, 19, 15, rx=4, fill=CLOTH if count else FAINT, stroke=PAPER, stroke_width=1.6),
        text(16.5, 22, str(count), font_size=13.5, fill=WHITE, **BOLD),
    ]


def _fortress(fortress: FortressView, place: Coloured | None, captions: Captions) -> list[Markup]:
    """Its banner in the seat's colour, and a coin for every marker under it."""
    count = fortress.count
    coins = [
        circle(11 * i - 5.5 * (count - 1), 19, 5, fill=GOLD, stroke=INK, stroke_width=1.4)
        for i in range(count)
    ]
    return [use("hx-fortress"), *_banner(place, captions), *coins]


def _banner(place: Coloured | None, captions: Captions) -> list[Markup]:
    if place is None:
        return []
    return [
        rect(-9, -6, 18, 17, fill=seat_fill(place), stroke=INK, stroke_width=1.4),
        text(0, 7.5, captions.initial(place), font_size=15, fill=seat_ink(place), **BOLD),
    ]


def _crossing(place: Coloured | None, captions: Captions) -> list[Markup]:
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


def _unknown(token: TokenView, captions: Captions) -> list[Markup]:
    """A kind that has no picture: a disc with its first letter."""
    letter = captions.word(token.kind)[:1].upper()
    return [
        circle(0, 0, 12, fill=PAPER, stroke=INK, stroke_width=1.5),
        text(0, 5.5, letter, font_size=15, fill=INK, **BOLD),
    ]
