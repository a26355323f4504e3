"""The table of a base game as text for a terminal: the island, the seats and the score."""

from typing import TypeAlias

from domain.base.island import CITY, ROAD, SETTLEMENT, draw_island, seat_ink
from domain.ruleset import Picture, View

Line: TypeAlias = list[tuple[str, str]]
Columns: TypeAlias = dict[str, tuple[str, int]]
"""By what is counted: the title of its column, and how wide that is."""

PHASES = {
    "": "nobody has opened this game yet",
    "lobby": "waiting for the start",
    "roll": "before the roll",
    "discard": "discarding",
    "robber": "moving the robber",
    "free_roads": "placing free roads",
    "main": "trading and building",
}
RESOURCE_INKS = {
    "brick": "#c8684a",
    "lumber": "#4f9a5f",
    "wool": "#86b356",
    "grain": "#cfa52e",
    "ore": "#8d97a8",
}
NAME_WIDTH = 8
COLUMNS: Columns = {
    "resource_cards": ("cards", 6),
    "development_cards": ("dev", 5),
    "knights": ("knights", 9),
    "road_length": ("road", 6),
}
LEFT = {"roads_left": ROAD, "settlements_left": SETTLEMENT, "cities_left": CITY}
SOURCE_WIDTH = 20


def picture(view: View) -> Picture:
    """Everything a view shows."""
    return table(view, view["seats"], COLUMNS)


def table(view: View, places: list[View], columns: Columns, *more: Line) -> Picture:
    """A view from the top: board with the pieces of these places, legend, seats, score.

    The seats have these columns, and further lines follow them.
    """
    if view["board"] is None:
        return [_legend(view), *(_chair(view, seat) for seat in view["seats"])]
    return [
        *draw_island(view["board"], places),
        [],
        _legend(view),
        _supplies(view),
        [],
        *_seats(view, columns),
        *more,
        [],
        *_score(view),
    ]


def _legend(view: View) -> Line:
    """What the game has come to."""
    line = [(f"Turn {view['turn']}", "bold"), (" · ", "dim")] if view["turn"] else []
    phase: str = view["phase"]
    line.append((phase_words(phase), ""))
    for seat in view["to_act"]:
        line += [(" · ", "dim"), *_name(view["seats"][seat])]
    if view["rolled"] is not None:
        one, other = view["rolled"]
        line += [(" · ", "dim"), ("dice ", ""), (f"{one} + {other} = {one + other}", "bold")]
    if view["outcome"] is not None:
        line += [(" · ", "dim"), (view["outcome"], "bold")]
        for seat in view["winners"]:
            line += [(" by ", ""), *_name(view["seats"][seat])]
    return line


def phase_words(phase: str) -> str:
    return PHASES.get(phase, _words(phase))


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


def _name(seat: View) -> Line:
    """A seat by its colour, with a mark in it."""
    name = f"seat {seat['seat']}" if seat["colour"] is None else seat["colour"].capitalize()
    return [("● ", seat_ink(seat)), (name, "dim strike" if seat.get("resigned") else "bold")]


def _named_column(seat: View) -> Line:
    mark, (name, style) = _name(seat)
    return [mark, (name, style), (" " * (NAME_WIDTH - len(name)), "")]


def _chair(view: View, seat: View) -> Line:
    """A seat before the board is laid."""
    if seat["player"] is None:
        return [(f"○ seat {seat['seat']} is free", "dim")]
    line = [*_named_column(seat), (f" seat {seat['seat']}  {seat['player']}", "")]
    if seat["player"] == view["host"]:
        line.append(("  host", "dim"))
    return line


def _seats(view: View, columns: Columns) -> Picture:
    titles = "".join(f"{title:>{width}}" for title, width in columns.values())
    left = "".join(f"{mark:>4}" for mark in LEFT.values())
    lines: Picture = [[(" " * (NAME_WIDTH + 4) + titles + left + " left", "dim")]]
    for seat in view["seats"]:
        lines.append(seat_line(view, seat, columns))
        if seat["resources"] is not None:
            lines.append(_hand(seat))
    return lines


def seat_line(view: View, seat: View, columns: Columns) -> Line:
    """What everybody may count; what a place does not have is left blank."""
    counts = "".join(f"{seat.get(field, ''):>{width}}" for field, (_, width) in columns.items())
    left = "".join(f"{seat[field]:>4}" for field in LEFT)
    line = [("▶ " if seat["seat"] in view["to_act"] else "  ", "bold"), *_named_column(seat)]
    line.append((counts + left, ""))
    for award in ("longest_road", "largest_army"):
        if view[award] == seat["seat"]:
            line.append((f"  {_words(award)}", f"bold {seat_ink(seat)}"))
    return line


def _hand(seat: View) -> Line:
    """What only those who may see the hand know."""
    line = [(" " * (NAME_WIDTH + 5), ""), *_resources(seat["resources"])]
    for kind, count in seat["cards"].items():
        if count:
            line += [("  + ", "dim"), (f"{_words(kind)} {count}", "")]
    return line


def _score(view: View) -> Picture:
    """Points by source, a column for every seat."""
    scores = view["score"]
    seats = [view["seats"][score["seat"]] for score in scores]
    head = [("Points".ljust(SOURCE_WIDTH), "bold")]
    for seat in seats:
        head += [("  ", ""), *_named_column(seat)]
    lines: Picture = [head]
    for source in scores[0]["sources"]:
        counts = [score["sources"][source] for score in scores]
        lines.append([(_words(source).ljust(SOURCE_WIDTH), "dim"), (_cells(counts), "")])
    totals = [score["points"] for score in scores]
    lines.append([("all".ljust(SOURCE_WIDTH), "bold"), (_cells(totals), "bold")])
    return lines


def _cells(counts: list[int]) -> str:
    return "".join(f"{count or '–':>5}" + " " * (NAME_WIDTH - 1) for count in counts)


def _words(identifier: str) -> str:
    return identifier.replace("_", " ")
