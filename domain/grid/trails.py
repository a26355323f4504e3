"""The longest trail: one walk over roads, each once, nodes as often as it likes.

At most three roads meet at a node of a hex map. A walk passes through no blocked node: a road that
leads to one has a dead end there.
"""

from domain.grid.geometry import Graph, edges_in
from domain.grid.loops import longest_tour
from domain.ids import EdgeId, NodeId


def longer_trail(graph: Graph, roads: int, blocked: int, new: EdgeId, known: int) -> int:
    """The longest trail after one more road, if it was `known` before."""
    road = 1 << new
    a, b = graph.edge_nodes[new]
    for end, onward in ((a, b), (b, a)):
        if blocked >> end & 1 or graph.node_edges[end] & roads == road:
            # A walk over a road with a dead end begins there, and the rest of it is not new.
            return _walk(graph, blocked, onward, roads ^ road, 1, known, known + 1)
    return longest_trail(graph, roads, blocked, known)


def _walk(
    graph: Graph, blocked: int, node: NodeId, unused: int, length: int, best: int, bound: int
) -> int:
    """The longest walk that goes on from here, or `best` if none beats it."""
    if length > best:
        best = length
    if blocked >> node & 1 or length + unused.bit_count() <= best:
        return best
    for edge in edges_in(graph.node_edges[node] & unused):
        a, b = graph.edge_nodes[edge]
        onward = b if a == node else a
        best = _walk(graph, blocked, onward, unused ^ 1 << edge, length + 1, best, bound)
        if best >= bound:
            break
    return best


def longest_trail(graph: Graph, roads: int, blocked: int, known: int = 0) -> int:
    """The most roads that one walk can use. Nothing shorter than what is known is looked for.

    Branches are taken away first, what is left of them is the length of their longest tail: a
    search is only needed where roads make loops.
    """
    if roads.bit_count() <= known:
        return known
    loops, tails, best = prune(graph, roads, blocked, known)
    while loops:
        part, nodes = _part(graph, loops)
        loops ^= part
        best = longest_tour(graph, part, nodes, tails, best)
    return best


def prune(
    graph: Graph, roads: int, blocked: int = 0, best: int = 0
) -> tuple[int, dict[NodeId, int], int]:
    """The roads on loops and between them; the longest tail of the others at every node they hang
    from; and the longest trail among the others, or `best` if none beats it."""
    edge_nodes, node_edges = graph.edge_nodes, graph.node_edges
    tails: dict[NodeId, int] = {}
    for edge in edges_in(roads):
        road = 1 << edge
        if not roads & road:
            continue
        a, b = edge_nodes[edge]
        if blocked >> a & 1 or node_edges[a] & roads == road:
            node = b
        elif blocked >> b & 1 or node_edges[b] & roads == road:
            node = a
        else:
            continue
        length = 1
        while True:
            roads ^= road
            if blocked >> node & 1:
                best = max(best, length)
                break
            tail = tails.get(node, 0)
            if tail + length > best:
                best = tail + length
            if length > tail:
                tails[node] = length
            else:
                length = tail
            road = node_edges[node] & roads
            if not road or road & (road - 1):
                break
            a, b = edge_nodes[road.bit_length() - 1]
            node = b if a == node else a
            length += 1
    return roads, tails, best


def _part(graph: Graph, roads: int) -> tuple[int, int]:
    """The roads that hang together with one of these, and the nodes they touch."""
    part = todo = roads & -roads
    nodes = 0
    while todo:
        edge = todo.bit_length() - 1
        todo ^= 1 << edge
        for node in graph.edge_nodes[edge]:
            if not nodes >> node & 1:
                nodes |= 1 << node
                todo |= graph.node_edges[node] & roads & ~part
                part |= todo
    return part, nodes
