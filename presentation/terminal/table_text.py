"""What the table of any game looks like as text: seats by colour, points by source, the end."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from domain.table.bots import is_bot
from domain.table.view import Coloured, SeatView, TableView
from presentation.player_names import name_of
from presentation.presentation import TextPicture
from presentation.svg.seat_marks import phase_words, seat_name

Line: TypeAlias = list[tuple[str, str]]

HOUSE_PHASES = {
    "": "nobody has opened this game yet",
    "lobby": "waiting for the start",
}
SEAT_INKS = {
    "red": "bright_red",
    "blue": "dodger_blue1",
    "orange": "dark_orange",
    "white": "bright_white",
}
NAME_WIDTH = 8
SOURCE_WIDTH = 20
NO_NAMES: Final[Mapping[str, str]] = {}


def seat_ink(seat: Coloured) -> str:
    """The style in which all that belongs to a seat is drawn."""
    return SEAT_INKS.get(seat.colour or "", "bright_magenta")


def came_to(view: TableView, phases: Mapping[str, str]) -> Line:
    """The turn, the phase, and for whom the game waits."""
    line = [(f"Turn {view.turn}", "bold"), (" · ", "dim")] if view.turn else []
    line.append((phase_words(view.phase, phases), ""))
    for seat in view.to_act:
        line += [(" · ", "dim"), *name(view.seats[seat])]
    return line


def outcome(view: TableView) -> Line:
    """How the game ended, and who won it; nothing before."""
    if view.outcome is None:
        return []
    line: Line = [(" · ", "dim"), (view.outcome, "bold")]
    for seat in view.winners:
        line += [(" by ", ""), *name(view.seats[seat])]
    return line


def name(seat: Coloured) -> Line:
    """A seat by its colour, with a mark in it."""
    has_resigned = isinstance(seat, SeatView) and seat.resigned
    style = "dim strike" if has_resigned else "bold"
    return [("● ", seat_ink(seat)), (seat_name(seat), style)]


def named_column(seat: Coloured) -> Line:
    mark, (called, style) = name(seat)
    return [mark, (called, style), (" " * (NAME_WIDTH - len(called)), "")]


def chair(view: TableView, seat: SeatView) -> Line:
    """A seat before the start."""
    if seat.player is None:
        return [(f"○ seat {seat.seat} is free", "dim")]
    line = [*named_column(seat), (f" seat {seat.seat}", "")]
    if is_bot(seat.player):
        line.append((f"  {name_of(seat.player, {})}", ""))
    if seat.player == view.host:
        line.append(("  host", "dim"))
    return line


def score_lines(view: TableView, called: Mapping[str, str] = NO_NAMES) -> TextPicture:
    """Points by source, a column for every seat; sources may be called otherwise."""
    scores = view.score
    seats = [view.seats[score.seat] for score in scores]
    head = [("Points".ljust(SOURCE_WIDTH), "bold")]
    for seat in seats:
        head += [("  ", ""), *named_column(seat)]
    lines: TextPicture = [head]
    for source in scores[0].sources:
        counts = [score.sources[source] for score in scores]
        lines.append(
            [(called.get(source, words(source)).ljust(SOURCE_WIDTH), "dim"), (_cells(counts), "")]
        )
    totals = [score.points for score in scores]
    lines.append([("all".ljust(SOURCE_WIDTH), "bold"), (_cells(totals), "bold")])
    return lines


def _cells(counts: list[int]) -> str:
    return "".join(f"{count or '–':>5}" + " " * (NAME_WIDTH - 1) for count in counts)


def words(identifier: str) -> str:
    return identifier.replace("_", " ")
