"""The table as one viewer may see it, complete enough to draw with no geometry code."""

from functools import lru_cache
from typing import Any

from msgspec import to_builtins

from domain.base.island.board import Board
from domain.base.state import (
    CITIES_EACH,
    ROADS_EACH,
    SETTLEMENTS_EACH,
    Game,
    Network,
)
from domain.cards import CARD_KINDS, RESOURCES, Hand, size
from domain.grid.geometry import Geometry, bits
from domain.ids import Seat, Viewer, may_see
from domain.ruleset import View
from domain.table.view import chair_view, table_view


def view(state: Game, viewer: Viewer) -> View:
    """Everything this viewer may know now."""
    return {
        **table_view(state, viewer),
        "turn_seat": state.turn_seat if state.networks else None,
        "rolled": state.rolled,
        "card_played": state.card_played,
        "free_roads": state.free_roads,
        "founding_order": state.founding_order[state.founded :],
        "seats": [_seat(state, Seat(i), viewer) for i in range(len(state.chairs))],
        "board": _board(state) if state.networks else None,
        "bank": _bank(state, viewer),
        "deck": state.hooks.for_sale(state) if state.networks else size(state.deck),
        "longest_road": state.longest_road,
        "largest_army": state.largest_army,
        "discards": _discards(state, viewer),
        "offer": to_builtins(state.offer, str_keys=True),
        "offers_made": state.offers_made,
    }


def _seat(state: Game, seat: Seat, viewer: Viewer) -> View:
    place = chair_view(state, seat)
    if state.networks:
        place |= pieces(state.networks[seat])
        place["settlements_left"] = state.hooks.settlements_left(state, seat)
        place |= _hand(state, seat, shown=may_see(viewer, seat))
        place["knights"] = state.knights[seat]
        place["road_length"] = state.road_lengths[seat]
    return place


def pieces(network: Network) -> View:
    """Where the pieces of a colour are, and how many are left; not to be changed."""
    return _pieces(network.roads, network.settlements, network.cities)


@lru_cache(maxsize=1 << 10)
def _pieces(roads: int, settlements: int, cities: int) -> View:
    """Shared by every view with these pieces, not to be changed."""
    return {
        "roads": list(bits(roads)),
        "settlements": list(bits(settlements)),
        "cities": list(bits(cities)),
        "roads_left": ROADS_EACH - roads.bit_count(),
        "settlements_left": SETTLEMENTS_EACH - settlements.bit_count(),
        "cities_left": CITIES_EACH - cities.bit_count(),
    }


def _hand(state: Game, seat: Seat, *, shown: bool) -> View:
    """Counts for everybody, the cards themselves for their owner."""
    hand, cards = state.hands[seat], state.cards[seat]
    fresh = state.fresh if seat == state.turn_seat else {}
    return {
        "resource_cards": size(hand),
        "resources": {resource: hand[resource] for resource in RESOURCES} if shown else None,
        "development_cards": state.cards_held[seat],
        "cards": {kind: cards[kind] for kind in CARD_KINDS} if shown else None,
        "bought_this_turn": {kind: fresh.get(kind, 0) for kind in CARD_KINDS} if shown else None,
    }


def _bank(state: Game, viewer: Viewer) -> Hand | None:
    if not state.networks or not (state.options.bank_visible or may_see(viewer)):
        return None
    return dict(state.bank)


def _discards(state: Game, viewer: Viewer) -> list[View]:
    return [
        {
            "seat": seat,
            "count": count,
            "chosen": seat in state.discards_chosen,
            "cards": state.discards_chosen.get(seat) if may_see(viewer, seat) else None,
        }
        for seat, count in state.discards_due.items()
    ]


def _board(state: Game) -> View:
    return {**_laid(state.board), "robber": state.robber}


@lru_cache(maxsize=256)
def _laid(board: Board) -> View:
    """What stays where it was laid: shared by every view of this board, not to be changed."""
    return {
        **_drawing(board.geometry),
        "hexes": _hexes(board),
        "harbours": [
            {
                "edge": harbour.edge,
                "kind": harbour.kind,
                "nodes": list(board.geometry.edge_nodes[harbour.edge]),
            }
            for harbour in board.harbours
        ],
    }


def _hexes(board: Board) -> list[View]:
    """The hexes of the island, then the ring of sea around it."""
    grid = board.geometry
    found = []
    for i, (q, r) in enumerate(grid.hexes):
        x, y = grid.hex_places[i]
        inside = i < grid.inner
        found.append(
            {
                "id": i,
                "q": q,
                "r": r,
                "x": x,
                "y": y,
                "terrain": board.tiles[i].terrain if inside else "sea",
                "number": board.tiles[i].number if inside else None,
                "frame": not inside,
            }
        )
    return found


@lru_cache(maxsize=64)
def _drawing(grid: Geometry) -> dict[str, Any]:
    """Nodes and edges as they are drawn: shared by every view of this map, not to be changed."""
    return {
        "nodes": [
            {"id": i, "hexes": list(hexes), "x": x, "y": y}
            for i, (hexes, (x, y)) in enumerate(zip(grid.node_hexes, grid.node_places, strict=True))
        ],
        "edges": [
            {"id": i, "nodes": [a, b], "hexes": list(grid.edge_hexes[i])}
            for i, (a, b) in enumerate(grid.edge_nodes)
        ],
    }
