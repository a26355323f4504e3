"""The table at sea as one viewer may see it."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.base import awards, view_parts
from domain.base import view as base
from domain.base.state import NOWHERE
from domain.grid.geometry import bits
from domain.ids import HexId, Seat, Viewer
from domain.messages import Event
from domain.ruleset import View
from domain.seafarers.islands import bonuses
from domain.seafarers.state import SHIPS_EACH, Voyage

AWARDS: Mapping[Callable[[Voyage], Event | None], str] = {
    awards.longest_road: "longest_road",
    awards.largest_army: "largest_army",
}
HELD = (*view_parts.HELD, "ships_left", "counters")
MARKED = ("warship_edges",)
"""Pieces that are told once more because they are more than they were."""


def view(state: Voyage, viewer: Viewer) -> View:
    """Everything this viewer may know now."""
    table = base.view(state, viewer)
    laid = bool(state.networks)
    if laid:
        for place in table["seats"]:
            place |= _at_sea(state, place["seat"])
        table["board"] |= _chart(state)
    return {
        **table,
        "scenario": _scenario(state) if state.phase else None,
        "ship_moved": state.ship_moved,
        "gold": [{"seat": claim.seat, "count": claim.count} for claim in state.claims],
        **(state.hooks.own_view(state, viewer) if laid else {}),
    }


def _scenario(state: Voyage) -> View:
    layout = state.hooks.layout
    return {
        "number": state.options.scenario,
        "title": layout.title,
        "title_pl": layout.title_pl,
        "play": state.options.play,
        "awards": [AWARDS[award] for award in state.hooks.awards],
    }


def _at_sea(state: Voyage, seat: Seat) -> View:
    """`bonuses`: special points for a settlement, by area; `closed`: land where it may not be."""
    ships = state.fleets[seat].ships
    return {
        "ships": list(bits(ships)),
        "ships_left": SHIPS_EACH - ships.bit_count(),
        "bonuses": bonuses(state, seat),
        "closed": list(bits(state.board.nodes & ~state.hooks.lands(state, seat))),
        "counters": {"markers": state.markers[seat], **state.hooks.counters(state, seat)},
        **state.hooks.own_pieces(state, seat),
    }


def _chart(state: Voyage) -> View:
    return {
        "robber": _place(state.robber),
        "pirate": _place(state.pirate),
        "areas": [_area(state, area, hexes) for area, hexes in state.areas.items()],
        "tokens": state.hooks.tokens(state),
    }


def _area(state: Voyage, area: str, hexes: int) -> View:
    """An area as the map describes it; an island that came about by the deal has no kind."""
    told = state.hooks.layout.areas.get(area)
    return {
        "id": area,
        "kind": None if told is None else told.kind,
        "label": "" if told is None else told.label,
        "hexes": list(bits(hexes)),
    }


def _place(hex_: HexId) -> HexId | None:
    return None if hex_ == NOWHERE else hex_


def no_tokens(state: Voyage) -> list[View]:
    return []


def no_counters(state: Voyage, seat: Seat) -> dict[str, int]:
    return {}


def no_other_pieces(state: Voyage, seat: Seat) -> View:
    return {}


def nothing_more(state: Voyage, viewer: Viewer) -> dict[str, Any]:
    return {}


def board(view: View) -> View:
    """What lies on the table, ships and what a scenario lays out included."""
    lying = view_parts.lying(view, view["seats"])
    laid = view["board"] or {}
    for pieces, place in zip(lying["pieces"], view["seats"], strict=True):
        pieces["ships"] = place.get("ships", [])
        pieces |= {name: place[name] for name in MARKED if name in place}
    return {
        **lying,
        "pirate": laid.get("pirate"),
        "areas": laid.get("areas", []),
        "tokens": laid.get("tokens", []),
    }


def hand(view: View, seat: Seat) -> View:
    """What a seat holds, as far as this view shows it."""
    return view_parts.held(view, seat, HELD)
