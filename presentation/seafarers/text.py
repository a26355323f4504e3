"""The table of a game at sea as text for a terminal."""

from domain.ruleset import View
from presentation.base.text import COLUMNS, Columns, table
from presentation.presentation import TextPicture
from presentation.seafarers.captions import CAPTIONS
from presentation.seafarers.svg_panel import LEVELS, counters, scenario_name
from presentation.seafarers.text_sea import draw_sea, signs_of
from presentation.terminal.table_text import Line, name, words

ENGLISH = CAPTIONS["en"]
CALLED = {
    "longest_road": ENGLISH.say("longest_road"),
    "markers": ENGLISH.say("column.markers"),
}
SEA_COLUMNS: Columns = {**COLUMNS, "road_length": ("route", 7), "ships_left": ("ships left", 12)}


def picture(view: View) -> TextPicture:
    """Everything a view shows."""
    titles = {field: ENGLISH.say(f"column.{field}") for field in counters(view)}
    columns = {field: (title, len(title) + 2) for field, title in titles.items()}
    counted = [{**seat, **seat.get("counters", {})} for seat in view["seats"]]
    lines = table(
        {**view, "seats": counted},
        counted,
        {**SEA_COLUMNS, **columns},
        *_more(view),
        phases=ENGLISH.phases,
        draw=draw_sea,
        called=CALLED,
    )
    return [[(scenario_name(view, ENGLISH), "bold")], *lines]


def _more(view: View) -> list[Line]:
    """Gold to be taken, a ship moved, wonders, and what the signs on the board mean."""
    lines: list[Line] = [_gold(view, due) for due in view.get("gold") or ()]
    if view.get("ship_moved"):
        lines.append([(ENGLISH.say("ship_moved").capitalize(), "")])
    lines += [_wonder(view, wonder) for wonder in view.get("wonders") or ()]
    if view["board"] is not None:
        lines += _signs(view["board"])
    return [[], *lines] if lines else []


def _signs(board: View) -> list[Line]:
    line: Line = []
    for sign, kind in signs_of(board):
        line += [("   ", "")] if line else []
        line += [(sign, "bold"), (f" {words(kind)}", "dim")]
    return [line] if line else []


def _gold(view: View, due: View) -> Line:
    return [*name(view["seats"][due["seat"]]), (f" takes {due['count']} from the gold river", "")]


def _wonder(view: View, wonder: View) -> Line:
    called = ENGLISH.word(wonder["wonder"]).ljust(14)
    if wonder["seat"] is None:
        return [(called, "bold"), (ENGLISH.say("nobody"), "dim")]
    level = f" level {wonder['level']} of {LEVELS}"
    return [(called, "bold"), *name(view["seats"][wonder["seat"]]), (level, "")]
