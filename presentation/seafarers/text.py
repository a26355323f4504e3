"""The table of a game at sea as text for a terminal."""

from domain.seafarers.scenarios.wonders.view import WondersView, WonderView
from domain.seafarers.state import Claim
from domain.seafarers.view_types import LaidSea, SeaPlayView, SeaView
from presentation.base.text import COLUMNS, Columns, lobby, table
from presentation.presentation import TextPicture
from presentation.seafarers.captions import CAPTIONS
from presentation.seafarers.svg_panel import LEVELS, counters, scenario_name, sea_counts
from presentation.seafarers.text_sea import draw_sea, signs_of
from presentation.terminal.table_text import Line, name, words

ENGLISH = CAPTIONS["en"]
CALLED = {
    "longest_road": ENGLISH.say("longest_road"),
    "markers": ENGLISH.say("column.markers"),
}
SEA_COLUMNS: Columns = {**COLUMNS, "road_length": ("route", 7), "ships_left": ("ships left", 12)}


def picture(view: SeaView) -> TextPicture:
    """Everything a view shows."""
    heading: Line = [(scenario_name(view, ENGLISH), "bold")]
    if view.board is None:
        return [heading, *lobby(view, ENGLISH.phases)]
    titles = {field: ENGLISH.say(f"column.{field}") for field in counters(view)}
    columns = {field: (title, len(title) + 2) for field, title in titles.items()}
    lines = table(
        view,
        draw_sea(view.board, view.seats),
        {**SEA_COLUMNS, **columns},
        *_more(view),
        phases=ENGLISH.phases,
        counts=[sea_counts(seat) for seat in view.seats],
        called=CALLED,
    )
    return [heading, *lines]


def _more(view: SeaPlayView) -> list[Line]:
    """Gold to be taken, a ship moved, wonders, and what the signs on the board mean."""
    lines: list[Line] = [_gold(view, due) for due in view.gold]
    if view.ship_moved:
        lines.append([(ENGLISH.say("ship_moved").capitalize(), "")])
    if isinstance(view, WondersView):
        lines += [_wonder(view, wonder) for wonder in view.wonders]
    lines += _signs(view.board)
    return [[], *lines] if lines else []


def _signs(board: LaidSea) -> list[Line]:
    line: Line = []
    for sign, kind in signs_of(board):
        line += [("   ", "")] if line else []
        line += [(sign, "bold"), (f" {words(kind)}", "dim")]
    return [line] if line else []


def _gold(view: SeaPlayView, due: Claim) -> Line:
    return [*name(view.seats[due.seat]), (f" takes {due.count} from the gold river", "")]


def _wonder(view: WondersView, wonder: WonderView) -> Line:
    called = ENGLISH.word(wonder.wonder).ljust(14)
    if wonder.seat is None:
        return [(called, "bold"), (ENGLISH.say("nobody"), "dim")]
    level = f" level {wonder.level} of {LEVELS}"
    return [(called, "bold"), *name(view.seats[wonder.seat]), (level, "")]
