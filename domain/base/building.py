"""Roads, settlements and cities: where they may stand, what they cost, how many there are."""

from collections.abc import Iterator

from domain.base.commands import BuildCity, BuildRoad, BuildSettlement
from domain.base.costs import CITY_COST, ROAD_COST, SETTLEMENT_COST
from domain.base.events import CityBuilt, RoadBuilt, SettlementBuilt
from domain.base.harbours import add_harbours
from domain.base.network import extend, survey_around
from domain.base.production import numbers_at, survey_payouts
from domain.base.state import (
    CITIES_EACH,
    FOUNDING,
    MAIN,
    ROADS_EACH,
    SETTLEMENTS_EACH,
    Game,
)
from domain.base.turn import require, resume
from domain.cards import Cards, holds, move_cards
from domain.chance.draws import Chance
from domain.grid.geometry import mask_of
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves


class NoSuchEdge(RuleViolation):
    """The board has no path of this number; take one from the board's view."""

    code = "board/no_such_edge"


class NoSuchNode(RuleViolation):
    """The board has no crossing of this number; take one from the board's view."""

    code = "board/no_such_node"


class NotEnoughCards(RuleViolation):
    """You do not hold the cards in `details.needed`; trade for them, or wait."""

    code = "hand/not_enough_cards"


class EdgeTaken(RuleViolation):
    """A road lies on this path already; choose a free one."""

    code = "road/edge_taken"


class RoadNotConnected(RuleViolation):
    """A road has to touch an own road or building, and not past a foreign building."""

    code = "road/not_connected"


class PathClosed(RuleViolation):
    """No road may lie on this path; choose another."""

    code = "road/not_here"


class NoRoadLeft(RuleViolation):
    """All your roads are on the board; build something else."""

    code = "road/none_left"


class NodeClosed(RuleViolation):
    """A building stands here or on a neighbouring crossing; choose one further away."""

    code = "settlement/too_close"


class SettlementNotConnected(RuleViolation):
    """A settlement needs a road of your own that leads to it; build the road first."""

    code = "settlement/not_connected"


class NoSettlementLeft(RuleViolation):
    """All your settlements are on the board; a city gives one back."""

    code = "settlement/none_left"


class NoOwnSettlement(RuleViolation):
    """A city replaces a settlement of your own; choose a crossing that has one."""

    code = "city/no_own_settlement"


class NoCityLeft(RuleViolation):
    """All your cities are on the board; build something else."""

    code = "city/none_left"


def road_edges(state: Game, seat: Seat) -> int:
    """Where a seat may lay its next road, paid for or free."""
    network = state.networks[seat]
    if network.roads.bit_count() >= ROADS_EACH:
        return 0
    return network.open_edges & ~state.roads_taken


def no_path_closed(state: Game) -> int:
    """Every path of the island takes a road."""
    return 0


def settlement_nodes(state: Game, seat: Seat) -> int:
    """Where a seat may build a settlement if it can pay."""
    if not state.hooks.settlements_left(state, seat):
        return 0
    return state.hooks.sites(state, seat) & ~state.nodes_closed


def settlements_left(state: Game, seat: Seat) -> int:
    """All of a colour but those on the board; a city gives one back."""
    return SETTLEMENTS_EACH - state.networks[seat].settlements.bit_count()


def along_roads(state: Game, seat: Seat) -> int:
    """Every crossing on land that an own road touches."""
    return state.networks[seat].reached & state.board.nodes


def city_nodes(state: Game, seat: Seat) -> int:
    """Which settlements a seat may turn into cities if it can pay."""
    network = state.networks[seat]
    return network.settlements if network.cities.bit_count() < CITIES_EACH else 0


@decides(BuildRoad)
def build_road(state: Game, command: BuildRoad, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, MAIN)
    require_road_edge(state, command.seat, command.edge)
    require_cards(state, command.seat, ROAD_COST, "a road costs brick and lumber")
    yield RoadBuilt(seat=command.seat, edge=command.edge)


def require_road_edge(state: Game, seat: Seat, edge: EdgeId) -> None:
    require_edge(state, edge)
    if road_edges(state, seat) >> edge & 1:
        return
    if state.roads_taken >> edge & 1:
        raise EdgeTaken("that edge already has a road", edge=edge)
    if state.hooks.closed_to_roads(state) >> edge & 1:
        raise PathClosed("no road may lie on this path", edge=edge)
    if not state.networks[seat].open_edges >> edge & 1:
        raise RoadNotConnected(
            "a road has to touch an own road or building, and not past a foreign one", edge=edge
        )
    raise NoRoadLeft(f"all {ROADS_EACH} roads of this colour are on the board")


@decides(BuildSettlement)
def build_settlement(state: Game, command: BuildSettlement, chance: Chance) -> Iterator[Event]:
    seat, node = command.seat, command.node
    require(state, seat, MAIN)
    require_settlement_node(state, seat, node)
    require_cards(state, seat, SETTLEMENT_COST, "a settlement costs brick, lumber, wool and grain")
    yield SettlementBuilt(seat=seat, node=node)


def require_settlement_node(state: Game, seat: Seat, node: NodeId) -> None:
    require_node(state, node)
    if settlement_nodes(state, seat) >> node & 1:
        return
    if state.nodes_closed >> node & 1:
        raise NodeClosed("a building stands there or on a neighbouring crossing", node=node)
    if not state.hooks.sites(state, seat) >> node & 1:
        raise SettlementNotConnected("a settlement needs a road of its own colour", node=node)
    raise NoSettlementLeft(
        f"all {SETTLEMENTS_EACH} settlements of this colour are on the board; a city frees one"
    )


@decides(BuildCity)
def build_city(state: Game, command: BuildCity, chance: Chance) -> Iterator[Event]:
    seat, node = command.seat, command.node
    require(state, seat, MAIN)
    require_node(state, node)
    if not city_nodes(state, seat) >> node & 1:
        if not state.networks[seat].settlements >> node & 1:
            raise NoOwnSettlement("a city replaces a settlement of your own", node=node)
        raise NoCityLeft(f"all {CITIES_EACH} of your cities are on the board")
    require_cards(state, seat, CITY_COST, "a city costs three ore and two grain")
    yield CityBuilt(seat=seat, node=node)


@evolves(RoadBuilt)
def road_built(state: Game, event: RoadBuilt) -> None:
    lay_road(state, event.seat, event.edge)
    count_way(state, event.seat, ROAD_COST, free=event.free)


def count_way(state: Game, seat: Seat, cost: Cards, *, free: bool) -> None:
    """A road was laid: it was paid for, or was one of those that are due for nothing."""
    if not free:
        pay(state, seat, cost)
    elif state.phase == FOUNDING:
        state.founded += 1
        state.founding_node = None
        if state.founded < len(state.founding_order):
            state.turn_seat = state.founding_order[state.founded]
    elif state.free_roads:
        state.free_roads -= 1
        state.free_road_placed = True
        if not state.free_roads:
            state.phase = resume(state)


def lay_road(state: Game, seat: Seat, edge: EdgeId) -> None:
    """A road lies on the board, paid for or free."""
    state.roads_taken |= 1 << edge
    state.unsettled = True
    extend(state, seat, edge)


@evolves(SettlementBuilt)
def settlement_built(state: Game, event: SettlementBuilt) -> None:
    set_settlement(state, event.seat, event.node)
    if not event.free:
        pay(state, event.seat, SETTLEMENT_COST)
    elif state.phase == FOUNDING:
        state.founding_node = event.node


def set_settlement(state: Game, seat: Seat, node: NodeId) -> None:
    """A settlement stands on the board, paid for or free."""
    network, board = state.networks[seat], state.board
    network.settlements |= 1 << node
    network.hexes |= mask_of(board.geometry.node_hexes[node])
    add_harbours(network, board, node)
    state.buildings |= 1 << node
    state.unsettled = True
    state.nodes_closed |= 1 << node | board.geometry.node_neighbours[node]
    survey_around(state, seat, node)
    survey_payouts(state, numbers_at(board, node))


@evolves(CityBuilt)
def city_built(state: Game, event: CityBuilt) -> None:
    network = state.networks[event.seat]
    network.settlements &= ~(1 << event.node)
    network.cities |= 1 << event.node
    state.unsettled = True
    survey_payouts(state, numbers_at(state.board, event.node))
    pay(state, event.seat, CITY_COST)


def pay(state: Game, seat: Seat, cost: Cards) -> None:
    """Costs go back to the bank at once, and with separate phases trading is over."""
    move_cards(state.hands[seat], state.bank, cost)
    state.building_began = True
    if state.hooks.building_ends_trading:
        state.offer = None


def require_cards(state: Game, seat: Seat, cards: Cards, message: str) -> None:
    if not holds(state.hands[seat], cards):
        raise NotEnoughCards(message + ", and you do not hold them all", needed=dict(cards))


def require_edge(state: Game, edge: EdgeId) -> None:
    if not 0 <= edge < len(state.board.geometry.edge_nodes) or not state.board.edges >> edge & 1:
        raise NoSuchEdge("there is no path with this number on the island", edge=edge)


def require_node(state: Game, node: NodeId) -> None:
    if not 0 <= node < len(state.board.geometry.node_edges) or not state.board.nodes >> node & 1:
        raise NoSuchNode("there is no crossing with this number on the island", node=node)
