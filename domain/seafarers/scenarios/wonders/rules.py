"""Wonders: who may claim which, what a level costs, and how they win the game."""

from collections.abc import Iterator
from functools import lru_cache

from domain.base.building import pay, require_cards
from domain.base.state import MAIN
from domain.base.turn import require
from domain.cards import Cards, holds
from domain.chance.draws import Chance
from domain.grid.geometry import Geometry, mask_of
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.ruleset import Action
from domain.seafarers.maps.layout import NodePlace
from domain.seafarers.scenarios.wonders.map import Wonder, WonderId, of_map
from domain.seafarers.scenarios.wonders.messages import (
    BuildLevel,
    ClaimWonder,
    LevelBuilt,
    WonderClaimed,
)
from domain.seafarers.scenarios.wonders.state import Works, find_works, works_of
from domain.seafarers.score import points, reached_target
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves


class NoWonders(RuleViolation):
    """No wonders are built in this game; open one of the scenario that has them."""

    code = "wonder/not_in_this_game"


class WonderChosen(RuleViolation):
    """You build a wonder already, and it stays the only one; build its levels."""

    code = "wonder/one_each"


class WonderTaken(RuleViolation):
    """Another seat builds this wonder; claim a free one."""

    code = "wonder/taken"


class ConditionsUnmet(RuleViolation):
    """You do not meet all conditions of this wonder; `details.missing` names those."""

    code = "wonder/conditions_unmet"


class NoWonderClaimed(RuleViolation):
    """You have no wonder to build; claim one first."""

    code = "wonder/none_claimed"


def lay_cards(state: Voyage) -> None:
    """The cards of all wonders lie ready."""
    state.scenario_state = Works(builders={}, levels=[0] * len(state.chairs))


def require_wonders(state: Voyage) -> Works:
    works = find_works(state)
    if works is None:
        raise NoWonders("no wonders are built in this game")
    return works


def wonder_of(state: Voyage, seat: Seat) -> Wonder | None:
    """The wonder that a seat builds."""
    builders = works_of(state).builders
    return next((one for one in of_map(state).wonders if builders.get(one.id) == seat), None)


def missing(state: Voyage, seat: Seat, wonder: Wonder) -> list[str]:
    """The conditions of a wonder that a seat does not meet; they are asked to begin only."""
    needed, network = wonder.requires, state.networks[seat]
    unmet = []
    if network.cities.bit_count() < needed.cities:
        unmet.append("cities")
    if needed.settlement_at is not None:
        places = getattr(of_map(state), needed.settlement_at)
        if not network.buildings & marked(state.board.geometry, places):
            unmet.append("settlement_at")
    if needed.harbour_city and not network.cities & harbours(state):
        unmet.append("harbour_city")
    if state.road_lengths[seat] < needed.route_length:
        unmet.append("route_length")
    if needed.victory_points and points(state, seat) < needed.victory_points:
        unmet.append("victory_points")
    return unmet


def harbours(state: Voyage) -> int:
    """The crossings that have a harbour of any kind."""
    nodes = 0
    for served in state.board.harbour_nodes.values():
        nodes |= served
    return nodes


@lru_cache(maxsize=64)
def marked(grid: Geometry, places: tuple[NodePlace, ...]) -> int:
    """Marked crossings as a set."""
    return mask_of(grid.node_by_hexes[place] for place in places)


@decides(ClaimWonder)
def claim_wonder(state: Voyage, command: ClaimWonder, chance: Chance) -> Iterator[Event]:
    seat, builders = command.seat, require_wonders(state).builders
    require(state, seat, MAIN)
    if seat in builders.values():
        raise WonderChosen("you build a wonder already")
    if command.wonder in builders:
        raise WonderTaken("another seat builds this wonder", wonder=command.wonder)
    wonder = next(one for one in of_map(state).wonders if one.id == command.wonder)
    unmet = missing(state, seat, wonder)
    if unmet:
        raise ConditionsUnmet(
            "you do not meet all conditions of this wonder", wonder=wonder.id, missing=unmet
        )
    yield WonderClaimed(seat=seat, wonder=wonder.id)


@decides(BuildLevel)
def build_level(state: Voyage, command: BuildLevel, chance: Chance) -> Iterator[Event]:
    seat, levels = command.seat, require_wonders(state).levels
    require(state, seat, MAIN)
    wonder = wonder_of(state, seat)
    if wonder is None:
        raise NoWonderClaimed("claim a wonder before you build one")
    cost = ", ".join(f"{count} {resource}" for resource, count in wonder.cost_per_level.items())
    require_cards(state, seat, wonder.cost_per_level, f"a level of the {wonder.name} costs {cost}")
    yield LevelBuilt(seat=seat, wonder=wonder.id, level=levels[seat] + 1)


@evolves(WonderClaimed)
def wonder_claimed(state: Voyage, event: WonderClaimed) -> None:
    works_of(state).builders[event.wonder] = event.seat


@evolves(LevelBuilt)
def level_built(state: Voyage, event: LevelBuilt) -> None:
    works_of(state).levels[event.seat] = event.level
    state.unsettled = True
    pay(state, event.seat, cost_of(state, event.wonder))


def cost_of(state: Voyage, wonder: WonderId) -> Cards:
    """What a level of a wonder costs."""
    return next(one.cost_per_level for one in of_map(state).wonders if one.id == wonder)


def finished_or_ahead(state: Voyage, seat: Seat) -> bool:
    """A finished wonder wins; so do enough points with more levels than anybody else."""
    levels = works_of(state).levels
    own = levels[seat]
    if own == of_map(state).levels:
        return True
    rivals = (levels[other] for other in state.playing if other != seat)
    return own > max(rivals, default=0) and reached_target(state, seat)


def moves(state: Voyage, seat: Seat) -> list[Action]:
    """The wonders that a seat may claim, or the next level of its own."""
    if state.phase != MAIN:
        return []
    own = wonder_of(state, seat)
    if own is not None:
        return [BuildLevel(seat)] if holds(state.hands[seat], own.cost_per_level) else []
    builders = works_of(state).builders
    return [
        ClaimWonder(seat, wonder.id)
        for wonder in of_map(state).wonders
        if wonder.id not in builders and not missing(state, seat, wonder)
    ]
