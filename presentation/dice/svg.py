"""The table of a dice game as an SVG picture: the dice of the turn, and a sheet for every seat."""

from typing import Final

from domain.dice.view_types import DicePlayView, DiceSeatView, DiceView
from domain.table.view import TableView
from presentation.captions import Captions, status
from presentation.dice.captions import captions_in
from presentation.dice.svg_sheet import (
    NARROW,
    WIDE,
    Arrangement,
    draw_head,
    draw_sheet,
    sheet_areas,
)
from presentation.dice.svg_symbols import die, die_name, shapes
from presentation.player_names import NO_NAMES, Names
from presentation.svg.composing import Region, compose
from presentation.svg.flow import wrapped
from presentation.svg.look import PLAIN, Look
from presentation.svg.markup import group, joined, moved, rect, text
from presentation.svg.symbols import DEEP, FAINT
from presentation.svg.touch import TABLE_FIELDS, Fields, touch_box

BANNER, NARROW_BANNER = 60, 66
"""How high the dice are, with the headline beside or above them."""
ROW: Final = 38
HEADLINE, NARROW_HEADLINE, LINE = 20, 17, 22
"""The sizes of its letters, and how high a line of it is on a narrow screen."""
ABREAST: Final = 2
"""How many sheets lie beside each other on a wide screen."""
DIE_STEP: Final = 48
DICE_FIELDS: Final[Fields] = {
    **TABLE_FIELDS,
    "die": "die given dice",
    "road": "road",
    "settlement": "settlement",
    "city": "city",
    "knight": "build_knight.knight",
    "joker": "use_joker.knight",
}
"""The fields of commands that name something in the picture."""


def drawing(view: DiceView, language: str, names: Names = NO_NAMES, look: Look = PLAIN) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions = captions_in(language, names)
    arranged = NARROW if look.narrow else WIDE
    seats = _seats(view, captions, arranged)
    if view.board is None:
        body, told = seats, _seats_taken(view, captions)
    else:
        body = _sheets(view, captions, arranged, look)
        told = " ".join(_described(view, seat, captions) for seat in view.seats)
    return compose(
        lambda: _below_banner(view, captions, body, narrow=look.narrow),
        seats if look.part == "panel" else None,
        captions.code,
        look,
        DICE_FIELDS,
        name=_headline(view, captions),
        description=told,
    )


def _below_banner(view: DiceView, captions: Captions, body: Region, *, narrow: bool) -> Region:
    """What the game has come to, the dice, and below them the rest."""
    _, _, width, height = body.box
    headline = _headline(view, captions)
    lines = wrapped(headline, NARROW_HEADLINE, width - 36) if narrow else [headline]
    banner = NARROW_BANNER + LINE * len(lines) if narrow else BANNER
    size = NARROW_HEADLINE if narrow else HEADLINE
    parts = [rect(0, 0, width, banner - 6, fill=DEEP)]
    for i, line in enumerate(lines):
        y = 24 + LINE * i if narrow else 35
        parts.append(text(18, y, line, font_size=size, fill="#fff"))
    areas = []
    left = width - 26 - DIE_STEP * (len(view.dice) - 1)
    for i, shown in enumerate(view.dice):
        x, y = left + DIE_STEP * i, banner - 33
        parts.append(group(die(shown, i, captions), transform=moved(x, y)))
        half = DIE_STEP / 2
        box = (x - half, y - half, DIE_STEP, DIE_STEP)
        areas.append(touch_box(box, "die", i, die_name(shown, captions)))
    place = moved(0, banner)
    return Region(
        joined((*parts, group(body.drawn, transform=place))),
        (0, 0, width, banner + height),
        (*areas, group(*body.areas, transform=place)),
        (shapes(),),
    )


def _sheets(view: DicePlayView, captions: Captions, arranged: Arrangement, look: Look) -> Region:
    """Beside and below each other; where only one fits, that of the seat that looks comes first."""
    seats = list(view.seats)
    if look.narrow and look.own is not None:
        seats = seats[look.own :] + seats[: look.own]
    across = min(1 if look.narrow else ABREAST, len(seats))
    drawn, areas = [], []
    for i, seat in enumerate(seats):
        place = moved(i % across * arranged.width, i // across * arranged.height)
        drawn.append(group(draw_sheet(view, seat, captions, arranged), transform=place))
        touched = sheet_areas(view, seat, captions, arranged, own=seat.seat == look.own)
        areas.append(group(touched, transform=place))
    down = -(-len(seats) // across)
    return Region(
        joined(drawn), (0, 0, across * arranged.width, down * arranged.height), tuple(areas)
    )


def _seats(view: DiceView, captions: Captions, arranged: Arrangement) -> Region:
    """Who sits where, and their points once there are any."""
    lines, areas, width = [], [], arranged.width
    for i, seat in enumerate(view.seats):
        free = captions.say("seat.free", seat=i)
        if seat.player is None:
            drawn = text(52, 24, free, font_size=17, fill=FAINT)
        else:
            points = None if view.board is None else view.score[i].points
            drawn = draw_head(view, seat, captions, arranged, points)
        lines.append(group(drawn, transform=moved(0, ROW * i), data_chair=i))
        name = free if seat.player is None else captions.named(seat)
        areas.append(touch_box((0, ROW * i, width, ROW), "seat", i, name))
    return Region(joined(lines), (0, 0, width, len(view.seats) * ROW + 12), tuple(areas))


def _headline(view: TableView, captions: Captions) -> str:
    state = status(view, captions)
    return f"{captions.say('turn', turn=view.turn)}: {state}" if view.turn else state


def _seats_taken(view: TableView, captions: Captions) -> str:
    """The lobby for those who do not see the picture."""
    taken = sum(seat.player is not None for seat in view.seats)
    return captions.say("seats.taken", taken=taken, count=len(view.seats))


def _described(view: DicePlayView, seat: DiceSeatView, captions: Captions) -> str:
    """A sheet for those who do not see the picture."""
    counts = {
        "points": view.score[seat.seat].points,
        "roads": len(seat.roads),
        "settlements": len(seat.settlements),
        "cities": len(seat.cities),
        "knights": len(seat.knights),
        "boxes": len(seat.track),
    }
    facts = [captions.say(name, count=count) for name, count in counts.items()]
    if seat.resigned:
        facts.append(captions.say("resigned"))
    return f"{captions.named(seat)}: {', '.join(facts)}."
