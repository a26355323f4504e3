"""What the statistics count of the preparations."""

from domain.seafarers.scenarios.new_world import messages as facts
from domain.seafarers.state import Voyage
from domain.seafarers.statistics_types import SeaSeatStats, Seats
from domain.statistics import Counters

COUNTED = {"redeals_asked": 0, "harbours_placed": 0}
COUNTERS = Counters[Voyage, SeaSeatStats]()
counts = COUNTERS.counts


@counts(facts.RedealAsked)
def _redeal_asked(seats: Seats, state: Voyage, event: facts.RedealAsked) -> None:
    seats[event.seat].scenario["redeals_asked"] += 1


@counts(facts.HarbourTokenPlaced)
def _token_placed(seats: Seats, state: Voyage, event: facts.HarbourTokenPlaced) -> None:
    seats[event.seat].scenario["harbours_placed"] += 1
