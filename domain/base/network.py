"""Road networks: where the next road may lie, and how long the longest road is."""

from domain.base.state import Game
from domain.grid.geometry import nodes_in
from domain.grid.trails import longer_trail, longest_trail
from domain.ids import EdgeId, NodeId, Seat


def extend(state: Game, seat: Seat, edge: EdgeId) -> None:
    """A road was laid: it leads to both its ends, and on from those no one else has built on."""
    network, grid = state.networks[seat], state.board.geometry
    foreign = state.buildings & ~network.buildings
    a, b = grid.edge_nodes[edge]
    ends = 1 << a | 1 << b
    network.roads |= 1 << edge
    network.reached |= ends
    network.open_edges |= paths_at(state, ends & ~foreign)
    if not network.retired:
        state.road_lengths[seat] = state.hooks.road_length(state, seat, edge)


def survey(state: Game, seat: Seat) -> None:
    """Work out anew where a seat may go on after a foreign building went up."""
    network = state.networks[seat]
    foreign = state.buildings & ~network.buildings
    network.open_edges = paths_at(state, network.reached & ~foreign | network.buildings)
    if not network.retired:
        state.road_lengths[seat] = state.hooks.road_length(state, seat, None)


def road_length(state: Game, seat: Seat, new: EdgeId | None) -> int:
    """Roads alone count, and no foreign building may stand between them."""
    network, grid = state.networks[seat], state.board.geometry
    foreign = state.buildings & ~network.buildings
    if new is None:
        return longest_trail(grid, network.roads, foreign)
    return longer_trail(grid, network.roads, foreign, new, state.road_lengths[seat])


def paths_at(state: Game, nodes: int) -> int:
    """All paths that touch one of these nodes and take roads."""
    board, found = state.board, 0
    for node in nodes_in(nodes):
        found |= board.geometry.node_edges[node]
    return found & board.edges & ~state.hooks.closed_to_roads(state)


def survey_around(state: Game, builder: Seat, node: NodeId) -> None:
    """A building went up: it gives its owner ways where no road led yet, and may cut others."""
    for i, network in enumerate(state.networks):
        if (network.reached >> node & 1) != (i == builder):
            survey(state, Seat(i))
