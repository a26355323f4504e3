"""The table of a game at sea as an SVG picture; and a bare board, without a game."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from domain.ruleset import View
from presentation.base.svg import (
    UNKNOWN,
    described,
    draw_sheet,
    name,
    robber_on,
    seats_taken,
    table_symbols,
    unknown_island,
)
from presentation.base.svg_panel import draw_panel
from presentation.base.svg_pieces import pieces
from presentation.captions import Captions
from presentation.seafarers.captions import captions_in
from presentation.seafarers.svg_chart import draw_sea, sea_extent, sea_symbols
from presentation.seafarers.svg_panel import (
    counters,
    scenario_name,
    sea_rows,
    sea_sheet,
    wonder_told,
)
from presentation.seafarers.svg_tokens import token_name
from presentation.svg.seat_marks import SEAT_FILLS

NO_PIECES: dict[str, Any] = {"roads": [], "ships": [], "settlements": [], "cities": []}


def drawing(view: View, language: str) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions, board, seats = captions_in(language), view["board"], view["seats"]
    sheet = sea_sheet(view, captions)
    panel = draw_panel(sea_rows(view, captions, sheet))
    if board is None:
        return draw_sheet(
            unknown_island(),
            UNKNOWN,
            (*(pieces(seat, captions) for seat in seats), table_symbols(None)),
            captions,
            panel,
            name=name(view, captions),
            description=f"{scenario_name(view, captions)}. {seats_taken(view, captions)}",
        )
    return draw_sheet(
        draw_sea(board, seats, captions),
        sea_extent(board),
        sea_symbols(board, seats, captions),
        captions,
        panel,
        sheet.width,
        name=name(view, captions),
        description=" ".join(_description(view, captions)),
    )


def draw_board(board: View, language: str, title: str) -> str:
    """A board alone, as nobody plays on it yet.

    It has the form of a view's board. What belongs to a seat is drawn in that seat's colour, and
    `pieces` on it, if any, as they stand.
    """
    captions = captions_in(language)
    places = board.get("pieces") or [
        {"seat": seat, "colour": colour, **NO_PIECES} for seat, colour in enumerate(SEAT_FILLS)
    ]
    return draw_sheet(
        draw_sea(board, places, captions),
        sea_extent(board),
        sea_symbols(board, places, captions),
        captions,
        name=title,
        description=" ".join(_board_described(board, places, captions)),
    )


def _description(view: View, captions: Captions) -> Iterator[str]:
    """For those who do not see the picture."""
    yield f"{scenario_name(view, captions)}."
    for seat in view["seats"]:
        held = seat.get("counters", {})
        facts = [captions.say("ships", count=len(seat["ships"]), left=seat["ships_left"])]
        facts += [captions.say(kind, count=held[kind]) for kind in counters(view) if kind in held]
        yield described(view, seat, captions, *facts)
    if view.get("ship_moved"):
        yield f"{captions.say('ship_moved').capitalize()}."
    yield from _board_told(view["board"], view["seats"], captions)
    for due in view.get("gold") or ():
        seat = captions.seat(view["seats"][due["seat"]])
        yield f"{captions.say('gold')}: {seat} {due['count']}."
    for wonder in view.get("wonders") or ():
        yield f"{wonder_told(view, wonder, captions)}."


def _board_described(board: View, places: list[View], captions: Captions) -> Iterator[str]:
    """What a board is made of."""
    inside = [hex_["terrain"] for hex_ in board["hexes"] if not hex_["frame"]]
    kinds = [f"{captions.word(kind)} {count}" for kind, count in Counter(inside).most_common()]
    yield captions.say("hexes", count=len(inside), kinds=", ".join(kinds))
    yield captions.say("harbours", count=len(board["harbours"]))
    yield from _board_told(board, places, captions)


def _board_told(board: View, places: list[View], captions: Captions) -> Iterator[str]:
    """Where robber and pirate are, and what lies on the board besides."""
    off = board["robber"] is None
    yield captions.say("robber.off") if off else robber_on(board, captions)
    if "pirate" in board:
        pirate = board["pirate"]
        yield captions.say("pirate.off" if pirate is None else "pirate.on", hex=pirate)
    seats = {place["seat"]: place for place in places}
    lying = Counter(
        token_name(token, seats.get(token.get("seat", -1)), captions)
        for token in board.get("tokens", ())
        if token["kind"] != "marker"
    )
    if lying:
        names = [told if count == 1 else f"{count} × {told}" for told, count in lying.items()]
        yield captions.say("tokens", tokens="; ".join(names))
