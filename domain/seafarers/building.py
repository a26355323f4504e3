"""Placing roads and settlements where ships sail too: what they lead to, and what they find."""

from collections.abc import Iterable, Iterator

from domain.base import building, founding
from domain.base.building import require_cards, require_road_edge
from domain.base.commands import BuildRoad, BuildSettlement, PlaceRoad, PlaceSettlement
from domain.base.costs import ROAD_COST
from domain.base.development import end_impossible_roads
from domain.base.events import RoadBuilt, SettlementBuilt
from domain.base.founding import first_turn, require_founded, require_founding_edge
from domain.base.state import FOUNDING, FREE_ROADS, MAIN
from domain.base.turn import require
from domain.chance.draws import Chance
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.commands import PlaceShip
from domain.seafarers.events import ShipBuilt
from domain.seafarers.gold import claim, gold_at
from domain.seafarers.islands import areas_at
from domain.seafarers.shipping.ships import (
    pirate_edges,
    require_free_water,
    require_ship_edge,
    survey_fleets_around,
)
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves


class ShipApart(RuleViolation):
    """The ship has to touch the settlement you just placed; choose another edge."""

    code = "founding/ship_apart"


class ShipDue(RuleViolation):
    """A starting settlement on the coast takes a ship in this game, not a road."""

    code = "founding/ship_due"


class NoShipsYet(RuleViolation):
    """Starting settlements take roads in this game, not ships."""

    code = "founding/no_ships"


class LandClosed(RuleViolation):
    """You may not settle on this land; choose a crossing elsewhere."""

    code = "settlement/not_here"


def along_ways(state: Voyage, seat: Seat) -> int:
    """Every crossing on land that is open to a seat and that its road or ship touches."""
    reached = state.networks[seat].reached | state.fleets[seat].reached
    return reached & state.hooks.lands(state, seat)


def any_land(state: Voyage, seat: Seat) -> int:
    return state.board.nodes


def start_ships(state: Voyage) -> int:
    """Where a ship may lie instead of the road of the settlement just placed."""
    node = state.founding_node
    if node is None or state.hooks.layout.start.coastal_ship == "never":
        return 0
    around = state.board.geometry.node_edges[node]
    return around & state.board.sea_edges & ~state.roads_taken & ~pirate_edges(state)


def start_roads(state: Voyage, node: NodeId) -> int:
    """Anywhere on land, unless a ship must be placed and can be."""
    if state.hooks.layout.start.coastal_ship == "must" and start_ships(state):
        return 0
    return founding.any_path(state, node)


@decides(PlaceSettlement)
def place_settlement(state: Voyage, command: PlaceSettlement, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, FOUNDING)
    pays = state.hooks.founding_pays(state, command.seat)
    yield from founding.place_settlement(state, command, chance)
    rivers = gold_at(state, command.node) if pays else 0
    if rivers:
        yield from claim(state, {command.seat: rivers})


@decides(BuildSettlement)
def build_settlement(state: Voyage, command: BuildSettlement, chance: Chance) -> Iterator[Event]:
    seat, node = command.seat, command.node
    require(state, seat, MAIN)
    building.require_node(state, node)
    if not state.hooks.lands(state, seat) >> node & 1:
        raise LandClosed("you may not settle on this land", node=node)
    yield from building.build_settlement(state, command, chance)
    yield from state.hooks.on_settled(state, seat, node, chance)


@decides(BuildRoad)
def build_road(state: Voyage, command: BuildRoad, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, MAIN)
    require_road_edge(state, command.seat, command.edge)
    require_cards(state, command.seat, ROAD_COST, "a road costs brick and lumber")
    yield RoadBuilt(seat=command.seat, edge=command.edge)
    yield from state.hooks.on_way_placed(state, command.seat, command.edge, chance)


@decides(PlaceRoad)
def place_road(state: Voyage, command: PlaceRoad, chance: Chance) -> Iterator[Event]:
    seat, edge = command.seat, command.edge
    if state.phase == FOUNDING:
        require(state, seat, FOUNDING)
        if state.founding_node is not None and not founding.founding_edges(state):
            raise ShipDue("a settlement on the coast takes a ship here", edge=edge)
        require_founding_edge(state, edge)
    else:
        require(state, seat, FREE_ROADS)
        require_road_edge(state, seat, edge)
    yield RoadBuilt(seat=seat, edge=edge, free=True)
    yield from _find(state, seat, edge, chance)


@decides(PlaceShip)
def place_ship(state: Voyage, command: PlaceShip, chance: Chance) -> Iterator[Event]:
    seat, edge = command.seat, command.edge
    if state.phase == FOUNDING:
        require(state, seat, FOUNDING)
        _require_start_ship(state, edge)
    else:
        require(state, seat, FREE_ROADS)
        require_ship_edge(state, seat, edge)
    yield ShipBuilt(seat=seat, edge=edge, free=True)
    yield from _find(state, seat, edge, chance)


def _require_start_ship(state: Voyage, edge: EdgeId) -> None:
    require_founded(state)
    if edge >= 0 and start_ships(state) >> edge & 1:
        return
    require_free_water(state, edge)
    if state.hooks.layout.start.coastal_ship == "never":
        raise NoShipsYet("starting settlements take roads in this game", edge=edge)
    raise ShipApart("the ship has to touch the settlement you just placed", edge=edge)


def _find(state: Voyage, seat: Seat, edge: EdgeId, chance: Chance) -> Iterator[Event]:
    """What a piece that cost nothing finds; then the next one is due, or the first turn."""
    was_founding = not state.turn
    yield from state.hooks.on_way_placed(state, seat, edge, chance)
    if was_founding:
        if state.phase == FOUNDING and state.founded == len(state.founding_order):
            yield first_turn(state)
    else:
        yield from end_impossible_roads(state, seat)


def nothing_found(state: Voyage, seat: Seat, edge: EdgeId, chance: Chance) -> Iterable[Event]:
    return ()


@evolves(SettlementBuilt)
def settlement_built(state: Voyage, event: SettlementBuilt) -> None:
    seat, node = event.seat, event.node
    building.settlement_built(state, event)
    survey_fleets_around(state, seat, node)
    if state.phase == FOUNDING and state.hooks.layout.bonus.home != "none":
        known = state.settled[seat]
        new = tuple(area for area in areas_at(state, node) if area not in known)
        state.settled[seat] = known + new
