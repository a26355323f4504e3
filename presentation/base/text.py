"""The table of a base game as text for a terminal: the island, the seats and the score."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from domain.base.view_types import BaseLobbyView, BasePlayView, BaseView
from domain.cards import CardKind, Resource
from presentation.base.seat_counts import HasSupply, award_holders, seat_counts
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


def picture(view: BaseView) -> TextPicture:
    """Everything a view shows."""
    if view.board is None:
        return lobby(view)
    return table(view, draw_island(view.board, view.seats), COLUMNS)


def lobby(view: BaseLobbyView, phases: Mapping[str, str] = PHASES) -> TextPicture:
    """A view before the start."""
    return [_legend(view, phases), *(chair(view, seat) for seat in view.seats)]


def table(
    view: BasePlayView,
    board: TextPicture,
    columns: Columns,
    *more: Line,
    phases: Mapping[str, str] = PHASES,
    counts: Sequence[Mapping[str, int]] = (),
    called: Mapping[str, str] = NO_NAMES,
) -> TextPicture:
    """A view from the top: the board as it was drawn, legend, seats, score.

    The seats have these columns, and further lines follow them. `counts` says by seat what the
    columns count, if it is more than in the base game. Sources of points are called by their
    names, unless they are called otherwise here.
    """
    return [
        *board,
        [],
        _legend(view, phases),
        _supplies(view),
        [],
        *_seats(view, columns, counts or [seat_counts(seat) for seat in view.seats], called),
        *more,
        [],
        *score_lines(view, called),
    ]


def _legend(view: BaseView, phases: Mapping[str, str]) -> Line:
    """What the game has come to."""
    line = came_to(view, phases)
    if view.rolled is not None:
        one, other = view.rolled
        line += [(" · ", "dim"), ("dice ", ""), (f"{one} + {other} = {one + other}", "bold")]
    return line + outcome(view)


def _supplies(view: BasePlayView) -> Line:
    line = [("Deck ", "bold"), (str(view.deck), "")]
    if view.bank is not None:
        line += [("   ", ""), ("Bank ", "bold"), *_resources(view.bank)]
    return line


def _resources(cards: Mapping[Resource, int]) -> Line:
    """Resource cards by kind."""
    line: Line = []
    for resource, count in cards.items():
        line += [(f" {resource} ", RESOURCE_INKS[resource]), (str(count), "")]
    return line


def _seats(
    view: BasePlayView,
    columns: Columns,
    counts: Sequence[Mapping[str, int]],
    called: Mapping[str, str],
) -> TextPicture:
    titles = "".join(f"{title:>{width}}" for title, width in columns.values())
    left = "".join(f"{mark:>4}" for mark in (ROAD, SETTLEMENT, CITY))
    lines: TextPicture = [[(" " * (NAME_WIDTH + 4) + titles + left + " left", "dim")]]
    for seat in view.seats:
        lines.append(seat_line(view, seat, counts[seat.seat], columns, called))
        if seat.resources is not None and seat.cards is not None:
            lines.append(_hand(seat.resources, seat.cards))
    return lines


def seat_line(
    view: BasePlayView,
    seat: HasSupply,
    counts: Mapping[str, int],
    columns: Columns,
    called: Mapping[str, str] = NO_NAMES,
) -> Line:
    """What everybody may count; what a place does not have is left blank."""
    counted = "".join(f"{counts.get(field, ''):>{width}}" for field, (_, width) in columns.items())
    supply = (seat.roads_left, seat.settlements_left, seat.cities_left)
    left = "".join(f"{pieces:>4}" for pieces in supply)
    line = [("▶ " if seat.seat in view.to_act else "  ", "bold"), *named_column(seat)]
    line.append((counted + left, ""))
    for award, holder in award_holders(view).items():
        if holder == seat.seat:
            line.append((f"  {called.get(award, words(award))}", f"bold {seat_ink(seat)}"))
    return line


def _hand(resources: Mapping[Resource, int], cards: Mapping[CardKind, int]) -> Line:
    """What only those who may see the hand know."""
    line = [(" " * (NAME_WIDTH + 5), ""), *_resources(resources)]
    for kind, count in cards.items():
        if count:
            line += [("  + ", "dim"), (f"{words(kind)} {count}", "")]
    return line
