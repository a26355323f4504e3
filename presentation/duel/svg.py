"""The table of a game for two as an SVG picture: with neutral pieces, and a row of trade cards."""

from domain.base.view_types import HasPieces
from domain.duel.view import DuelPlayView, DuelSeatView, DuelView, NeutralView
from presentation.base.seat_counts import award_holders
from presentation.base.svg import draw_lobby, draw_table, panel_symbols, seats_taken
from presentation.base.svg_narrow import counted
from presentation.base.svg_panel import award_at, count_at, panel_rows
from presentation.base.svg_rows import (
    AWARDS,
    ROW,
    SMALL,
    Row,
    Sheet,
    draw_panel,
    flowing,
    mark,
    seat_area,
    sheet_for,
    swatch,
)
from presentation.base.svg_touch import BASE_FIELDS
from presentation.captions import Captions
from presentation.duel.captions import captions_in
from presentation.player_names import NO_NAMES, Names
from presentation.svg.flow import Thing, label
from presentation.svg.look import PLAIN, Look
from presentation.svg.markup import Markup, group, moved, path, rect, text, title
from presentation.svg.symbols import FAINT, INK

BETWEEN_CARDS = 12
"""How far apart trade cards are."""
CARD_FILL, SAIL = "#f0dcae", "M-4 4H4L2 7H-2ZM0 3V-6L4 2H0Z"
ROAD = "road_length"
NEUTRAL_AT = 216
DUEL_FIELDS = {**BASE_FIELDS, "seat": f"{BASE_FIELDS['seat']} neutral"}


def drawing(view: DuelView, language: str, names: Names = NO_NAMES, look: Look = PLAIN) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions, sheet = captions_in(language, names), sheet_for(narrow=look.narrow)
    if view.board is None:
        symbols = panel_symbols(view.seats, captions)
        panel = draw_panel(panel_rows(view, captions, sheet=sheet), sheet, symbols)
        return draw_lobby(view, captions, panel, seats_taken(view, captions), look)
    more = [_neutral(view, neutral, captions, sheet) for neutral in view.neutrals]
    more.append(_trade_cards(view, captions, sheet))
    places: list[HasPieces] = [*view.seats, *view.neutrals]
    symbols = panel_symbols(places, captions)
    panel = draw_panel(panel_rows(view, captions, *more, sheet=sheet), sheet, symbols)
    told = _described(view, captions)
    return draw_table(view, captions, places, panel, look, *told, fields=DUEL_FIELDS)


def _neutral(view: DuelPlayView, neutral: NeutralView, captions: Captions, sheet: Sheet) -> Row:
    """A neutral player has nothing to count but the length of its road; an award is worth 0."""
    parts = [
        swatch(neutral, captions),
        text(NEUTRAL_AT, 24, captions.say("neutral"), fill=FAINT, font_size=14),
    ]
    award, length = AWARDS[ROAD], neutral.road_length
    won = award_holders(view)[award] == neutral.seat
    if sheet.narrow:
        thing = counted(sheet.columns[ROAD][0], length, captions, award if won else None)
        parts.append(group(thing.drawn, transform=moved(sheet.width - thing.width - 8, 18)))
    else:
        parts += [award_at(ROAD, captions.say(award), 0)] if won else []
        parts.append(count_at(ROAD, length))
    drawn = group(*parts, data_row=neutral.seat, data_neutral=neutral.seat)
    return Row(drawn, ROW, (seat_area(neutral, captions, sheet.width),))


def _trade_cards(view: DuelPlayView, captions: Captions, sheet: Sheet) -> Row:
    """Every seat's trade cards side by side, and how many are left to take."""
    things = [label(captions.say("trade_cards"), SMALL, fill=FAINT)]
    things += [_stack(seat, captions) for seat in view.seats]
    things.append(label(captions.say("pool", count=view.pool), SMALL, fill=FAINT))
    return flowing(things, sheet, ROW, data_pool=view.pool)


def _stack(seat: DuelSeatView, captions: Captions) -> Thing:
    count = seat.trade_cards
    cards = [_card(30 + BETWEEN_CARDS * i) for i in range(count)]
    drawn = group(
        title(captions.say("trade_cards.held", seat=captions.named(seat), count=count)),
        mark(seat).drawn,
        *cards,
        text(30 + BETWEEN_CARDS * count, 5, str(count), font_size=SMALL),
        data_trade_cards=count,
    )
    return Thing(60 + BETWEEN_CARDS * count, drawn)


def _card(x: float) -> Markup:
    return group(
        rect(-7, -10, 14, 20, rx=2.5, fill=CARD_FILL, stroke=INK, stroke_width=1.2),
        path(SAIL, fill=INK),
        transform=moved(x, 0),
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
    held = ", ".join(f"{captions.named(seat)} {seat.trade_cards}" for seat in view.seats)
    pool = captions.say("pool", count=view.pool)
    return [*sentences, f"{captions.say('trade_cards')}: {held}, {pool}."]
