"""The table of a game for two as an SVG picture: with neutral pieces, and a row of trade cards."""

from domain.base.drawing import draw_table
from domain.base.drawing_panel import (
    AWARDS,
    NAME_AT,
    PANEL_WIDTH,
    PLAYER_AT,
    ROW,
    award_at,
    count_at,
    panel_rows,
    swatch,
)
from domain.ruleset import View
from domain.seatmarks import seat_name
from domain.svg import Markup, group, moved, path, rect, text, title, use
from domain.symbols import FAINT, INK

FIRST_STACK, BETWEEN_STACKS, BETWEEN_CARDS = 218, 150, 12
"""Where the trade cards of the first seat begin, and how far apart stacks and cards are."""
CARD_FILL, SAIL = "#f0dcae", "M-4 4H4L2 7H-2ZM0 3V-6L4 2H0Z"


def drawing(view: View) -> str:
    """Everything a view shows, in one self-contained picture."""
    neutrals = view["neutrals"]
    more = [(_neutral(view, neutral), ROW) for neutral in neutrals]
    if neutrals:
        more.append((_trade_cards(view), ROW))
    places = [*view["seats"], *neutrals]
    return draw_table(view, places, panel_rows(view, *more), *_described(view))


def _neutral(view: View, neutral: View) -> Markup:
    """A neutral player has nothing to count but the length of its road; an award is worth 0."""
    parts = [swatch(neutral), text(PLAYER_AT, 24, "neutral", fill=FAINT, font_size=14)]
    if _has_longest_road(view, neutral):
        parts.append(award_at("road_length", 0))
    parts.append(count_at("road_length", neutral["road_length"]))
    return group(*parts, data_row=neutral["seat"], data_neutral=neutral["seat"])


def _has_longest_road(view: View, neutral: View) -> bool:
    return bool(view[AWARDS["road_length"]] == neutral["seat"])


def _trade_cards(view: View) -> Markup:
    """Every seat's trade cards side by side, and how many are left to take."""
    stacks = [
        _stack(seat, FIRST_STACK + BETWEEN_STACKS * i) for i, seat in enumerate(view["seats"])
    ]
    return group(
        text(NAME_AT, 24, "Trade cards", font_size=14, fill=FAINT),
        *stacks,
        text(PANEL_WIDTH - 16, 24, f"{view['pool']} in the pool", text_anchor="end", fill=FAINT),
        font_size=14,
        data_pool=view["pool"],
    )


def _stack(seat: View, x: float) -> Markup:
    count = seat["trade_cards"]
    cards = [_card(x + 22 + BETWEEN_CARDS * i) for i in range(count)]
    return group(
        title(f"{seat_name(seat)}: {count} trade cards"),
        use(f"hx-settlement-{seat['seat']}", transform=moved(x, 19, scaled=0.8)),
        *cards,
        text(x + 22 + BETWEEN_CARDS * count, 24, str(count)),
        data_trade_cards=count,
    )


def _card(x: float) -> Markup:
    return group(
        rect(-7, -10, 14, 20, rx=2.5, fill=CARD_FILL, stroke=INK, stroke_width=1.2),
        path(SAIL, fill=INK),
        transform=moved(x, 18),
    )


def _described(view: View) -> list[str]:
    """For those who do not see the picture."""
    told = []
    for neutral in view["neutrals"]:
        built = f"{len(neutral['settlements'])} settlements, {len(neutral['roads'])} roads"
        award = ", longest road" if _has_longest_road(view, neutral) else ""
        told.append(f"{seat_name(neutral)} is neutral: {built}{award}.")
    if told:
        held = ", ".join(f"{seat_name(seat)} {seat['trade_cards']}" for seat in view["seats"])
        told.append(f"Trade cards: {held}, {view['pool']} in the pool.")
    return told
