"""The table of a base game as text for a terminal: the island, the seats and the score."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from domain.ruleset import View
from presentation.base.text_island import CITY, ROAD, SETTLEMENT, draw_island
from presentation.presentation import TextPicture
from presentation.terminal.table_text import (
    HOUSE_PHASES,
    NAME_WIDTH,
    NO_NAMES,
    Line,
    came_to,
    chair,
    named_column,
    outcome,
    score_lines,
    seat_ink,
    words,
)

Columns: TypeAlias = dict[str, tuple[str, int]]
"""By what is counted: the title of its column, and how wide that is."""

PHASES = {
    **HOUSE_PHASES,
    "roll": "before the roll",
    "discard": "discarding",
    "robber": "moving the robber",
    "free_roads": "placing free roads",
    "main": "trading and building",
    "answering": "answering an offer",
}
RESOURCE_INKS = {
    "brick": "#c8684a",
    "lumber": "#4f9a5f",
    "wool": "#86b356",
    "grain": "#cfa52e",
    "ore": "#8d97a8",
}
COLUMNS: Columns = {
    "resource_cards": ("cards", 6),
    "development_cards": ("dev", 5),
    "knights": ("knights", 9),
    "road_length": ("road", 6),
}
LEFT = {"roads_left": ROAD, "settlements_left": SETTLEMENT, "cities_left": CITY}


def picture(view: View) -> TextPicture:
    """Everything a view shows."""
    return table(view, view["seats"], COLUMNS)


def table(
    view: View,
    places: list[View],
    columns: Columns,
    *more: Line,
    phases: Mapping[str, str] = PHASES,
    draw: Callable[[View, list[View]], TextPicture] = draw_island,
    called: Mapping[str, str] = NO_NAMES,
) -> TextPicture:
    """A view from the top: board with the pieces of these places, legend, seats, score.

    The seats have these columns, and further lines follow them. Sources of points are called
    by their names, unless they are called otherwise here.
    """
    if view["board"] is None:
        return [_legend(view, phases), *(chair(view, seat) for seat in view["seats"])]
    return [
        *draw(view["board"], places),
        [],
        _legend(view, phases),
        _supplies(view),
        [],
        *_seats(view, columns, called),
        *more,
        [],
        *score_lines(view, called),
    ]


def _legend(view: View, phases: Mapping[str, str]) -> Line:
    """What the game has come to."""
    line = came_to(view, phases)
    if view["rolled"] is not None:
        one, other = view["rolled"]
        line += [(" · ", "dim"), ("dice ", ""), (f"{one} + {other} = {one + other}", "bold")]
    return line + outcome(view)


def _supplies(view: View) -> Line:
    line = [("Deck ", "bold"), (str(view["deck"]), "")]
    if view["bank"] is not None:
        line += [("   ", ""), ("Bank ", "bold"), *_resources(view["bank"])]
    return line


def _resources(cards: dict[str, int]) -> Line:
    """Resource cards by kind."""
    line: Line = []
    for resource, count in cards.items():
        line += [(f" {resource} ", RESOURCE_INKS[resource]), (str(count), "")]
    return line


def _seats(view: View, columns: Columns, called: Mapping[str, str]) -> TextPicture:
    titles = "".join(f"{title:>{width}}" for title, width in columns.values())
    left = "".join(f"{mark:>4}" for mark in LEFT.values())
    lines: TextPicture = [[(" " * (NAME_WIDTH + 4) + titles + left + " left", "dim")]]
    for seat in view["seats"]:
        lines.append(seat_line(view, seat, columns, called))
        if seat["resources"] is not None:
            lines.append(_hand(seat))
    return lines


def seat_line(
    view: View, seat: View, columns: Columns, called: Mapping[str, str] = NO_NAMES
) -> Line:
    """What everybody may count; what a place does not have is left blank."""
    counts = "".join(f"{seat.get(field, ''):>{width}}" for field, (_, width) in columns.items())
    left = "".join(f"{seat[field]:>4}" for field in LEFT)
    line = [("▶ " if seat["seat"] in view["to_act"] else "  ", "bold"), *named_column(seat)]
    line.append((counts + left, ""))
    for award in ("longest_road", "largest_army"):
        if view[award] == seat["seat"]:
            line.append((f"  {called.get(award, words(award))}", f"bold {seat_ink(seat)}"))
    return line


def _hand(seat: View) -> Line:
    """What only those who may see the hand know."""
    line = [(" " * (NAME_WIDTH + 5), ""), *_resources(seat["resources"])]
    for kind, count in seat["cards"].items():
        if count:
            line += [("  + ", "dim"), (f"{words(kind)} {count}", "")]
    return line
