"""The panel of the drawn sea: ships and counters as columns, rows for gold and for wonders."""

from collections.abc import Iterator

from domain.seafarers.scenarios.forgotten_tribe.view import TribeView
from domain.seafarers.scenarios.wonders.view import WondersView, WonderView
from domain.seafarers.view_types import SeaLobbyView, SeaPlayView, SeaSeatView, SeaView
from presentation.base.seat_counts import seat_counts
from presentation.base.svg_island import badge, harbour_name
from presentation.base.svg_panel import panel_rows
from presentation.base.svg_rows import (
    COLUMNS,
    NARROW_WIDTH,
    PANEL_WIDTH,
    SMALL,
    Row,
    Sheet,
    flowing,
    mark,
)
from presentation.captions import Captions
from presentation.svg.flow import Area, Thing, flow, label
from presentation.svg.markup import Markup, group, moved, rect, text, title, use
from presentation.svg.seat_marks import seat_fill, shortened
from presentation.svg.symbols import FAINT, GOLD, INK

SHIPS_WIDTH, COUNTER_WIDTH = 98, 72
LEVELS = 4
GOLD_ROW, HARBOURS_ROW, WONDERS_ROW, WONDER_WIDTH = 34, 42, 50, 116
HEADING_LETTERS = 40
COUNTERS = ("markers", "cloth", "warships", "fortress", "wonder_level", "harbours_in_hand")


def sea_sheet(view: SeaPlayView, captions: Captions, *, narrow: bool = False) -> Sheet:
    """As wide as the columns need: those of the base game, ships left, and every counter."""
    heading = shortened(scenario_name(view, captions), HEADING_LETTERS)
    note = captions.say("ship_moved") if view.ship_moved else ""
    columns, right = {**COLUMNS}, PANEL_WIDTH
    for field, name, width in (
        ("ships_left", "ships", SHIPS_WIDTH),
        *((name, name, COUNTER_WIDTH) for name in counters(view)),
    ):
        columns[field] = name, right + width // 2 - 8
        right += width
    return Sheet(NARROW_WIDTH if narrow else right, columns, heading, note, narrow)


def counters(view: SeaPlayView) -> list[str]:
    """What is counted at this table besides, in the order of the columns."""
    found = {name for seat in view.seats for name in seat.counters}
    return [name for name in COUNTERS if name in found]


def scenario_name(view: SeaView, captions: Captions) -> str:
    """The scenario in the language of the picture; an own map by the title it was given."""
    scenario = view.scenario
    title = title_in(captions.code, scenario.title, scenario.title_pl)
    named = title or captions.say("scenario.own")
    if scenario.number is None:
        return named
    return captions.say("scenario", number=scenario.number, title=named)


def title_in(code: str, title: str, title_pl: str) -> str:
    """What a map or scenario is called in this language, or else in English."""
    return title_pl or title if code == "pl" else title


def lobby_rows(view: SeaLobbyView, captions: Captions, sheet: Sheet) -> Iterator[Row]:
    """The rows of the base game before the start, and the scenario."""
    name = label(scenario_name(view, captions), SMALL, fill=FAINT)
    return panel_rows(view, captions, flowing([name], sheet), sheet=sheet)


def sea_rows(view: SeaPlayView, captions: Captions, sheet: Sheet) -> Iterator[Row]:
    """The rows of the base game, with counters in them and what else lies on the table."""
    more = []
    if view.gold:
        more.append(_gold(view, captions, sheet))
    if isinstance(view, TribeView) and view.harbours_in_hand:
        more.append(_harbours(view, captions, sheet))
    if isinstance(view, WondersView):
        more.append(_wonders(view, captions, sheet))
    counts = [sea_counts(seat) for seat in view.seats]
    return panel_rows(view, captions, *more, sheet=sheet, counts=counts)


def sea_counts(seat: SeaSeatView) -> dict[str, int]:
    """By column: what everybody may count of a seat."""
    return {**seat_counts(seat), "ships_left": seat.ships_left, **seat.counters}


def _gold(view: SeaPlayView, captions: Captions, sheet: Sheet) -> Row:
    """Who takes how many cards from the gold river, in their order."""
    hex_ = use("hx-hex", transform=moved(10, 0, scaled=0.22), fill=GOLD, stroke=INK, stroke_width=6)
    things = [Thing(28, hex_), label(captions.say("gold"), SMALL, fill=FAINT)]
    for due in view.gold:
        seat = view.seats[due.seat]
        drawn = group(
            title(captions.say("gold.due", seat=captions.named(seat), count=due.count)),
            mark(seat).drawn,
            text(24, 6, str(due.count), font_size=17),
            data_gold=seat.seat,
            data_count=due.count,
        )
        things.append(Thing(52, drawn))
    return flowing(things, sheet, GOLD_ROW)


def _harbours(view: TribeView, captions: Captions, sheet: Sheet) -> Row:
    """The harbours that seats have in hand."""
    things = [label(captions.say("harbours.held"), SMALL, fill=FAINT)]
    for held in view.harbours_in_hand:
        seat, kind = view.seats[held.seat], held.harbour
        name = f"{captions.named(seat)}: {harbour_name(kind, captions)}"
        drawn = (title(name), mark(seat).drawn, group(badge(kind), transform=moved(40, 0)))
        area = Area("harbour", kind, name, (("data_seat", seat.seat),))
        things.append(Thing(70, group(*drawn, data_held=kind), area))
    return flowing(things, sheet, HARBOURS_ROW)


def _wonders(view: WondersView, captions: Captions, sheet: Sheet) -> Row:
    """Beside each other as far as there is room."""
    wonders, room = view.wonders, sheet.width - 32
    width = room / min(len(wonders), room // WONDER_WIDTH)
    things = [
        Thing(
            width,
            _wonder(view, wonder, captions),
            Area("wonder", wonder.wonder, wonder_told(view, wonder, captions)),
        )
        for wonder in wonders
    ]
    # Rounded, the widths may be more than all there is.
    lines = flow(things, 16, sheet.width, WONDERS_ROW)
    return Row(*lines)


def wonder_told(view: WondersView, wonder: WonderView, captions: Captions) -> str:
    name, owner = captions.word(wonder.wonder), wonder.seat
    if owner is None:
        return captions.say("wonder.free", wonder=name)
    seat = captions.named(view.seats[owner])
    return captions.say("wonder", wonder=name, seat=seat, level=wonder.level)


def _wonder(view: WondersView, wonder: WonderView, captions: Captions) -> Markup:
    """Its name, who builds it, and how high it is."""
    owner, level = wonder.seat, wonder.level
    if owner is None:
        shown = [text(0, 38, captions.say("nobody"), fill=FAINT, font_size=14)]
    else:
        built = seat_fill(view.seats[owner])
        shown = [
            use(f"hx-settlement-{owner}", transform=moved(10, 35, scaled=0.7)),
            *(
                rect(24 + 15 * i, 29, 12, 12, rx=2, fill=built, stroke=INK, stroke_width=1.6)
                for i in range(level)
            ),
            text(28 + 15 * level, 40, f"{level}/{LEVELS}", font_size=14),
        ]
    return group(
        title(wonder_told(view, wonder, captions)),
        text(0, 18, captions.word(wonder.wonder), font_size=15, font_weight="bold"),
        *shown,
        transform=moved(0, -WONDERS_ROW / 2),
        data_wonder=wonder.wonder,
        data_owner=owner,
        data_level=level,
    )
