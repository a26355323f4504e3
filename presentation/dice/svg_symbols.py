"""What the drawn sheet is made of: hexes, dice, pieces and knights, each around the origin."""

from functools import lru_cache
from typing import Final

from domain.dice.view_types import DiceSeatView, DieView
from domain.table.view import Coloured
from presentation.captions import Captions
from presentation.svg.markup import (
    Markup,
    circle,
    group,
    joined,
    moved,
    path,
    rect,
    text,
    title,
    use,
)
from presentation.svg.seat_marks import seat_fill, seat_ink
from presentation.svg.symbols import (
    FAINT,
    GOLD,
    GROUNDS,
    INK,
    PAPER,
    RESOURCE_GROUNDS,
    RESOURCE_SHAPES,
    SAND,
    SEA,
)

SIDE: Final = 60
"""Where the view says x, the picture draws at SIDE times x."""
HEXAGON: Final = "M60 0 30 51.96H-30L-60 0-30-51.96H30Z"
TERRAIN_RESOURCES: Final = {
    "mountains": "ore",
    "fields": "grain",
    "pasture": "wool",
    "forest": "lumber",
    "hills": "brick",
}
FACE_GROUNDS: Final = {**RESOURCE_GROUNDS, "gold": "#fff3c4"}
SHIELD: Final = "M-15-17H15V0Q15 15 0 22-15 15-15 0Z"
PIECE_SHAPES: Final = {
    "settlement": ("M-14 13V-3L0-16 14-3V13Z", 9),
    "city": ("M-19 15V-7L-9-19 1-7V-5H19V15Z", 10),
    "knight": (SHIELD, 6),
}
"""The outline of a piece, and where its value stands."""
EMPTY, DASHES = "#fffdf6", "4 2.5"
"""How what is not built yet is filled and outlined."""
STRUCK: Final = "M-13-13 13 13M13-13-13 13"


def _gold() -> Markup:
    return joined(
        circle(x, y, 6, fill=GOLD, stroke="#8a6510", stroke_width=1.3)
        for x, y in ((-6, 4), (6, 4), (0, -6))
    )


def _ground(terrain: str) -> Markup:
    """A hex with two of what it yields in its upper corners."""
    if terrain == "sea":
        return path(HEXAGON, fill=SEA)
    ground = path(HEXAGON, fill=GROUNDS[terrain], stroke=SAND, stroke_width=4)
    resource = TERRAIN_RESOURCES.get(terrain)
    if resource is None:
        return ground
    motifs = (use(f"hx-{resource}", transform=moved(x, -30, scaled=0.75)) for x in (-24, 24))
    return joined((ground, *motifs))


@lru_cache(maxsize=1)
def shapes() -> Markup:
    """The symbols that every picture shares."""
    faces = {**RESOURCE_SHAPES, "gold": _gold()}
    return joined(
        (
            *(group(shape, id=f"hx-{face}") for face, shape in faces.items()),
            *(group(_ground(terrain), id=f"hx-{terrain}") for terrain in (*GROUNDS, "sea")),
        )
    )


def piece(kind: str, value: int, seat: Coloured, captions: Captions, *, built: bool) -> Markup:
    """A settlement, a city or a knight with its value: in the seat's colour once it stands."""
    outline, baseline = PIECE_SHAPES[kind]
    ink = seat_ink(seat) if built else FAINT
    return group(
        title(captions.say(kind, value=value)),
        path(
            outline,
            fill=seat_fill(seat) if built else EMPTY,
            stroke=INK,
            stroke_width=2.2 if built else 1.2,
            stroke_linejoin="round",
            stroke_dasharray=None if built else DASHES,
        ),
        text(0, baseline, str(value), **_centred(14, ink)),
        data_piece=kind,
        data_value=value,
        data_built="yes" if built else None,
    )


def joker(value: int, face: str, seat: DiceSeatView, captions: Captions) -> Markup:
    """What a knight turns a die to: gold around it while it can, struck out once it has."""
    ready, used = value in seat.jokers, value in seat.jokers_used
    symbol = (
        text(0, 6, "?", **_centred(18, INK))
        if face == "any"
        else use(f"hx-{face}", transform=moved(0, 0, scaled=0.68))
    )
    parts = [
        title(joker_name(face, captions)),
        circle(0, 0, 13, fill=PAPER, stroke=GOLD if ready else FAINT, stroke_width=3.5),
        symbol,
    ]
    if used:
        parts.append(path(STRUCK, stroke=INK, stroke_width=2.6))
    state = "used" if used else "ready" if ready else None
    return group(
        *parts, data_joker=value, data_state=state, opacity=None if ready or used else 0.75
    )


def joker_name(face: str, captions: Captions) -> str:
    """What a joker turns a die to, in words."""
    if face == "any":
        return captions.say("joker.any")
    return captions.say("joker", face=captions.word(face))


def die_name(shown: DieView, captions: Captions) -> str:
    return captions.say(f"die.{shown.use}", face=captions.word(shown.face))


def die(shown: DieView, number: int, captions: Captions) -> Markup:
    """A die with its face; struck out once it is given away, faded once it has paid."""
    face, use_ = shown.face, shown.use
    parts = [
        title(die_name(shown, captions)),
        rect(-20, -20, 40, 40, rx=8, fill=FACE_GROUNDS[face], stroke=INK, stroke_width=1.8),
        use(f"hx-{face}", transform=moved(0, 0, scaled=1.1)),
    ]
    if use_ == "void":
        parts.append(path(STRUCK, stroke=INK, stroke_width=3))
    return group(
        *parts,
        data_die=number,
        data_face=face,
        data_use=use_,
        opacity=0.4 if use_ == "spent" else None,
    )


def _centred(size: int, ink: str) -> dict[str, str | int]:
    return {"font_size": size, "font_weight": "bold", "text_anchor": "middle", "fill": ink}
