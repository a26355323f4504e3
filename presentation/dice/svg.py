"""The table of a dice game as an SVG picture: the dice of the turn, and a sheet for every seat."""

from typing import Final

from domain.ruleset import View
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


def drawing(view: View, language: str) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions = captions_in(language)
    seats, started = view["seats"], view["board"] is not None
    across = min(ABREAST, len(seats)) if started else 1
    rows = -(-len(seats) // ABREAST)
    body = rows * HEIGHT if started else len(seats) * ROW + 12
    whole: Box = (0, 0, max(1, across) * WIDTH, BANNER + body)
    return document(
        whole,
        element("defs", shapes()),
        rect(*whole, fill=PAPER),
        rect(0, 0, whole[2], BANNER - 6, fill=DEEP),
        _banner(view, whole[2], captions),
        group(
            _sheets(view, captions) if started else _chairs(view, captions),
            transform=moved(0, BANNER),
        ),
        name=_told(view, captions),
        description=_description(view, captions),
        font_family=FONTS,
    )


def _banner(view: View, width: float, captions: Captions) -> Markup:
    """What the game has come to, and the dice."""
    left = width - 26 - DIE_STEP * (len(view["dice"]) - 1)
    dice = [
        group(die(shown, i, captions), transform=moved(left + DIE_STEP * i, 27))
        for i, shown in enumerate(view["dice"])
    ]
    return joined((text(18, 35, _told(view, captions), font_size=20, fill=PAPER), *dice))


def _sheets(view: View, captions: Captions) -> Markup:
    return joined(
        group(
            draw_sheet(view, seat, captions),
            transform=moved(i % ABREAST * WIDTH, i // ABREAST * HEIGHT),
        )
        for i, seat in enumerate(view["seats"])
    )


def _chairs(view: View, captions: Captions) -> Markup:
    """The seats before the start."""
    lines = []
    for i, seat in enumerate(view["seats"]):
        free = seat["player"] is None
        name = f"{captions.seat(seat)}  {seat['player']}"
        told = captions.say("seat.free", seat=i) if free else name
        look = FAINT if free else INK
        lines.append(text(18, 24 + ROW * i, told, font_size=17, fill=look, data_chair=i))
    return joined(lines)


def _told(view: View, captions: Captions) -> str:
    told = status(view, captions)
    return f"{captions.say('turn', turn=view['turn'])}: {told}" if view["turn"] else told


def _description(view: View, captions: Captions) -> str:
    """The picture for those who do not see it."""
    if view["board"] is None:
        taken = sum(seat["player"] is not None for seat in view["seats"])
        return captions.say("seats.taken", taken=taken, count=len(view["seats"]))
    return " ".join(_described(view, seat, captions) for seat in view["seats"])


def _described(view: View, seat: View, captions: Captions) -> str:
    counts = {
        "points": view["score"][seat["seat"]]["points"],
        **{name: len(seat[name]) for name in ("roads", "settlements", "cities", "knights")},
        "boxes": len(seat["track"]),
    }
    facts = [captions.say(name, count=count) for name, count in counts.items()]
    if seat["resigned"]:
        facts.append(captions.say("resigned"))
    return f"{captions.seat(seat)}: {', '.join(facts)}."
