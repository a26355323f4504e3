"""What the rows of the drawn panel share, whether the panel is wide or narrow."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from domain.base.view_types import BaseView
from domain.table.view import Coloured, SeatView
from presentation.captions import Captions
from presentation.svg.composing import Region
from presentation.svg.flow import Thing, flow, label
from presentation.svg.markup import (
    Markup,
    Value,
    circle,
    group,
    joined,
    moved,
    path,
    rect,
    text,
    title,
    use,
    window,
)
from presentation.svg.symbols import FAINT, GOLD, INK, SAND
from presentation.svg.touch import touch_box

PANEL_WIDTH: Final = 640
"""The panel is drawn this wide, and scaled to the width of the picture."""
NARROW_WIDTH: Final = 360
ROW: Final = 36
NAME_AT, PLAYER_AT = 94, 176
NAME_WIDTH, NAME_LETTERS, SMALL_NAME_LETTERS = 76, 7, 9
PLAYER_WIDTH, PLAYER_LETTERS = 134, 14
HOST_END: Final = 390
SMALL: Final = 14
"""The size of small letters."""
COLUMNS: Final = {
    "points": ("points", 338),
    "resource_cards": ("cards", 412),
    "development_cards": ("dev", 474),
    "knights": ("knights", 534),
    "road_length": ("road", 598),
}
AWARDS: Final = {"knights": "largest_army", "road_length": "longest_road"}
CROWN: Final = "M10 25V12L15 18 20 9 25 18 30 12V25Z"
PIPS: Final = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where a die has its pips, numbered like the keys of a telephone."""


class Row(NamedTuple):
    """A row of the panel, how high it is, and what in it can be touched."""

    drawn: Markup
    height: float
    areas: tuple[Markup, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """How wide a panel is, and where it counts what: the name and the middle of each column."""

    width: int
    columns: Mapping[str, tuple[str, int]]
    heading: str = ""
    """What stands to the left of the columns' names."""
    note: str = ""
    """What stands between the bank and the deck."""
    narrow: bool = False
    """Whether a seat has two lines, and the columns are only names."""

    @property
    def left(self) -> float:
        """Where lines of several things begin."""
        return 20 if self.narrow else NAME_AT


SHEET: Final = Sheet(PANEL_WIDTH, COLUMNS)
NARROW_SHEET: Final = Sheet(NARROW_WIDTH, COLUMNS, narrow=True)


def sheet_for(*, narrow: bool) -> Sheet:
    return NARROW_SHEET if narrow else SHEET


def draw_panel(rows: Iterable[Row], sheet: Sheet, symbols: tuple[Markup, ...]) -> Region:
    """All rows from the top."""
    parts, areas, y = [], [], 0.0
    for row in rows:
        parts.append(group(row.drawn, transform=moved(0, y)))
        if row.areas:
            areas.append(group(*row.areas, transform=moved(0, y)))
        y += row.height
    box = (0, 0, sheet.width, y + 8)
    return Region(group(*parts, fill=INK, font_size=18), box, tuple(areas), symbols)


def flowing(things: Iterable[Thing], sheet: Sheet, line: float = 28, **data: Value) -> Row:
    """Things one after the other, in as many lines as they need."""
    lines = flow(things, sheet.left, sheet.width - 12, line)
    return Row(group(lines.drawn, **data), lines.height, lines.areas)


def mark(seat: Coloured) -> Thing:
    """A seat, by a small house in its colour and with its letter."""
    return Thing(22, use(f"hx-settlement-{seat.seat}", transform=moved(8, 1, scaled=0.75)))


def said_by(seat: Coloured, content: str, size: float = SMALL) -> Thing:
    """A seat, and behind it a few words or a number."""
    house, words_ = mark(seat), label(content, size)
    moved_ = group(words_.drawn, transform=moved(house.width + 2, 0))
    return Thing(house.width + 2 + words_.width, group(house.drawn, moved_))


def seat_area(seat: Coloured, captions: Captions, width: float, height: float = ROW) -> Markup:
    """The row of a seat, or of a neutral player, as something to touch."""
    return touch_box((0, 0, width, height), "seat", seat.seat, captions.called(seat))


def draw_dice(rolled: tuple[int, int], captions: Captions, sheet: Sheet) -> Markup:
    """The dice, in the upper right corner."""
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


def named(
    view: BaseView, seat: SeatView, captions: Captions, sheet: Sheet, height: float = ROW
) -> Markup:
    """Marks, colour and player of a seat, struck out once it has resigned."""
    number = seat.seat
    struck = "line-through" if seat.resigned else None
    parts = []
    if number == view.turn_seat and not view.outcome:
        parts.append(rect(6, 1, sheet.width - 12, height - 2, rx=8, fill=SAND))
    if number in view.winners:
        parts.append(path(CROWN, fill=GOLD, stroke=INK, stroke_width=1.4, data_winner=number))
    elif number in view.to_act:
        parts.append(path("M13 9 25 18 13 27Z", data_to_act=number))
    parts += [swatch(seat, captions, struck), _player(seat, captions, struck)]
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


def _player(seat: SeatView, captions: Captions, struck: str | None) -> Markup:
    """A name from outside; what its letters take beyond their room is cut off."""
    name = text(PLAYER_AT, 24, captions.player(seat, PLAYER_LETTERS), text_decoration=struck)
    return window((PLAYER_AT, 0, PLAYER_WIDTH, ROW), name, fill=FAINT, font_size=SMALL)


def chair(view: BaseView, seat: SeatView, captions: Captions, sheet: Sheet) -> Row:
    """A seat before the board is laid."""
    area = seat_area(seat, captions, sheet.width)
    if seat.player is None:
        free = captions.say("seat.free", seat=seat.seat)
        dashed = circle(48, 18, 12, fill="none", stroke=FAINT, stroke_dasharray="4 3")
        parts = [dashed, text(NAME_AT, 24, free, fill=FAINT)]
        return Row(group(*parts, data_row=seat.seat), ROW, (area,))
    parts = [named(view, seat, captions, sheet)]
    if seat.player == view.host:
        x = sheet.width - 16 if sheet.narrow else HOST_END
        host = captions.say("host")
        parts.append(text(x, 24, host, font_size=SMALL, fill=FAINT, text_anchor="end"))
    return Row(group(*parts, data_row=seat.seat, data_seat=seat.seat), ROW, (area,))
