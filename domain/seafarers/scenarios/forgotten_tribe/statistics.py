"""What the statistics count of the gifts."""

from domain.seafarers.scenarios.forgotten_tribe import events as facts
from domain.seafarers.state import Voyage
from domain.seafarers.statistics_types import SeaSeatStats, Seats
from domain.statistics import Counters

COUNTED = dict.fromkeys(("gift_points", "gift_cards", "gift_harbours", "harbours_placed"), 0)
COUNTERS = Counters[Voyage, SeaSeatStats]()
counts = COUNTERS.counts


@counts(facts.GiftPointTaken)
def _point_taken(seats: Seats, state: Voyage, event: facts.GiftPointTaken) -> None:
    seats[event.seat].scenario["gift_points"] += 1
    seats[event.seat].sea.markers += 1


@counts(facts.GiftCardTaken)
def _card_taken(seats: Seats, state: Voyage, event: facts.GiftCardTaken) -> None:
    seats[event.seat].scenario["gift_cards"] += 1


@counts(facts.GiftHarbourTaken)
def _harbour_taken(seats: Seats, state: Voyage, event: facts.GiftHarbourTaken) -> None:
    seats[event.seat].scenario["gift_harbours"] += 1


@counts(facts.HarbourPlaced)
def _harbour_placed(seats: Seats, state: Voyage, event: facts.HarbourPlaced) -> None:
    seats[event.seat].scenario["harbours_placed"] += 1
