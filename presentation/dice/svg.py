"""The table of a dice game as an SVG picture: the dice of the turn, and a sheet for every seat."""

from typing import Final

from domain.dice.view_types import DicePlayView, DiceSeatView, DiceView
from domain.table.view import TableView
from presentation.captions import Captions, status
from presentation.dice.captions import captions_in
from presentation.dice.svg_sheet import HEIGHT, WIDTH, draw_sheet
from presentation.dice.svg_symbols import die, shapes
from presentation.svg.markup import (
    Box,
    Markup,
    document,
    element,
    group,
    joined,
    moved,
    rect,
    text,
)
from presentation.svg.symbols import DEEP, FAINT, FONTS, INK, PAPER

BANNER: Final = 60
ROW: Final = 34
ABREAST: Final = 2
"""How many sheets lie beside each other."""
DIE_STEP: Final = 48


def drawing(view: DiceView, language: str) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions, seats = captions_in(language), len(view.seats)
    if view.board is None:
        description = _seats_taken(view, captions)
        chairs = _chairs(view, captions)
        return _draw(view, captions, chairs, WIDTH, seats * ROW + 12, description)
    across, down = min(ABREAST, seats), -(-seats // ABREAST)
    description = " ".join(_described(view, seat, captions) for seat in view.seats)
    sheets = _sheets(view, captions)
    return _draw(view, captions, sheets, across * WIDTH, down * HEIGHT, description)


def _draw(
    view: DiceView, captions: Captions, body: Markup, width: int, height: int, description: str
) -> str:
    """A body of this size below the banner."""
    whole: Box = (0, 0, width, BANNER + height)
    return document(
        whole,
        element("defs", shapes()),
        rect(*whole, fill=PAPER),
        rect(0, 0, whole[2], BANNER - 6, fill=DEEP),
        _banner(view, whole[2], captions),
        group(body, transform=moved(0, BANNER)),
        name=_headline(view, captions),
        description=description,
        lang=captions.code,
        font_family=FONTS,
    )


def _banner(view: DiceView, width: float, captions: Captions) -> Markup:
    """What the game has come to, and the dice."""
    left = width - 26 - DIE_STEP * (len(view.dice) - 1)
    dice = [
        group(die(shown, i, captions), transform=moved(left + DIE_STEP * i, 27))
        for i, shown in enumerate(view.dice)
    ]
    return joined((text(18, 35, _headline(view, captions), font_size=20, fill=PAPER), *dice))


def _sheets(view: DicePlayView, captions: Captions) -> Markup:
    return joined(
        group(
            draw_sheet(view, seat, captions),
            transform=moved(i % ABREAST * WIDTH, i // ABREAST * HEIGHT),
        )
        for i, seat in enumerate(view.seats)
    )


def _chairs(view: TableView, captions: Captions) -> Markup:
    """The seats before the start."""
    lines = []
    for i, seat in enumerate(view.seats):
        free = seat.player is None
        name = f"{captions.seat(seat)}  {seat.player}"
        caption = captions.say("seat.free", seat=i) if free else name
        look = FAINT if free else INK
        lines.append(text(18, 24 + ROW * i, caption, font_size=17, fill=look, data_chair=i))
    return joined(lines)


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
    return f"{captions.seat(seat)}: {', '.join(facts)}."
