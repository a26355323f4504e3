"""What the statistics count of the trade in cloth."""

from typing import Final

from domain.seafarers.scenarios.cloth import events as facts
from domain.seafarers.state import Voyage
from domain.seafarers.statistics_types import SeaSeatStats, Seats
from domain.statistics import Counters

COUNTERS: Final = Counters[Voyage, SeaSeatStats]()
COUNTED: Final = {"villages": 0, "cloth_traded": 0, "cloth_stolen": 0, "cloth_lost": 0}
counts = COUNTERS.counts


@counts(facts.VillageReached)
def _count_contact(seats: Seats, state: Voyage, event: facts.VillageReached) -> None:
    seats[event.seat].scenario["villages"] += 1
    seats[event.seat].scenario["cloth_traded"] += event.cloth


@counts(facts.ClothDelivered)
def _count_delivery(seats: Seats, state: Voyage, event: facts.ClothDelivered) -> None:
    for seat in event.seats:
        seats[seat].scenario["cloth_traded"] += 1


@counts(facts.ClothStolen)
def _count_theft(seats: Seats, state: Voyage, event: facts.ClothStolen) -> None:
    seats[event.thief].scenario["cloth_stolen"] += 1
    seats[event.victim].scenario["cloth_lost"] += 1
