"""What is to be seen and counted where pirates hold islands."""

from collections.abc import Iterator

from domain.base.statistics import Counters, marking
from domain.hexgrid import edges_in
from domain.ids import Seat, Viewer
from domain.ruleset import View
from domain.seafarers.scenarios.pirate_islands import events as facts
from domain.seafarers.scenarios.pirate_islands.route import piracy_of, route_of, waters
from domain.seafarers.scenarios.pirate_islands.warships import warships_of
from domain.seafarers.state import Voyage
from domain.statistics import Stats

COUNTED = {
    "warships": 0,
    "fleet_beaten": 0,
    "fleet_held_off": 0,
    "fleet_plundered": 0,
    "cards_plundered": 0,
    "fortress_attacks": 0,
    "fortress_markers": 0,
    "fortress_taken": 0,
    "ships_lost": 0,
}

COUNTERS: Counters = {}
counts = marking(COUNTERS)


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


def _count(seats: list[Stats], seat: Seat, name: str, times: int = 1) -> None:
    seats[seat]["scenario"][name] += times


@counts(facts.WarshipArmed)
def _warship_armed(seats: list[Stats], state: Voyage, event: facts.WarshipArmed) -> None:
    _count(seats, event.seat, "warships")


@counts(facts.FleetBeaten)
def _fleet_beaten(seats: list[Stats], state: Voyage, event: facts.FleetBeaten) -> None:
    _count(seats, event.seat, "fleet_beaten")


@counts(facts.FleetHeldOff)
def _fleet_held_off(seats: list[Stats], state: Voyage, event: facts.FleetHeldOff) -> None:
    _count(seats, event.seat, "fleet_held_off")


@counts(facts.FleetPlundered)
def _fleet_plundered(seats: list[Stats], state: Voyage, event: facts.FleetPlundered) -> None:
    _count(seats, event.seat, "fleet_plundered")
    _count(seats, event.seat, "cards_plundered", sum(event.cards.values()))


@counts(facts.FortressAttacked)
def _fortress_attacked(seats: list[Stats], state: Voyage, event: facts.FortressAttacked) -> None:
    _count(seats, event.seat, "fortress_attacks")


@counts(facts.FortressShaken)
def _fortress_shaken(seats: list[Stats], state: Voyage, event: facts.FortressShaken) -> None:
    _count(seats, event.seat, "fortress_markers")


@counts(facts.FortressTaken)
def _fortress_taken(seats: list[Stats], state: Voyage, event: facts.FortressTaken) -> None:
    _count(seats, event.seat, "fortress_markers")
    _count(seats, event.seat, "fortress_taken")


@counts(facts.ShipsLost)
def _ships_lost(seats: list[Stats], state: Voyage, event: facts.ShipsLost) -> None:
    _count(seats, event.seat, "ships_lost", len(event.edges))
