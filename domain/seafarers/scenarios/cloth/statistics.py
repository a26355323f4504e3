"""What the statistics count of the trade in cloth."""

from typing import Final

from domain.seafarers.scenarios.cloth import events as facts
from domain.seafarers.state import Voyage
from domain.statistics import Counters, Stats

COUNTERS: Final = Counters[Voyage]()
COUNTED: Final = {"villages": 0, "cloth_traded": 0, "cloth_stolen": 0, "cloth_lost": 0}
counts = COUNTERS.counts


@counts(facts.VillageReached)
def _count_contact(seats: list[Stats], state: Voyage, event: facts.VillageReached) -> None:
    seats[event.seat]["scenario"]["villages"] += 1
    seats[event.seat]["scenario"]["cloth_traded"] += event.cloth


@counts(facts.ClothDelivered)
def _count_delivery(seats: list[Stats], state: Voyage, event: facts.ClothDelivered) -> None:
    for seat in event.seats:
        seats[seat]["scenario"]["cloth_traded"] += 1


@counts(facts.ClothStolen)
def _count_theft(seats: list[Stats], state: Voyage, event: facts.ClothStolen) -> None:
    seats[event.thief]["scenario"]["cloth_stolen"] += 1
    seats[event.victim]["scenario"]["cloth_lost"] += 1
