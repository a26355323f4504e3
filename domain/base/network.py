"""Road networks: where the next road may lie, and how long the longest road is."""

from domain.base.board import Board
from domain.base.state import Game
from domain.hexgrid import Geometry, nodes_in
from domain.ids import EdgeId, NodeId, Seat


def extend(state: Game, seat: Seat, edge: EdgeId) -> None:
    """A road was laid: it leads to both its ends, and on from those no one else has built on."""
    network, grid = state.networks[seat], state.board.geometry
    foreign = state.buildings & ~network.buildings
    a, b = grid.edge_nodes[edge]
    ends = 1 << a | 1 << b
    network.roads |= 1 << edge
    network.reached |= ends
    network.open_edges |= edges_at(state.board, ends & ~foreign)
    if not network.retired:
        state.road_lengths[seat] = state.hooks.road_length(state, seat, edge)


def survey(state: Game, seat: Seat) -> None:
    """Work out anew where a seat may go on after a foreign building went up."""
    network = state.networks[seat]
    foreign = state.buildings & ~network.buildings
    network.open_edges = edges_at(state.board, network.reached & ~foreign | network.buildings)
    if not network.retired:
        state.road_lengths[seat] = state.hooks.road_length(state, seat, None)


def road_length(state: Game, seat: Seat, new: EdgeId | None) -> int:
    """Roads alone count, and no foreign building may stand between them."""
    network, grid = state.networks[seat], state.board.geometry
    foreign = state.buildings & ~network.buildings
    if new is None:
        return longest_trail(grid, network.roads, foreign)
    return longer_trail(grid, network.roads, foreign, new, state.road_lengths[seat])


def edges_at(board: Board, nodes: int) -> int:
    """All paths that touch one of these nodes."""
    found = 0
    for node in nodes_in(nodes):
        found |= board.geometry.node_edges[node]
    return found & board.edges


def survey_around(state: Game, builder: Seat, node: NodeId) -> None:
    """A building went up: it gives its owner ways where no road led yet, and may cut others."""
    for i, network in enumerate(state.networks):
        if (network.reached >> node & 1) != (i == builder):
            survey(state, Seat(i))


def longer_trail(grid: Geometry, roads: int, blocked: int, new: EdgeId, known: int) -> int:
    """The longest trail after one more road, if it was `known` before."""
    road = 1 << new
    a, b = grid.edge_nodes[new]
    for end, onward in ((a, b), (b, a)):
        if blocked >> end & 1 or grid.node_edges[end] & roads == road:
            # A walk over a road with a dead end begins there.
            return _walk(grid, blocked, onward, roads ^ road, 1, known, roads.bit_count())
    return longest_trail(grid, roads, blocked, known)


def longest_trail(grid: Geometry, roads: int, blocked: int, known: int = 0) -> int:
    """The most roads that one walk can use, each once, nodes as often as it likes, but passing
    through no blocked node: a road that leads to one has a dead end there.

    A connected part with at most two odd nodes can be walked whole (Euler). Elsewhere a longest
    walk runs between two odd nodes, and with 2k of them at least k - 1 roads are left over: the
    search stops when it gets there. Nothing shorter than what is known is looked for.
    """
    best = known
    while roads.bit_count() > best:
        part, nodes = _part(grid, roads, blocked)
        roads &= ~part
        starts = _odd_starts(grid, part, nodes, blocked)
        bound = part.bit_count() - max(0, len(starts) // 2 - 1)
        if len(starts) <= 2:
            best = max(best, bound)
        for node, unused, length in starts:
            if best >= bound:
                break
            best = _walk(grid, blocked, node, unused, length, best, bound)
    return best


def _part(grid: Geometry, roads: int, blocked: int) -> tuple[int, int]:
    """The roads that hang together with one of these, and the nodes they touch."""
    part = todo = roads & -roads
    nodes = 0
    while todo:
        edge = todo.bit_length() - 1
        todo ^= 1 << edge
        for node in grid.edge_nodes[edge]:
            if not nodes >> node & 1:
                nodes |= 1 << node
                if not blocked >> node & 1:
                    todo |= grid.node_edges[node] & roads & ~part
                    part |= todo
    return part, nodes


def _odd_starts(
    grid: Geometry, part: int, nodes: int, blocked: int
) -> list[tuple[NodeId, int, int]]:
    """Where a walk may begin, as node, unused roads and length so far: at every node with an odd
    number of roads, and on each road from its dead end at a blocked node."""
    starts: list[tuple[NodeId, int, int]] = []
    for node in nodes_in(nodes):
        if blocked >> node & 1:
            starts += [
                (onward, part ^ road, 1) for road, onward in grid.node_ways[node] if part & road
            ]
        elif (grid.node_edges[node] & part).bit_count() & 1:
            starts.append((node, part, 0))
    return starts


def _walk(
    grid: Geometry, blocked: int, node: NodeId, unused: int, length: int, best: int, bound: int
) -> int:
    """The longest walk that goes on from here, or `best` if none beats it."""
    if length > best:
        best = length
    if blocked >> node & 1 or length + unused.bit_count() <= best:
        return best
    for road, onward in grid.node_ways[node]:
        if unused & road:
            best = _walk(grid, blocked, onward, unused ^ road, length + 1, best, bound)
            if best >= bound:
                break
    return best
