"""The founding phase: two settlements with a road each, in snake order."""

from collections.abc import Iterator

from domain.base.building import NodeClosed, PathClosed, require_edge, require_node
from domain.base.commands import PlaceSettlement
from domain.base.events import ResourcesProduced, RoadBuilt, SettlementBuilt, TurnBegan
from domain.base.production import harvest
from domain.base.state import FOUNDING, Game
from domain.base.turn import require
from domain.chance.draws import Chance
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.turns import next_seat

rulebook = Rulebook[Game]()
decides = rulebook.decides


class RoadDue(RuleViolation):
    """Place the road of the settlement you just placed first."""

    code = "founding/road_due"


class SettlementDue(RuleViolation):
    """Place a settlement first; its road comes after it."""

    code = "founding/settlement_due"


class OutsideStart(RuleViolation):
    """Starting settlements may not stand on this crossing; choose another."""

    code = "founding/outside_start_area"


class RoadApart(RuleViolation):
    """The road has to touch the settlement you just placed; choose another path."""

    code = "founding/road_apart"


def founding_nodes(state: Game, seat: Seat) -> int:
    """Where a starting settlement may stand."""
    return state.hooks.start_nodes(state, seat) & ~state.nodes_closed


def founding_edges(state: Game) -> int:
    """Where the road of the settlement just placed may lie."""
    if state.founding_node is None:
        return 0
    hooks = state.hooks
    open_edges = hooks.start_roads(state, state.founding_node) & ~hooks.closed_to_roads(state)
    return open_edges & ~state.roads_taken


def any_path(state: Game, node: NodeId) -> int:
    """The road goes anywhere from its settlement."""
    return state.board.geometry.node_edges[node] & state.board.edges


@decides(PlaceSettlement)
def place_settlement(state: Game, command: PlaceSettlement, chance: Chance) -> Iterator[Event]:
    seat, node = command.seat, command.node
    require(state, seat, FOUNDING)
    if state.founding_node is not None:
        raise RoadDue("place the road of your settlement first")
    require_node(state, node)
    if not founding_nodes(state, seat) >> node & 1:
        if state.nodes_closed >> node & 1:
            raise NodeClosed("a building stands there or on a neighbouring crossing", node=node)
        raise OutsideStart("starting settlements may not stand there", node=node)
    pays = state.hooks.founding_pays(state, seat)
    yield SettlementBuilt(seat=seat, node=node, free=True)
    cards = harvest(state.board, node) if pays else {}
    if cards:
        yield ResourcesProduced(gains={seat: cards})


def place_founding_road(state: Game, seat: Seat, edge: EdgeId) -> Iterator[Event]:
    """The road that goes with the settlement just placed; then the next seat founds."""
    require_founding_edge(state, edge)
    yield RoadBuilt(seat=seat, edge=edge, free=True)
    if state.founded == len(state.founding_order):
        yield first_turn(state)


def require_founding_edge(state: Game, edge: EdgeId) -> None:
    require_edge(state, edge)
    node = require_founded(state)
    if founding_edges(state) >> edge & 1:
        return
    around = state.hooks.start_roads(state, node)
    if (around & state.hooks.closed_to_roads(state)) >> edge & 1:
        raise PathClosed("no road may lie on this path", edge=edge)
    raise RoadApart("the road has to touch the settlement you just placed", edge=edge)


def require_founded(state: Game) -> NodeId:
    """The settlement just placed, or a refusal."""
    if state.founding_node is None:
        raise SettlementDue("place a settlement first")
    return state.founding_node


def first_turn(state: Game) -> TurnBegan:
    """The first player takes the first turn."""
    first = state.founding_order[0]
    if state.chairs[first].resigned:
        first = next_seat(state, first)
    return TurnBegan(seat=first, turn=1)


def second_settlement(state: Game, seat: Seat) -> bool:
    """Only the second founding settlement brings resources."""
    return state.networks[seat].settlements.bit_count() == 1


def whole_island(state: Game, seat: Seat) -> int:
    return state.board.nodes
