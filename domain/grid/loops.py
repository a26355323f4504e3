"""The longest trail among roads that make loops.

No road here leads to a dead end: every node has two of them or three. Branches that were taken
away are tails of so many roads, at nodes with two. Where three roads meet there is a hub, and legs
lead from hub to hub. A walk passes a hub only once. So it is a path, hub after hub, and one more
leg at either end: over that it comes back to a hub it knows, or leaves the loops by a tail.
"""

from collections.abc import Collection, Iterator
from operator import attrgetter

from domain.grid.geometry import Graph, edges_in, nodes_in
from domain.ids import NodeId


class _Leg:
    """The way from one hub to the next, in one direction."""

    __slots__ = ("back", "bit", "length", "reach", "shared", "surplus", "turns")

    back: "_Leg"
    """The same way in the other direction."""
    turns: list["_Leg"]
    """The two legs that lead on from its far end."""

    def __init__(self, bit: int, length: int, reach: int, shared: int) -> None:
        self.bit = bit
        self.length = length
        self.surplus = length - 1
        """What it costs to leave it out, over the one road that is counted on for every leg."""
        self.reach = reach
        """The longest walk into it that ends in it: at the next hub or at the end of a tail."""
        self.shared = shared
        """The most that a walk can have of it that ends in it on both sides."""

    @property
    def promise(self) -> int:
        """The most that it adds to what is counted on if one end of a walk lies in it."""
        both = self.shared - self.surplus
        return max(self.reach - self.surplus, (both + 1) // 2)


def longest_tour(graph: Graph, part: int, nodes: int, tails: dict[NodeId, int], best: int) -> int:
    """The longest trail that uses some of these roads, which hang together, or `best` if none
    beats it.

    A path leaves out one leg at every hub that it passes, two at its first and last hub: with 2k
    hubs at least k + 1 legs, and of each at least one road. What the walk has of the legs at its
    ends is added to that.
    """
    hubs = [node for node in nodes_in(nodes) if (graph.node_edges[node] & part).bit_count() == 3]
    if not hubs:
        return _longest_round(graph, part, nodes, tails, best)
    legs, passable, best = _legs(graph, part, hubs, tails, best)
    legs.sort(key=attrgetter("promise"), reverse=True)
    hope = part.bit_count() - len(hubs) // 2 - 1
    for first in legs:
        promise, reach, back = first.promise, first.reach, first.back
        if hope + 2 * promise <= best:
            break
        back_reach, back.reach = back.reach, first.shared - reach
        gain = max(promise, back.reach)
        free = passable & ~first.bit
        best = _extend(back, free, reach, hope + reach - first.surplus, gain, best)
        back.reach = back_reach
        # Every walk that ends in this leg has been tried: none need end in it from now on.
        first.reach = -1
    return best


def _extend(leg: _Leg, free: int, length: int, hope: int, gain: int, best: int) -> int:
    """The longest walk that goes on from the far end of a leg, or `best` if none beats it.

    Its path goes on over free legs only. Without its last leg it will not be longer than `hope`,
    and the last leg adds `gain` at most: if that is a leg that was left out on the way, all of it.
    """
    one, two = leg.turns
    if length + one.reach > best:
        best = length + one.reach
    if length + two.reach > best:
        best = length + two.reach
    for turn, other in ((one, two), (two, one)):
        if free & turn.bit:
            hope_left, gain_left, free_left = hope, gain, free ^ turn.bit
            if free & other.bit:
                free_left ^= other.bit
                hope_left -= other.surplus
                gain_left = max(gain, other.back.reach)
            if hope_left + gain_left > best:
                best = _extend(turn, free_left, length + turn.length, hope_left, gain_left, best)
    return best


def _legs(
    graph: Graph, part: int, hubs: list[NodeId], tails: dict[NodeId, int], best: int
) -> tuple[list[_Leg], int, int]:
    """All legs in both directions; which of them lead to another hub; and the longest trail from
    tail to tail in one of them, or `best` if none beats it."""
    legs: list[_Leg] = []
    passable = 0
    leaving: dict[NodeId, list[_Leg]] = {hub: [] for hub in hubs}
    arriving: list[tuple[_Leg, NodeId]] = []
    for a, b, length, stops in _stretches(graph, part, leaving, tails):
        bit = 1 << len(legs)
        if a != b:
            passable |= bit
        there, back, shared, best = _ends(length, stops, best)
        leg, reverse = _Leg(bit, length, there, shared), _Leg(bit, length, back, shared)
        leg.back, reverse.back = reverse, leg
        leaving[a].append(leg)
        leaving[b].append(reverse)
        arriving += ((leg, b), (reverse, a))
        legs += (leg, reverse)
    for leg, hub in arriving:
        leg.turns = [turn for turn in leaving[hub] if turn is not leg.back]
    return legs, passable, best


def _longest_round(graph: Graph, part: int, nodes: int, tails: dict[NodeId, int], best: int) -> int:
    """The longest trail that uses some roads of a single ring."""
    start = max(nodes_in(nodes), key=lambda node: tails.get(node, 0))
    ((_, _, length, stops),) = _stretches(graph, part, [start], tails)
    there, back, shared, best = _ends(length, stops, best)
    return max(best, shared, tails.get(start, 0) + max(there, back))


def _stretches(
    graph: Graph, part: int, hubs: Collection[NodeId], tails: dict[NodeId, int]
) -> Iterator[tuple[NodeId, NodeId, int, list[tuple[int, int]]]]:
    """The roads between hubs: from where to where, how many, and after how many which tails."""
    unused = part
    for hub in hubs:
        for edge in edges_in(graph.node_edges[hub] & part):
            road = 1 << edge & unused
            node = hub
            stops: list[tuple[int, int]] = []
            length = 0
            while road:
                unused ^= road
                a, b = graph.edge_nodes[road.bit_length() - 1]
                node = b if a == node else a
                length += 1
                if node in hubs:
                    yield hub, node, length, stops
                    break
                if node in tails:
                    stops.append((length, tails[node]))
                road = graph.node_edges[node] & unused


def _ends(length: int, stops: list[tuple[int, int]], best: int) -> tuple[int, int, int, int]:
    """The longest walks that end in a leg: from this side, from the other, from both together; and
    the longest from tail to tail in it, or `best` if none beats it."""
    there = back = shared = length
    for i, (at, tail) in enumerate(stops):
        there = max(there, at + tail)
        back = max(back, length - at + tail)
        shared = max(shared, length + tail)
        for later, its_tail in stops[i + 1 :]:
            shared = max(shared, at + tail + its_tail + length - later)
            best = max(best, tail + its_tail + later - at)
    return there, back, shared, best
