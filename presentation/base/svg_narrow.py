"""The rows of a narrow panel: a seat has its name in one line and its counts in the next."""

from collections.abc import Mapping

from domain.base.view_types import BasePlayView, BaseSeatView, BaseView
from presentation.base.captions import table_status
from presentation.base.seat_counts import award_holders
from presentation.base.svg_rows import (
    AWARDS,
    ROW,
    SMALL,
    Row,
    Sheet,
    draw_dice,
    named,
    seat_area,
)
from presentation.captions import Captions
from presentation.svg.flow import Thing, flow, text_width, wrapped
from presentation.svg.markup import element, group, joined, moved, rect, text, title, words
from presentation.svg.symbols import FAINT, GOLD, INK

STATUS, LINE, COUNTS = 16, 20, 24
"""The size of the letters of the status, and how high lines of it and of counts are."""
COUNTS_AT = 20


def narrow_head(view: BaseView, captions: Captions, sheet: Sheet) -> Row:
    """The turn and the dice, and below them what the game has come to."""
    parts, top = [], 14.0
    if view.turn:
        turn = captions.say("turn", turn=view.turn)
        parts.append(text(16, 32, turn, font_weight="bold"))
        top = 40
    if view.rolled is not None:
        parts.append(draw_dice(view.rolled, captions, sheet))
        top = 46
    lines = wrapped(table_status(view, captions), STATUS, sheet.width - 32)
    parts += [text(16, top + 16 + LINE * i, line, font_size=STATUS) for i, line in enumerate(lines)]
    return Row(joined(parts), top + LINE * len(lines) + 10)


def narrow_notes(sheet: Sheet) -> Row:
    """What a wide panel says between its columns."""
    said = [line for line in (sheet.heading, sheet.note) if line]
    lines = [part for line in said for part in wrapped(line, SMALL, sheet.width - 32)]
    drawn = [text(16, 14 + LINE * i, line) for i, line in enumerate(lines)]
    return Row(group(*drawn, fill=FAINT, font_size=SMALL), LINE * len(lines))


def narrow_seat(
    view: BasePlayView,
    seat: BaseSeatView,
    counts: Mapping[str, int],
    captions: Captions,
    sheet: Sheet,
) -> Row:
    """What everybody may count of a seat; an award is gold around what won it."""
    number = seat.seat
    score, holders = view.score[number], award_holders(view)
    things = []
    for field, (name, _) in sheet.columns.items():
        if field != "points":
            award = AWARDS.get(field)
            won = award if award is not None and holders[award] == number else None
            worth = 0 if won is None else score.sources[won]
            things.append(counted(name, counts.get(field, 0), captions, won, worth))
    lines = flow(things, COUNTS_AT, sheet.width - 8, COUNTS)
    height = ROW + lines.height
    points = element(
        "text",
        words(str(score.points)),
        x=sheet.width - 16,
        y=25,
        text_anchor="end",
        font_size=21,
        font_weight="bold",
        data_count="points",
    )
    drawn = group(
        named(view, seat, captions, sheet, height),
        points,
        group(lines.drawn, transform=moved(0, ROW - 4)),
        data_row=number,
        data_seat=number,
        opacity=0.8 if seat.resigned else None,
    )
    return Row(drawn, height, (seat_area(seat, captions, sheet.width, height),))


def counted(
    name: str, count: int, captions: Captions, award: str | None = None, worth: int = 0
) -> Thing:
    """The name of a column and a number; gold around both if they won an award worth so much."""
    said, number = captions.say(f"column.{name}"), str(count)
    spans = [
        element("tspan", words(f"{said} "), fill=FAINT if award is None else INK),
        element("tspan", words(number), font_size=16, font_weight="bold", data_count=name),
    ]
    width = text_width(f"{said} ", SMALL) + text_width(number, 17)
    if award is None:
        return Thing(width + 12, element("text", *spans, x=0, y=5, font_size=SMALL))
    plus = f" +{worth}"
    width += text_width(plus, SMALL)
    pill = group(
        title(captions.say(award)),
        rect(-6, -11, width + 12, 22, rx=11, fill=GOLD, stroke=INK, stroke_width=1.2),
        data_award=award,
    )
    spans.append(element("tspan", words(plus)))
    drawn = group(pill, element("text", *spans, x=0, y=5, font_size=SMALL))
    return Thing(width + 18, drawn)
