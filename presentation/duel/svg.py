"""The table of a game for two as an SVG picture: with neutral pieces, and a row of trade cards."""

from domain.base.view_types import HasPieces
from domain.duel.view import DuelPlayView, DuelSeatView, DuelView, NeutralView
from presentation.base.seat_counts import award_holders
from presentation.base.svg import draw_lobby, draw_table, seats_taken
from presentation.base.svg_panel import (
    AWARDS,
    NAME_AT,
    PANEL_WIDTH,
    ROW,
    award_at,
    count_at,
    panel_rows,
    swatch,
)
from presentation.captions import Captions
from presentation.duel.captions import captions_in
from presentation.svg.markup import Markup, group, moved, path, rect, text, title, use
from presentation.svg.symbols import FAINT, INK

FIRST_STACK, BETWEEN_STACKS, BETWEEN_CARDS = 218, 150, 12
"""Where the trade cards of the first seat begin, and how far apart stacks and cards are."""
CARD_FILL, SAIL = "#f0dcae", "M-4 4H4L2 7H-2ZM0 3V-6L4 2H0Z"
ROAD = "road_length"
NEUTRAL_AT = 216


def drawing(view: DuelView, language: str) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions = captions_in(language)
    if view.board is None:
        rows = panel_rows(view, captions)
        return draw_lobby(view, captions, rows, seats_taken(view, captions))
    more = [(_neutral(view, neutral, captions), ROW) for neutral in view.neutrals]
    more.append((_trade_cards(view, captions), ROW))
    rows = panel_rows(view, captions, *more)
    places: list[HasPieces] = [*view.seats, *view.neutrals]
    return draw_table(view, captions, places, rows, *_described(view, captions))


def _neutral(view: DuelPlayView, neutral: NeutralView, captions: Captions) -> Markup:
    """A neutral player has nothing to count but the length of its road; an award is worth 0."""
    parts = [
        swatch(neutral, captions),
        text(NEUTRAL_AT, 24, captions.say("neutral"), fill=FAINT, font_size=14),
    ]
    award = AWARDS[ROAD]
    if award_holders(view)[award] == neutral.seat:
        parts.append(award_at(ROAD, captions.say(award), 0))
    parts.append(count_at(ROAD, neutral.road_length))
    return group(*parts, data_row=neutral.seat, data_neutral=neutral.seat)


def _trade_cards(view: DuelPlayView, captions: Captions) -> Markup:
    """Every seat's trade cards side by side, and how many are left to take."""
    stacks = [
        _stack(seat, captions, FIRST_STACK + BETWEEN_STACKS * i)
        for i, seat in enumerate(view.seats)
    ]
    pool = captions.say("pool", count=view.pool)
    return group(
        text(NAME_AT, 24, captions.say("trade_cards"), fill=FAINT),
        *stacks,
        text(PANEL_WIDTH - 16, 24, pool, text_anchor="end", fill=FAINT),
        font_size=14,
        data_pool=view.pool,
    )


def _stack(seat: DuelSeatView, captions: Captions, x: float) -> Markup:
    count = seat.trade_cards
    cards = [_card(x + 22 + BETWEEN_CARDS * i) for i in range(count)]
    return group(
        title(captions.say("trade_cards.held", seat=captions.seat(seat), count=count)),
        use(f"hx-settlement-{seat.seat}", transform=moved(x, 19, scaled=0.8)),
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


def _described(view: DuelPlayView, captions: Captions) -> list[str]:
    """For those who do not see the picture."""
    sentences = []
    for neutral in view.neutrals:
        facts = [
            captions.say("neutral"),
            captions.say("settlements", count=len(neutral.settlements)),
            captions.say("roads", count=len(neutral.roads)),
        ]
        if view.longest_road == neutral.seat:
            facts.append(captions.say(AWARDS[ROAD]))
        sentences.append(f"{captions.seat(neutral)}: {', '.join(facts)}.")
    held = ", ".join(f"{captions.seat(seat)} {seat.trade_cards}" for seat in view.seats)
    pool = captions.say("pool", count=view.pool)
    return [*sentences, f"{captions.say('trade_cards')}: {held}, {pool}."]
