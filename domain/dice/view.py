"""The table as everybody sees it, complete enough to draw, and its parts."""

from functools import lru_cache

from domain.dice.sheet import (
    BOXES,
    CITIES,
    ISLAND,
    KNIGHTS,
    ROAD_POINTS,
    SETTLEMENTS,
    hex_place,
    node_places,
)
from domain.dice.state import Game, Sheet
from domain.dice.turning import jokers
from domain.grid.geometry import bits
from domain.ids import Seat, Viewer
from domain.ruleset import View
from domain.table.view import chair_view, table_view

MARKED = ("roads", "settlements", "cities", "knights", "jokers", "jokers_used", "track")


def view(state: Game, viewer: Viewer) -> View:
    """Everything there is to know: the dice game hides nothing."""
    started = bool(state.sheets)
    return {
        **table_view(state, viewer),
        "turn_seat": state.turn_seat if started else None,
        "first_seat": state.first_seat if started else None,
        "rolls": state.rolls,
        "dice": [{"face": die.face, "use": die.use} for die in state.dice],
        "built": state.built,
        "points": state.points,
        "seats": [_seat(state, Seat(i)) for i in range(len(state.chairs))],
        "board": printed() if started else None,
    }


def _seat(state: Game, seat: Seat) -> View:
    place = chair_view(state, seat)
    return place | _marked(state.sheets[seat]) if state.sheets else place


def _marked(sheet: Sheet) -> View:
    """What is marked on a sheet: roads by number, the rest by value."""
    return {
        "roads": list(bits(sheet.roads_built)),
        "settlements": list(SETTLEMENTS[: sheet.settlements]),
        "cities": list(CITIES[: sheet.cities]),
        "knights": list(KNIGHTS[: sheet.knights]),
        "jokers": jokers(sheet),
        "jokers_used": [KNIGHTS[i] for i in bits(sheet.jokers_used)],
        "track": list(sheet.track),
        "boxes_left": BOXES - len(sheet.track),
    }


@lru_cache(maxsize=1)
def printed() -> View:
    """What is printed on every sheet: shared by all views, not to be changed."""
    places = node_places()
    return {
        "hexes": [
            {
                "q": hex_.q,
                "r": hex_.r,
                "x": round(x, 4),
                "y": round(y, 4),
                "terrain": hex_.terrain,
                "knight": hex_.knight,
            }
            for hex_ in ISLAND.hexes
            for x, y in [hex_place(hex_.q, hex_.r)]
        ],
        "nodes": [{"id": node, "x": x, "y": y} for node, (x, y) in places.items()],
        "edges": [
            {"road": None, "nodes": list(ISLAND.start_road), "points": 0},
            *(
                {"road": road, "nodes": list(ends), "points": ROAD_POINTS}
                for road, ends in enumerate(ISLAND.roads)
            ),
        ],
        "places": {
            "settlements": {place.node: place.points for place in ISLAND.settlements},
            "cities": {place.node: place.points for place in ISLAND.cities},
        },
        "jokers": {str(knight.points): knight.joker for knight in ISLAND.knights},
        "boxes": BOXES,
    }


def board(view: View) -> View:
    """The dice, the printed sheet, and what every seat has marked on its own."""
    printed_part = view["board"] or {}
    return {
        **{name: printed_part.get(name, []) for name in ("hexes", "nodes", "edges")},
        **{name: printed_part.get(name, {}) for name in ("places", "jokers")},
        "dice": view["dice"],
        "sheets": [
            {
                "seat": place["seat"],
                "colour": place["colour"],
                **{name: place.get(name, []) for name in MARKED},
            }
            for place in view["seats"]
        ],
    }


def hand(view: View, seat: Seat) -> View:
    """What a seat has to build with: its dice, while it is on, and the jokers it has left.

    Before the start everything but `seat` is None.
    """
    place = view["seats"][seat]
    return {
        "seat": seat,
        "dice": view["dice"] if view["turn_seat"] == seat else None,
        "jokers": place.get("jokers"),
        "boxes_left": place.get("boxes_left"),
    }
