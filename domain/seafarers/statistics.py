"""Statistics of a Seafarers game: those of the base game, and what happened at sea."""

from typing import Final

from domain.base import statistics as base
from domain.base.statistics import counting
from domain.base.statistics_kept import BaseStats, Trades, add_cards
from domain.base.statistics_shown import show, summary
from domain.seafarers import events as facts
from domain.seafarers.scenarios import SCENARIOS
from domain.seafarers.shipping.ships import SHIP_COST
from domain.seafarers.state import Voyage
from domain.seafarers.statistics_types import (
    SeaSeatStats,
    SeaSeatStatsView,
    SeaStatsView,
    Seats,
)
from domain.statistics import Counters, Statistics
from domain.table.view import fields_of

COUNTERS: Final = Counters[Voyage, SeaSeatStats](base.COUNTERS)
counts = COUNTERS.counts


def new_seat(state: Voyage, seats: int) -> SeaSeatStats:
    return SeaSeatStats(
        trades=Trades(made_with=[0] * seats), stolen_from=[0] * seats, scenario=_counted(state)
    )


def _counted(state: Voyage) -> dict[str, int]:
    """What the rules that are played with count besides."""
    scenario = SCENARIOS.get(state.options.scenario or 0)
    return dict(scenario.counted) if scenario and state.options.play == "scenario" else {}


def show_sea(stats: BaseStats[SeaSeatStats]) -> SeaStatsView:
    """As in the base game, with what the sea has besides."""
    shown = show(stats)
    seats = tuple(
        SeaSeatStatsView(
            **fields_of(line, without=("built",)),
            built=kept.built,
            gold=kept.gold,
            found=kept.found,
            sea=kept.sea,
            scenario=kept.scenario,
        )
        for line, kept in zip(shown.seats, stats.seats, strict=True)
    )
    return SeaStatsView(**fields_of(shown, without=("seats",)), seats=seats)


@counts(facts.ShipBuilt)
def _ship_built(seats: Seats, state: Voyage, event: facts.ShipBuilt) -> None:
    seats[event.seat].built.ships += 1
    if not event.free:
        add_cards(seats[event.seat].spent, SHIP_COST)


@counts(facts.ShipMoved)
def _ship_moved(seats: Seats, state: Voyage, event: facts.ShipMoved) -> None:
    seats[event.seat].sea.ships_moved += 1


@counts(facts.PirateMoved)
def _pirate_moved(seats: Seats, state: Voyage, event: facts.PirateMoved) -> None:
    seats[event.seat].sea.pirate_moves += 1


@counts(facts.GoldPicked)
def _gold_picked(seats: Seats, state: Voyage, event: facts.GoldPicked) -> None:
    add_cards(seats[event.seat].gold, event.cards)


@counts(facts.HexDiscovered)
def _hex_discovered(seats: Seats, state: Voyage, event: facts.HexDiscovered) -> None:
    seats[event.seat].sea.hexes_discovered += 1


@counts(facts.DiscoveryPaid)
def _discovery_paid(seats: Seats, state: Voyage, event: facts.DiscoveryPaid) -> None:
    add_cards(seats[event.seat].found, {event.resource: 1})


@counts(facts.MarkersTaken)
def _markers_taken(seats: Seats, state: Voyage, event: facts.MarkersTaken) -> None:
    seats[event.seat].sea.markers += event.count


ALL_COUNTERS: Final = Counters[Voyage, SeaSeatStats](
    COUNTERS, *(scenario.counters for scenario in SCENARIOS.values())
)
STATISTICS: Final = Statistics(
    version=2,
    kept=BaseStats[SeaSeatStats],
    count=counting(ALL_COUNTERS, new_seat),
    show=show_sea,
    shown=SeaStatsView,
    summary=summary,
)
