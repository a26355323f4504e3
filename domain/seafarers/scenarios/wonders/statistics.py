"""What the statistics count of the wonders."""

from domain.base.statistics_kept import add_cards
from domain.seafarers.scenarios.wonders.messages import LevelBuilt
from domain.seafarers.scenarios.wonders.rules import cost_of
from domain.seafarers.state import Voyage
from domain.seafarers.statistics_types import SeaSeatStats, Seats
from domain.statistics import Counters

COUNTERS = Counters[Voyage, SeaSeatStats]()
counts = COUNTERS.counts
COUNTED = {"wonder_levels": 0}


@counts(LevelBuilt)
def _level_built(seats: Seats, state: Voyage, event: LevelBuilt) -> None:
    seats[event.seat].scenario["wonder_levels"] += 1
    add_cards(seats[event.seat].spent, cost_of(state, event.wonder))
