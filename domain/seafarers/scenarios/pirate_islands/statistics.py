"""What the statistics count of the fight against the pirates."""

from domain.ids import Seat
from domain.seafarers.scenarios.pirate_islands import events as facts
from domain.seafarers.state import Voyage
from domain.seafarers.statistics_types import SeaSeatStats, Seats
from domain.statistics import Counters

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

COUNTERS = Counters[Voyage, SeaSeatStats]()
counts = COUNTERS.counts


def _count(seats: Seats, seat: Seat, name: str, times: int = 1) -> None:
    seats[seat].scenario[name] += times


@counts(facts.WarshipArmed)
def _warship_armed(seats: Seats, state: Voyage, event: facts.WarshipArmed) -> None:
    _count(seats, event.seat, "warships")


@counts(facts.FleetBeaten)
def _fleet_beaten(seats: Seats, state: Voyage, event: facts.FleetBeaten) -> None:
    _count(seats, event.seat, "fleet_beaten")


@counts(facts.FleetHeldOff)
def _fleet_held_off(seats: Seats, state: Voyage, event: facts.FleetHeldOff) -> None:
    _count(seats, event.seat, "fleet_held_off")


@counts(facts.FleetPlundered)
def _fleet_plundered(seats: Seats, state: Voyage, event: facts.FleetPlundered) -> None:
    _count(seats, event.seat, "fleet_plundered")
    _count(seats, event.seat, "cards_plundered", sum(event.cards.values()))


@counts(facts.FortressAttacked)
def _fortress_attacked(seats: Seats, state: Voyage, event: facts.FortressAttacked) -> None:
    _count(seats, event.seat, "fortress_attacks")


@counts(facts.FortressShaken)
def _fortress_shaken(seats: Seats, state: Voyage, event: facts.FortressShaken) -> None:
    _count(seats, event.seat, "fortress_markers")


@counts(facts.FortressTaken)
def _fortress_taken(seats: Seats, state: Voyage, event: facts.FortressTaken) -> None:
    _count(seats, event.seat, "fortress_markers")
    _count(seats, event.seat, "fortress_taken")


@counts(facts.ShipsLost)
def _ships_lost(seats: Seats, state: Voyage, event: facts.ShipsLost) -> None:
    _count(seats, event.seat, "ships_lost", len(event.edges))
