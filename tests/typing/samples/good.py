"""A variant as it should be: mypy has nothing to say about it."""

from collections.abc import Iterator
from dataclasses import replace

from domain.base.commands import BuildRoad, EndTurn
from domain.base.events import CityBuilt, RoadBuilt, SettlementBuilt
from domain.base.game import BASE
from domain.base.hooks import Hooks
from domain.base.state import Game
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.ruleset import ClockRules
from domain.seafarers.game import SEAFARERS
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.scenario import Scenario
from domain.seafarers.state import Voyage

land = Rulebook[Game]()


@land.decides(BuildRoad)
def build_road(state: Game, command: BuildRoad, chance: Chance) -> Iterator[Event]:
    yield RoadBuilt(seat=command.seat, edge=command.edge)


@land.evolves(RoadBuilt)
def road_built(state: Game, event: RoadBuilt) -> None:
    state.roads_taken |= 1 << event.edge


@land.evolves(SettlementBuilt, CityBuilt)
def built(state: Game, event: SettlementBuilt | CityBuilt) -> None:
    state.buildings |= 1 << event.node


sea = Rulebook[Voyage](land)


@sea.decides(EndTurn)
def end_turn(state: Game, command: EndTurn, chance: Chance) -> Iterator[Event]:
    """A rule for the base game is a rule at sea, too."""
    yield from ()


def robber_stays(state: Game, seat: Seat) -> int:
    return 0


def pirate_stays(state: Voyage, seat: Seat) -> int:
    return state.pirate & 0


def tame(hooks: Hooks[Game]) -> Hooks[Game]:
    return replace(hooks, robber_hexes=robber_stays, building_ends_trading=True)


def calm(hooks: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    return replace(hooks, robber_hexes=robber_stays, pirate_hexes=pirate_stays)


SCENARIO = Scenario(number=1, hooks=calm, rulebook=sea)
CLOCK: ClockRules[Voyage] = BASE.clock
"""What the clocks have to know of the base game serves at sea."""
MOVES = BASE.flow.moves(SEAFARERS.new_game(), Seat(0))
