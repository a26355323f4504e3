"""Views of tables at sea, made by hand: what a picture is drawn from, without a game behind it.

They are put together as JSON, and `typed` makes of them what pictures read.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import convert
from msgspec.structs import fields

from domain.grid.geometry import Geometry, geometry
from domain.seafarers.options import read_options
from domain.seafarers.scenarios.cloth.view import VillageView
from domain.seafarers.scenarios.forgotten_tribe.view import GiftView
from domain.seafarers.scenarios.new_world.view import HiddenHarbourView
from domain.seafarers.scenarios.pirate_islands.view import (
    PiratePiecesView,
    PirateSeatView,
    PirateToken,
)
from domain.seafarers.scenarios.wonders.view import MarkView, WondersView
from domain.seafarers.view_types import (
    NodeTokenView,
    SeaBoardView,
    SeaBoardWithPieces,
    SeaLobbyView,
    SeaPlayView,
)

View: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[int, int]
Tile: TypeAlias = tuple[int, int, str, int | None]

COLOURS = ("red", "blue", "orange", "white")
TOKENS = ("gift_point", "gift_card", "gift_harbour", "hidden_harbour", "village", "fortress")
TOKENS += ("crossing", "wasteland", "strait", "warning")
KINDS = ("forest", "pasture", "fields", "hills", "mountains", "gold")
NUMBERS = (5, 8, 4, 11, 12, 3, 10, 9, 6, 2)


FIRST = {-3: 2, -2: 1, -1: 0, 0: 0, 1: -1, 2: -1, 3: -1}
"""By row, the westernmost place inside a frame."""


def framed(width: int) -> list[Place]:
    """The places inside a frame of seven rows: 35, 42 or 49 of them for a width of 4, 5 or 6."""
    places = []
    for r, more in zip(range(-3, 4), (0, 1, 2, 1, 2, 1, 0), strict=True):
        first = FIRST[r]
        places += [(first + i, r) for i in range(width + more)]
    return places


def islands(width: int) -> list[Tile]:
    """Islands in a frame: some of every terrain, fog in the middle, water between."""
    tiles: list[Tile] = []
    for i, (q, r) in enumerate(framed(width)):
        column = q + (r + 1) // 2
        if column in (2, width - 1) and r != 0:
            tiles.append((q, r, "sea", None))
        elif column == 3 and abs(r) < 2:
            tiles.append((q, r, "fog", None))
        elif i % 11 == 4:
            tiles.append((q, r, "desert", None))
        else:
            tiles.append((q, r, KINDS[i % 6], NUMBERS[i % 10]))
    return tiles


def board_of(
    tiles: Iterable[Tile],
    harbours: Iterable[tuple[Place, Place, str]] = (),
    tokens: Iterable[Mapping[str, Any]] = (),
    robber: Place | None = None,
    pirate: Place | None = None,
) -> View:
    """The board of a view: harbours lie between a land and a sea hex."""
    laid = {(q, r): (terrain, number) for q, r, terrain, number in tiles}
    grid = geometry(tuple(laid))
    return {
        "hexes": [
            {
                "id": i,
                "q": q,
                "r": r,
                "x": grid.hex_places[i][0],
                "y": grid.hex_places[i][1],
                "terrain": laid.get((q, r), ("sea", None))[0],
                "number": laid.get((q, r), ("sea", None))[1],
                "frame": i >= grid.inner,
            }
            for i, (q, r) in enumerate(grid.hexes)
        ],
        "nodes": [
            {"id": i, "hexes": list(hexes), "x": x, "y": y}
            for i, (hexes, (x, y)) in enumerate(zip(grid.node_hexes, grid.node_places, strict=True))
        ],
        "edges": [
            {"id": i, "nodes": list(nodes), "hexes": list(grid.edge_hexes[i])}
            for i, nodes in enumerate(grid.edge_nodes)
        ],
        "harbours": [
            {"edge": edge, "kind": kind, "nodes": list(grid.edge_nodes[edge])}
            for edge, kind in ((edge_at(grid, land, sea), kind) for land, sea, kind in harbours)
        ],
        "areas": [],
        "tokens": [dict(token) for token in tokens],
        "robber": None if robber is None else grid.hex_ids[robber],
        "pirate": None if pirate is None else grid.hex_ids[pirate],
    }


def grid_of(tiles: Iterable[Tile]) -> Geometry:
    return geometry(tuple((q, r) for q, r, _, _ in tiles))


def edge_at(grid: Geometry, one: Place, other: Place) -> int:
    return grid.edge_by_hexes[tuple(sorted((one, other)))]


def node_at(grid: Geometry, *hexes: Place) -> int:
    return grid.node_by_hexes[tuple(sorted(hexes))]


def seat_of(number: int, **more: Any) -> View:
    """A seat with nothing on the board but what is given."""
    return {
        "seat": number,
        "player": ("ada", "ben", "cyd", "dan")[number],
        "colour": COLOURS[number],
        "nonce": None,
        "resigned": False,
        "bot": None,
        "roads": [],
        "settlements": [],
        "cities": [],
        "ships": [],
        "roads_left": 15,
        "settlements_left": 5,
        "cities_left": 4,
        "ships_left": 15 - len(more.get("ships", ())),
        "resource_cards": 4,
        "resources": None,
        "development_cards": 1,
        "cards": None,
        "bought_this_turn": None,
        "knights": number,
        "road_length": 5 - number,
        "bonuses": {},
        "closed": [],
        "counters": {},
        **more,
    }


def table_of(board: View | None, seats: list[View], **more: Any) -> View:
    """A table in the middle of a turn."""
    sources = {"settlements": 2, "cities": 0, "longest_road": 2, "largest_army": 0, "markers": 0}
    return {
        "game": "g",
        "ruleset": "seafarers",
        "rules": 1,
        "options": read_options({}, 4),
        "host": "ada",
        "listed": True,
        "invited_only": False,
        "rated": False,
        "lapses_at": None,
        "commitment": "",
        "key_id": "",
        "challenge": None,
        "phase": "main",
        "turn": 7,
        "turn_seat": 0,
        "to_act": [0],
        "rolled": (3, 5),
        "card_played": False,
        "free_roads": 0,
        "founding_order": [],
        "score": [
            {"seat": seat["seat"], "points": 5 + seat["seat"], "sources": sources} for seat in seats
        ],
        "seats": seats,
        "board": board,
        "bank": dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 12),
        "deck": 20,
        "longest_road": None,
        "largest_army": None,
        "outcome": None,
        "winners": [],
        "draws": 0,
        "clock": None,
        "pause": {"is_paused": False, "interrupted": None, "by_seats": False, "asked": []},
        "referee": {"call": None, "rulings": [], "rewound_to": None, "disqualified": []},
        "ending": None,
        "standings": [],
        "seed": None,
        "discards": [],
        "offer": None,
        "offers_made": 0,
        "gold": [],
        "ship_moved": False,
        **more,
        "scenario": {
            "number": 1,
            "title": "Heading for New Shores",
            "title_pl": "Ku nowym brzegom",
            "play": "scenario",
            "awards": ["longest_road", "largest_army"],
            **more.get("scenario", {}),
        },
    }


class MonsterView(NodeTokenView, frozen=True, kw_only=True, tag="sea_monster"):
    """A token that no picture knows."""


AnyToken: TypeAlias = (
    GiftView | VillageView | HiddenHarbourView | PirateToken | MarkView | MonsterView
)


class _Table(SeaPlayView, frozen=True, kw_only=True):
    """A table on which anything may lie that any scenario has."""

    seats: tuple[PirateSeatView, ...]
    board: SeaBoardView[AnyToken]


class _TableWithWonders(WondersView, frozen=True, kw_only=True):
    seats: tuple[PirateSeatView, ...]
    board: SeaBoardView[AnyToken]  # type: ignore[assignment]  # no scenario has all of it


def typed(view: View) -> SeaLobbyView | SeaPlayView:
    """What a picture reads."""
    if view["board"] is None:
        chairs = [{"nonce": None, "bot": None, "reserved": None, **seat} for seat in view["seats"]]
        told = {
            field.name: view.get(field.name) for field in fields(SeaLobbyView) if field.required
        }
        return convert({**told, "seats": chairs}, SeaLobbyView)
    seats = [{"warship_edges": [], "route": [], **seat} for seat in view["seats"]]
    if "wonders" not in view:
        return convert({**view, "seats": seats}, _Table)
    wonders = [{"levels": 4, "requires": {}, "cost": {}, **one} for one in view["wonders"]]
    return convert({**view, "seats": seats, "wonders": wonders}, _TableWithWonders)


def typed_board(board: View) -> SeaBoardWithPieces[PiratePiecesView, AnyToken]:
    """What a picture of a bare board reads."""
    pieces = [{"warship_edges": [], **seat} for seat in board.get("pieces", ())]
    return convert({**board, "pieces": pieces}, SeaBoardWithPieces[PiratePiecesView, AnyToken])
