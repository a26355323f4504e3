"""The table of a dice game as an SVG picture: the dice of the turn, and a sheet for every seat."""

from typing import Final

from domain.dice.drawing_sheet import HEIGHT, WIDTH, draw_sheet
from domain.dice.drawing_symbols import die, shapes
from domain.dice.picture import PHASES
from domain.ruleset import View
from domain.seatmarks import seat_name, status
from domain.svg import Box, Markup, document, element, group, joined, moved, rect, text
from domain.symbols import DEEP, FAINT, FONTS, INK, PAPER

BANNER: Final = 60
ROW: Final = 34
ABREAST: Final = 2
"""How many sheets lie beside each other."""
DIE_STEP: Final = 48


def drawing(view: View, language: str) -> str:
    """Everything a view shows, in one self-contained picture."""
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
        _banner(view, whole[2]),
        group(_sheets(view) if started else _chairs(view), transform=moved(0, BANNER)),
        name=_told(view),
        description=_description(view),
        font_family=FONTS,
    )


def _banner(view: View, width: float) -> Markup:
    """What the game has come to, and the dice."""
    left = width - 26 - DIE_STEP * (len(view["dice"]) - 1)
    dice = [
        group(die(shown, i), transform=moved(left + DIE_STEP * i, 27))
        for i, shown in enumerate(view["dice"])
    ]
    return joined((text(18, 35, _told(view), font_size=20, fill=PAPER), *dice))


def _sheets(view: View) -> Markup:
    return joined(
        group(
            draw_sheet(view, seat),
            transform=moved(i % ABREAST * WIDTH, i // ABREAST * HEIGHT),
        )
        for i, seat in enumerate(view["seats"])
    )


def _chairs(view: View) -> Markup:
    """The seats before the start."""
    lines = []
    for i, seat in enumerate(view["seats"]):
        free = seat["player"] is None
        told = f"seat {i} is free" if free else f"{seat_name(seat)}  {seat['player']}"
        look = FAINT if free else INK
        lines.append(text(18, 24 + ROW * i, told, font_size=17, fill=look, data_chair=i))
    return joined(lines)


def _told(view: View) -> str:
    told = status(view, PHASES)
    return f"Turn {view['turn']}: {told}" if view["turn"] else told


def _description(view: View) -> str:
    """The picture for those who do not see it."""
    if view["board"] is None:
        taken = sum(seat["player"] is not None for seat in view["seats"])
        return f"{taken} of {len(view['seats'])} seats are taken."
    return " ".join(_described(view, seat) for seat in view["seats"])


def _described(view: View, seat: View) -> str:
    facts = [
        f"{view['score'][seat['seat']]['points']} points",
        *(f"{len(seat[name])} {name}" for name in ("roads", "settlements", "cities", "knights")),
        f"{len(seat['track'])} boxes filled",
    ]
    if seat["resigned"]:
        facts.append("resigned")
    return f"{seat_name(seat)}: {', '.join(facts)}."
