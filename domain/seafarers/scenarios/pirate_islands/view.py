"""What is shown of fortresses, warships and the fleet."""

from collections.abc import Iterator

from domain.grid.geometry import edges_in
from domain.ids import Seat, Viewer
from domain.ruleset import View
from domain.seafarers.scenarios.pirate_islands.route import route_of, waters
from domain.seafarers.scenarios.pirate_islands.state import piracy_of
from domain.seafarers.scenarios.pirate_islands.warships import warships_of
from domain.seafarers.state import Voyage


def tokens(state: Voyage) -> list[View]:
    """Fortresses with the markers under them, and crossings where nobody has settled yet."""
    return [token for i in range(len(state.chairs)) for token in _tokens(state, Seat(i))]


def _tokens(state: Voyage, seat: Seat) -> Iterator[View]:
    route, markers = route_of(state, seat), piracy_of(state).markers[seat]
    if markers:
        yield {"kind": "fortress", "node": route.fortress, "seat": seat, "count": markers}
    if not state.buildings >> route.crossing & 1:
        yield {"kind": "crossing", "node": route.crossing, "seat": seat}


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    piracy = piracy_of(state)
    return {"warships": piracy.warships[seat], "fortress": piracy.markers[seat]}


def pieces(state: Voyage, seat: Seat) -> View:
    """Where the warships lie, and for every ship of the line, where it may lie."""
    steps = route_of(state, seat).steps
    return {
        "warship_edges": warships_of(state, seat),
        "route": [list(edges_in(step)) for step in steps],
    }


def fleet_path(state: Voyage, viewer: Viewer) -> View:
    """The ring of hexes on which the fleet sails, in the order in which it does."""
    return {"fleet_path": list(waters(len(state.chairs)).fleet_path)}
