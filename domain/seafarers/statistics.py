"""Statistics of a Seafarers game: those of the base game, and what happened at sea."""

from typing import Final

from domain.base import statistics as base
from domain.base.statistics import add_cards, counting
from domain.seafarers import events as facts
from domain.seafarers.scenarios import SCENARIOS
from domain.seafarers.shipping.ships import SHIP_COST
from domain.seafarers.state import Voyage
from domain.statistics import Counters, Statistics, Stats
from domain.table.lobby import GameOpened

COUNTERS: Final = Counters[Voyage](base.COUNTERS)
counts = COUNTERS.counts

AT_SEA: Final = ("ships_moved", "pirate_moves", "markers", "hexes_discovered")


def show(stats: Stats) -> Stats:
    """As in the base game, with what the sea has besides."""
    shown = base.show(stats)
    for line, kept in zip(shown["seats"], stats["seats"], strict=True):
        line |= {name: kept[name] for name in ("gold", "found", "sea", "scenario")}
    return shown


@counts(GameOpened)
def _game_opened(seats: list[Stats], state: Voyage, event: GameOpened) -> None:
    base.game_opened(seats, state, event)
    for seat in seats:
        seat["built"]["ships"] = 0
        seat["gold"] = base.no_cards()
        seat["found"] = base.no_cards()
        seat["sea"] = dict.fromkeys(AT_SEA, 0)
        seat["scenario"] = _counted(state)


def _counted(state: Voyage) -> dict[str, int]:
    """What the rules that are played with count besides."""
    scenario = SCENARIOS.get(state.options.scenario or 0)
    return dict(scenario.counted) if scenario and state.options.play == "scenario" else {}


@counts(facts.ShipBuilt)
def _ship_built(seats: list[Stats], state: Voyage, event: facts.ShipBuilt) -> None:
    seats[event.seat]["built"]["ships"] += 1
    if not event.free:
        add_cards(seats[event.seat]["spent"], SHIP_COST)


@counts(facts.ShipMoved)
def _ship_moved(seats: list[Stats], state: Voyage, event: facts.ShipMoved) -> None:
    seats[event.seat]["sea"]["ships_moved"] += 1


@counts(facts.PirateMoved)
def _pirate_moved(seats: list[Stats], state: Voyage, event: facts.PirateMoved) -> None:
    seats[event.seat]["sea"]["pirate_moves"] += 1


@counts(facts.GoldPicked)
def _gold_picked(seats: list[Stats], state: Voyage, event: facts.GoldPicked) -> None:
    add_cards(seats[event.seat]["gold"], event.cards)


@counts(facts.HexDiscovered)
def _hex_discovered(seats: list[Stats], state: Voyage, event: facts.HexDiscovered) -> None:
    seats[event.seat]["sea"]["hexes_discovered"] += 1


@counts(facts.DiscoveryPaid)
def _discovery_paid(seats: list[Stats], state: Voyage, event: facts.DiscoveryPaid) -> None:
    add_cards(seats[event.seat]["found"], {event.resource: 1})


@counts(facts.MarkersTaken)
def _markers_taken(seats: list[Stats], state: Voyage, event: facts.MarkersTaken) -> None:
    seats[event.seat]["sea"]["markers"] += event.count


ALL_COUNTERS: Final = Counters[Voyage](
    COUNTERS, *(scenario.counters for scenario in SCENARIOS.values())
)
STATISTICS: Final = Statistics(version=1, begin=base.begin, count=counting(ALL_COUNTERS), show=show)
