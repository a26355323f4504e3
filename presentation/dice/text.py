"""The table of a dice game as text for a terminal: the dice, the sheets and the score."""

from collections.abc import Iterable

from domain.dice.sheet import BOXES, CITIES, CROSS, KNIGHTS, ROADS, SETTLEMENTS
from domain.dice.view_types import DicePlayView, DiceSeatView, DiceView
from presentation.presentation import TextPicture
from presentation.terminal.table_text import (
    HOUSE_PHASES,
    Line,
    came_to,
    chair,
    named_column,
    outcome,
    score_lines,
    seat_ink,
)

PHASES = {
    **HOUSE_PHASES,
    "ready": "before the first roll",
    "rolled": "between rolls",
    "building": "building",
}
FACE_INKS = {
    "brick": "#c8684a",
    "lumber": "#4f9a5f",
    "wool": "#86b356",
    "grain": "#cfa52e",
    "ore": "#8d97a8",
    "gold": "#f3c63f",
}
INDENT, TITLE_WIDTH = 2, 13
UNBUILT = "dim"
X = "X"


def picture(view: DiceView) -> TextPicture:
    """Everything a view shows, from the top: what it has come to, dice, sheets, score."""
    head = [*came_to(view, PHASES), *outcome(view)]
    if view.board is None:
        return [head, *(chair(view, seat) for seat in view.seats)]
    sheets = [line for seat in view.seats for line in (*_sheet(view, seat), [])]
    dice = [_dice(view)] if view.dice else []
    return [head, *dice, [], *sheets, *score_lines(view)]


def _dice(view: DicePlayView) -> Line:
    line: Line = [(f"Roll {view.rolls}: ", "bold")]
    for die in view.dice:
        ink = FACE_INKS[die.face]
        line.append((f" {die.face} ", ink if die.use == "free" else f"{ink} dim strike"))
    return line


def _sheet(view: DicePlayView, seat: DiceSeatView) -> TextPicture:
    """What can be built, dim until it is, with the jokers and the track."""
    ink = f"bold {seat_ink(seat)}"
    total = view.score[seat.seat].points
    mark = "▶ " if seat.seat in view.to_act else "  "
    rows: dict[str, tuple[Iterable[int], tuple[int, ...]]] = {
        "roads": (range(ROADS), seat.roads),
        "settlements": (SETTLEMENTS, seat.settlements),
        "cities": (CITIES, seat.cities),
    }
    return [
        [(mark, "bold"), *named_column(seat), (f"{total:>4} points", "bold")],
        *(_row(title, all_, built, ink) for title, (all_, built) in rows.items()),
        _knights(view, seat, ink),
        _track(seat),
    ]


def _row(title: str, values: Iterable[int], built: tuple[int, ...], ink: str) -> Line:
    return _title(title) + [_mark(value, built=value in built, ink=ink) for value in values]


def _mark(value: int, *, built: bool, ink: str) -> tuple[str, str]:
    """Brackets tell what is built where colours are not seen."""
    return (f"[{value}]", ink) if built else (f" {value} ", UNBUILT)


def _title(title: str) -> Line:
    return [(" " * INDENT + title.ljust(TITLE_WIDTH), "")]


def _knights(view: DicePlayView, seat: DiceSeatView, ink: str) -> Line:
    """Each knight with its joker, which is struck out once it is used."""
    line = _title("knights")
    for value in KNIGHTS:
        joker: str = view.board.jokers[str(value)]
        style = FACE_INKS.get(joker, "bold") if value in seat.jokers else UNBUILT
        if value in seat.jokers_used:
            joker, style = f"{joker} {X}", f"{UNBUILT} strike"
        line += [_mark(value, built=value in seat.knights, ink=ink), (joker, style), (" ", "")]
    return line


def _track(seat: DiceSeatView) -> Line:
    line = _title("track")
    boxes = [X if points == CROSS else str(points) for points in seat.track]
    for i in range(BOXES):
        entry = boxes[i] if i < len(boxes) else "·"
        line.append((f"{entry:>3}", "bold" if i < len(boxes) else UNBUILT))
    return line
