"""Road networks: where the next road may lie, and how long the longest road is."""

from domain.base.board import Board
from domain.base.state import Game
from domain.hexgrid import Geometry, bits
from domain.ids import NodeId, Seat


def survey(state: Game, seat: Seat) -> None:
    """Work out anew what follows from where a seat's pieces lie."""
    board, network = state.board, state.networks[seat]
    grid = board.geometry
    reached = 0
    for edge in bits(network.roads):
        a, b = grid.edge_nodes[edge]
        reached |= 1 << a | 1 << b
    foreign = state.foreign_buildings(seat)
    network.reached = reached
    network.open_edges = edges_at(board, reached & ~foreign | network.buildings)
    if not state.chairs[seat].resigned:
        state.road_lengths[seat] = longest_trail(grid, network.roads, foreign)


def edges_at(board: Board, nodes: int) -> int:
    """All paths that touch one of these nodes."""
    found = 0
    for node in bits(nodes):
        found |= board.geometry.node_edges[node]
    return found & board.edges


def survey_around(state: Game, builder: Seat, node: NodeId) -> None:
    """A building went up: its owner gains ways from it, others may have been cut."""
    for i, network in enumerate(state.networks):
        if i == builder or network.reached >> node & 1:
            survey(state, Seat(i))


def longest_trail(grid: Geometry, roads: int, blocked: int) -> int:
    """The most roads that one walk can use, each once, nodes as often as it likes, but passing
    through no blocked node.

    A road that ends at a blocked node ends at a dead end of its own. A connected part with at most
    two odd nodes can be walked whole (Euler). Elsewhere a longest walk runs between two odd nodes,
    and with 2k of them at least k - 1 roads are left over: the search stops when it gets there.
    """
    ways = _ways(grid, roads, blocked)
    best = 0
    unseen = set(ways)
    while unseen:
        part = _part(ways, min(unseen))
        unseen -= part
        size = sum(len(ways[node]) for node in part) // 2
        odd = [node for node in part if len(ways[node]) % 2]
        bound = size - max(0, len(odd) // 2 - 1)
        if bound <= best:
            continue
        if len(odd) <= 2:
            best = size
            continue
        for start in odd:
            best = max(best, _walk(ways, start, 0, 0, best, bound))
            if best == bound:
                break
    return best


Ways = dict[int, list[tuple[int, int]]]
"""Node -> the roads that leave it, as a bit, and the node each leads to."""


def _ways(grid: Geometry, roads: int, blocked: int) -> Ways:
    ways: Ways = {}
    dead_end = -1
    for edge in bits(roads):
        ends: list[int] = []
        for node in grid.edge_nodes[edge]:
            if blocked >> node & 1:
                ends.append(dead_end)
                dead_end -= 1
            else:
                ends.append(node)
        a, b = ends
        ways.setdefault(a, []).append((1 << edge, b))
        ways.setdefault(b, []).append((1 << edge, a))
    return ways


def _part(ways: Ways, start: int) -> set[int]:
    found = {start}
    edge = [start]
    while edge:
        for _, node in ways[edge.pop()]:
            if node not in found:
                found.add(node)
                edge.append(node)
    return found


def _walk(ways: Ways, node: int, used: int, length: int, best: int, bound: int) -> int:
    """The longest walk from here over unused roads, or `best` if none beats it."""
    if length > best:
        best = length
    for road, onward in ways[node]:
        if not used & road:
            best = _walk(ways, onward, used | road, length + 1, best, bound)
            if best == bound:
                break
    return best
