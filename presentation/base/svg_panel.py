"""The panel of the drawn table: what the game has come to, and a row for every seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.base.view_types import BasePlayView, BaseSeatView, BaseView
from domain.cards import RESOURCES, CardKind, Resource
from domain.ids import Seat
from domain.table.view import Coloured, SeatView
from presentation.base.captions import table_status
from presentation.base.seat_counts import award_holders, seat_counts
from presentation.captions import Captions
from presentation.svg.markup import (
    Markup,
    Value,
    circle,
    element,
    group,
    joined,
    moved,
    path,
    rect,
    text,
    title,
    use,
    window,
    words,
)
from presentation.svg.seat_marks import shortened
from presentation.svg.symbols import FAINT, GOLD, INK, SAND

Row: TypeAlias = tuple[Markup, int]
"""A row of the panel, and how high it is."""

PANEL_WIDTH = 640
"""The panel is drawn this wide, and scaled to the width of the picture."""
HEAD, TITLES, ROW, HAND, CARDS, FOOT = 50, 22, 36, 30, 24, 36
NAME_AT, PLAYER_AT, HOST_AT = 94, 176, 318
HEAD_LETTERS = 50
NAME_WIDTH, NAME_LETTERS, SMALL_NAME_LETTERS = 76, 7, 9
PLAYER_WIDTH, PLAYER_LETTERS = 134, 14
COLUMNS = {
    "points": ("points", 338),
    "resource_cards": ("cards", 412),
    "development_cards": ("dev", 474),
    "knights": ("knights", 534),
    "road_length": ("road", 598),
}
AWARDS = {"knights": "largest_army", "road_length": "longest_road"}
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where a die has its pips, numbered like the keys of a telephone."""
NOTE_AT = 424
CROWN = "M10 25V12L15 18 20 9 25 18 30 12V25Z"


@dataclass(frozen=True)
class Sheet:
    """How wide a panel is, and where it counts what: the name and the middle of each column."""

    width: int
    columns: Mapping[str, tuple[str, int]]
    heading: str = ""
    """What stands to the left of the columns' names."""
    note: str = ""
    """What stands between the bank and the deck."""


SHEET = Sheet(PANEL_WIDTH, COLUMNS)


def draw_panel(rows: Iterable[Row]) -> tuple[Markup, float]:
    """All rows from the top, and how high they are together."""
    parts, y = [], 0
    for row, height in rows:
        parts.append(group(row, transform=moved(0, y)))
        y += height
    return group(*parts, fill=INK, font_size=18), y + 8


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
    yield _head(view, captions, sheet), HEAD
    if view.board is None:
        yield from ((_chair(view, seat, captions, sheet), ROW) for seat in view.seats)
        yield from more
        return
    yield _titles(captions, sheet), TITLES
    for seat in view.seats:
        counted = counts[seat.seat] if counts else seat_counts(seat)
        yield _seat(view, seat, counted, captions, sheet), ROW
        if seat.resources is not None:
            yield _hand(seat.seat, seat.resources), HAND
        if seat.cards is not None and any(seat.cards.values()):
            yield _cards(seat.seat, seat.cards, captions), CARDS
    yield from more
    yield _supplies(view, captions, sheet), FOOT


def _head(view: BaseView, captions: Captions, sheet: Sheet) -> Markup:
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
        shown.append(_dice(view.rolled, captions, sheet))
    return joined(shown)


def _dice(rolled: tuple[int, int], captions: Captions, sheet: Sheet) -> Markup:
    one, other = rolled
    return group(
        title(captions.say("dice", one=one, other=other, total=one + other)),
        _die(one, sheet.width - 70),
        _die(other, sheet.width - 32),
        data_dice=f"{one} {other}",
    )


def _die(pips: int, x: float) -> Markup:
    keys = [divmod(int(key) - 1, 3) for key in PIPS[pips]]
    return group(
        rect(-15, -15, 30, 30, rx=6, fill="#fff", stroke=INK, stroke_width=1.6),
        *(circle(8 * (column - 1), 8 * (row - 1), 3) for row, column in keys),
        transform=moved(x, 26),
    )


def _titles(captions: Captions, sheet: Sheet) -> Markup:
    titles = [text(x, 16, captions.say(f"column.{name}")) for name, x in sheet.columns.values()]
    if sheet.heading:
        titles.append(text(16, 16, sheet.heading, text_anchor="start"))
    return group(*titles, fill=FAINT, font_size=14, text_anchor="middle")


def _seat(
    view: BasePlayView,
    seat: BaseSeatView,
    counts: Mapping[str, int],
    captions: Captions,
    sheet: Sheet,
) -> Markup:
    """What everybody may count of a seat; an award is gold around the number that won it."""
    number = seat.seat
    score, holders = view.score[number], award_holders(view)
    parts = [
        _named(view, seat, captions, sheet),
        count_at("points", score.points, sheet, font_size=21, font_weight="bold"),
    ]
    for field in sheet.columns:
        if field == "points":
            continue
        award = AWARDS.get(field)
        if award is not None and holders[award] == number:
            parts.append(award_at(field, captions.say(award), score.sources[award], sheet))
        parts.append(count_at(field, counts.get(field, 0), sheet))
    return group(*parts, data_row=number, data_seat=number, opacity=0.55 if seat.resigned else None)


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


def _named(view: BaseView, seat: SeatView, captions: Captions, sheet: Sheet) -> Markup:
    """Marks, colour and player of a seat, struck out once it has resigned."""
    number = seat.seat
    struck = "line-through" if seat.resigned else None
    parts = []
    if number == view.turn_seat and not view.outcome:
        parts.append(rect(6, 1, sheet.width - 12, ROW - 2, rx=8, fill=SAND))
    if number in view.winners:
        parts.append(path(CROWN, fill=GOLD, stroke=INK, stroke_width=1.4, data_winner=number))
    elif number in view.to_act:
        parts.append(path("M13 9 25 18 13 27Z", data_to_act=number))
    parts += [swatch(seat, captions, struck), _player(seat, struck)]
    return joined(parts)


def swatch(seat: Coloured, captions: Captions, struck: str | None = None) -> Markup:
    """A colour by its pieces and its name."""
    number = seat.seat
    return joined(
        (
            use(f"hx-settlement-{number}", x=48, y=19),
            use(f"hx-road-{number}", transform=moved(75, 18, turned=-60, scaled=0.55)),
            _name(captions.seat(seat), struck),
        )
    )


def _name(name: str, struck: str | None) -> Markup:
    """What a seat is called: smaller if it is long, and pressed into its column if very long."""
    look: dict[str, Value] = {"font_size": 15} if len(name) > NAME_LETTERS else {}
    if len(name) > SMALL_NAME_LETTERS:
        # Not every renderer knows textLength: small letters nearly fit without it.
        look = {"font_size": 12, "textLength": NAME_WIDTH, "lengthAdjust": "spacingAndGlyphs"}
    return text(NAME_AT, 24, name, font_weight="bold", text_decoration=struck, **look)


def _player(seat: SeatView, struck: str | None) -> Markup:
    """A name from outside; what its letters take beyond their room is cut off."""
    name = text(PLAYER_AT, 24, shortened(seat.player or "", PLAYER_LETTERS), text_decoration=struck)
    return window((PLAYER_AT, 0, PLAYER_WIDTH, ROW), name, fill=FAINT, font_size=14)


def _chair(view: BaseView, seat: SeatView, captions: Captions, sheet: Sheet) -> Markup:
    """A seat before the board is laid."""
    if seat.player is None:
        dashed = circle(48, 18, 12, fill="none", stroke=FAINT, stroke_dasharray="4 3")
        free = text(NAME_AT, 24, captions.say("seat.free", seat=seat.seat), fill=FAINT)
        return group(dashed, free, data_row=seat.seat)
    parts = [_named(view, seat, captions, sheet)]
    if seat.player == view.host:
        parts.append(text(HOST_AT, 24, captions.say("host"), font_size=14, fill=FAINT))
    return group(*parts, data_row=seat.seat, data_seat=seat.seat)


def _hand(seat: Seat, resources: Mapping[Resource, int]) -> Markup:
    """What only those who may see the hand know."""
    return group(_resources(resources, 16), data_hand=seat)


def _cards(seat: Seat, cards: Mapping[CardKind, int], captions: Captions) -> Markup:
    held = [f"{count} × {captions.word(kind)}" for kind, count in cards.items() if count]
    return text(NAME_AT, 16, ", ".join(held), font_size=14, data_cards=seat)


def _supplies(view: BasePlayView, captions: Captions, sheet: Sheet) -> Markup:
    deck = captions.say("deck", count=view.deck)
    parts = [text(sheet.width - 16, 26, deck, text_anchor="end")]
    if view.bank is not None:
        parts += [text(16, 26, captions.say("bank")), _resources(view.bank, 21)]
    if sheet.note:
        parts.append(text(NOTE_AT, 26, sheet.note))
    line = path(f"M16 4H{sheet.width - 16}", stroke=SAND, stroke_width=2)
    return group(line, *parts, fill=FAINT, font_size=14)


def _resources(cards: Mapping[Resource, int], y: float) -> Markup:
    """Resource cards by kind, each a small picture and a count."""
    parts = []
    for i, resource in enumerate(RESOURCES):
        x = NAME_AT + 8 + 60 * i
        parts.append(use(f"hx-{resource}", x=x, y=y - 1))
        parts.append(text(x + 17, y + 5, str(cards[resource]), font_size=16))
    return group(*parts, fill=INK)
