"""The panel of the drawn sea: ships and counters as columns, rows for gold and for wonders."""

from collections.abc import Iterator

from domain.seafarers.scenarios.wonders.view import WondersView, WonderView
from domain.seafarers.view_types import SeaLobbyView, SeaPlayView, SeaSeatView, SeaView
from presentation.base.seat_counts import seat_counts
from presentation.base.svg_panel import COLUMNS, NAME_AT, PANEL_WIDTH, Row, Sheet, panel_rows
from presentation.captions import Captions
from presentation.svg.markup import Markup, group, joined, moved, rect, text, title, use
from presentation.svg.seat_marks import seat_fill, shortened
from presentation.svg.symbols import FAINT, GOLD, INK

SHIPS_WIDTH, COUNTER_WIDTH = 98, 72
LEVELS = 4
GOLD_ROW, WONDERS_ROW, SCENARIO_ROW = 34, 50, 30
HEADING_LETTERS = 40
COUNTERS = ("markers", "cloth", "warships", "fortress", "wonder_level", "harbours_in_hand")


def sea_sheet(view: SeaPlayView, captions: Captions) -> Sheet:
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
    return Sheet(right, columns, heading, note)


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


def lobby_rows(view: SeaLobbyView, captions: Captions) -> Iterator[Row]:
    """The rows of the base game before the start, and the scenario."""
    name = text(NAME_AT, 20, scenario_name(view, captions), fill=FAINT, font_size=14)
    return panel_rows(view, captions, (name, SCENARIO_ROW))


def sea_rows(view: SeaPlayView, captions: Captions, sheet: Sheet) -> Iterator[Row]:
    """The rows of the base game, with counters in them and what else lies on the table."""
    more = []
    if view.gold:
        more.append((_gold(view, captions), GOLD_ROW))
    if isinstance(view, WondersView):
        more.append((_wonders(view, captions, sheet), WONDERS_ROW))
    counts = [sea_counts(seat) for seat in view.seats]
    return panel_rows(view, captions, *more, sheet=sheet, counts=counts)


def sea_counts(seat: SeaSeatView) -> dict[str, int]:
    """By column: what everybody may count of a seat."""
    return {**seat_counts(seat), "ships_left": seat.ships_left, **seat.counters}


def _gold(view: SeaPlayView, captions: Captions) -> Markup:
    """Who takes how many cards from the gold river, in their order."""
    parts = [
        use(
            "hx-hex",
            transform=moved(48, 17, scaled=0.22),
            fill=GOLD,
            stroke=INK,
            stroke_width=6,
        ),
        text(NAME_AT, 23, captions.say("gold"), fill=FAINT),
    ]
    x = NAME_AT + 7 * len(captions.say("gold")) + 20
    for due in view.gold:
        seat = view.seats[due.seat]
        parts.append(
            group(
                title(captions.say("gold.due", seat=captions.seat(seat), count=due.count)),
                use(f"hx-settlement-{seat.seat}", transform=moved(x, 18, scaled=0.7)),
                text(x + 14, 23, str(due.count), fill=INK, font_size=17),
                data_gold=seat.seat,
                data_count=due.count,
            )
        )
        x += 52
    return group(*parts, font_size=14)


def _wonders(view: WondersView, captions: Captions, sheet: Sheet) -> Markup:
    wonders = view.wonders
    apart = (sheet.width - 32) / len(wonders)
    return joined(
        _wonder(view, wonder, captions, 16 + apart * i) for i, wonder in enumerate(wonders)
    )


def wonder_told(view: WondersView, wonder: WonderView, captions: Captions) -> str:
    name, owner = captions.word(wonder.wonder), wonder.seat
    if owner is None:
        return captions.say("wonder.free", wonder=name)
    seat = captions.seat(view.seats[owner])
    return captions.say("wonder", wonder=name, seat=seat, level=wonder.level)


def _wonder(view: WondersView, wonder: WonderView, captions: Captions, x: float) -> Markup:
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
        transform=moved(x, 0),
        data_wonder=wonder.wonder,
        data_owner=owner,
        data_level=level,
    )
