"""The panel of the drawn table: what the game has come to, and a row or two for every seat."""

from collections.abc import Iterator, Mapping, Sequence

from domain.base.view_types import BasePlayView, BaseSeatView, BaseView
from presentation.base.captions import table_status
from presentation.base.seat_counts import award_holders, seat_counts
from presentation.base.svg_cards import cards_row, discards_row, hand_row, offer_row, supplies_rows
from presentation.base.svg_narrow import narrow_head, narrow_notes, narrow_seat
from presentation.base.svg_rows import (
    AWARDS,
    PANEL_WIDTH,
    ROW,
    SHEET,
    SMALL,
    Row,
    Sheet,
    chair,
    draw_dice,
    named,
    seat_area,
)
from presentation.captions import Captions
from presentation.svg.markup import Markup, element, group, joined, rect, text, title, words
from presentation.svg.symbols import FAINT, GOLD, INK

HEAD, TITLES = 50, 22
HEAD_LETTERS = 50


def panel_rows(
    view: BaseView,
    captions: Captions,
    *more: Row,
    sheet: Sheet = SHEET,
    counts: Sequence[Mapping[str, int]] = (),
) -> Iterator[Row]:
    """What the game has come to, the seats, further rows, and what is left to take.

    `counts` says by seat what the columns count, if it is more than in the base game.
    """
    yield narrow_head(view, captions, sheet) if sheet.narrow else _head(view, captions, sheet)
    if view.board is None:
        yield from (chair(view, seat, captions, sheet) for seat in view.seats)
        yield from more
        return
    if view.offer is not None:
        yield offer_row(view, view.offer, captions, sheet)
    if view.discards:
        yield discards_row(view, captions, sheet)
    yield narrow_notes(sheet) if sheet.narrow else _titles(captions, sheet)
    draw_seat = narrow_seat if sheet.narrow else _seat
    for seat in view.seats:
        counted = counts[seat.seat] if counts else seat_counts(seat)
        yield draw_seat(view, seat, counted, captions, sheet)
        if seat.resources is not None:
            yield hand_row(seat, seat.resources, captions, sheet)
        if seat.cards is not None and any(seat.cards.values()):
            yield cards_row(seat, seat.cards, captions, sheet)
    yield from more
    yield from supplies_rows(view, captions, sheet)


def _head(view: BaseView, captions: Captions, sheet: Sheet) -> Row:
    state = table_status(view, captions)
    parts, letters = [words(state)], len(state)
    if view.turn:
        turn = captions.say("turn", turn=view.turn)
        parts = [element("tspan", words(turn), font_weight="bold"), words(" · "), *parts]
        letters += len(turn)
    # Room is left for the dice.
    size = round(20 * min(1, HEAD_LETTERS * sheet.width / PANEL_WIDTH / letters), 1)
    shown = [element("text", *parts, x=16, y=33, font_size=size)]
    if view.rolled is not None:
        shown.append(draw_dice(view.rolled, captions, sheet))
    return Row(joined(shown), HEAD)


def _titles(captions: Captions, sheet: Sheet) -> Row:
    titles = [text(x, 16, captions.say(f"column.{name}")) for name, x in sheet.columns.values()]
    if sheet.heading:
        titles.append(text(16, 16, sheet.heading, text_anchor="start"))
    return Row(group(*titles, fill=FAINT, font_size=SMALL, text_anchor="middle"), TITLES)


def _seat(
    view: BasePlayView,
    seat: BaseSeatView,
    counts: Mapping[str, int],
    captions: Captions,
    sheet: Sheet,
) -> Row:
    """What everybody may count of a seat; an award is gold around the number that won it."""
    number = seat.seat
    score, holders = view.score[number], award_holders(view)
    parts = [
        named(view, seat, captions, sheet),
        count_at("points", score.points, sheet, font_size=21, font_weight="bold"),
    ]
    for field in sheet.columns:
        if field == "points":
            continue
        award = AWARDS.get(field)
        if award is not None and holders[award] == number:
            parts.append(award_at(field, captions.say(award), score.sources[award], sheet))
        parts.append(count_at(field, counts.get(field, 0), sheet))
    faded = 0.8 if seat.resigned else None
    drawn = group(*parts, data_row=number, data_seat=number, opacity=faded)
    return Row(drawn, ROW, (seat_area(seat, captions, sheet.width),))


def count_at(field: str, count: int, sheet: Sheet = SHEET, **look: str | int) -> Markup:
    name, x = sheet.columns[field]
    return text(x, 25, str(count), text_anchor="middle", data_count=name, **look)


def award_at(field: str, name: str, points: int, sheet: Sheet = SHEET) -> Markup:
    """Gold behind the number that won it, and what it is worth."""
    award, (_, x) = AWARDS[field], sheet.columns[field]
    return group(
        title(name),
        rect(x - 17, 4, 50, 28, rx=14, fill=GOLD, stroke=INK, stroke_width=1.2),
        text(x + 12, 23, f"+{points}", font_size=12),
        data_award=award,
    )
