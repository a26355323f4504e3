"""The longest road in the worst case that a search finds, for our judge and for catanatron's.

Each side is measured on its own worst network of 15 roads; both choose from all that the search
found for either side. With no foreign building among the roads both must agree on the length.
"""

from collections.abc import Callable
from functools import cache
from time import process_time

import networkx
from catanatron import Color
from catanatron.models.board import STATIC_GRAPH, Board
from catanatron.models.map import NUM_NODES

from bench.report import Bar, Row
from bench.road_search import Judge, Roads, hardest, nodes_of
from bench.rounds import Amounts, Effort, Figure, alternate, ratios
from domain.base.island.dealing import ISLAND
from domain.grid.geometry import bits
from domain.grid.trails import longest_trail

KEPT = 6
MICROSECONDS = 1e6
OWN, FOREIGN = Color.RED, Color.BLUE


def measure(effort: Effort) -> list[Row]:
    """Time for one call on each side's worst network."""
    found = _search("ours", ours, effort) + hard_for_catanatron(effort)
    for roads in found:
        _compare(roads)
    our_worst = max(found, key=lambda roads: cost(ours(roads)))
    their_worst = max(found, key=lambda roads: cost(catanatrons(roads)))
    timings = alternate(
        "longest road",
        effort,
        turns=effort.size(5, 1),
        ours=calling(ours(our_worst), 250),
        reference=calling(catanatrons(their_worst), 10),
    )
    costs = {
        name: [seconds * MICROSECONDS for seconds in side.costs("calls")]
        for name, side in timings.items()
    }
    return [
        Row(
            what="longest road of 15, worst case found",
            ours=Figure.over(costs["ours"], "µs"),
            reference=Figure.over(costs["reference"], "µs"),
            ratio=ratios(costs["reference"], costs["ours"]),
            bar=Bar(least=20.0),
            details={
                "reference": "catanatron",
                "our_worst": _described(our_worst),
                "their_worst": _described(their_worst),
            },
        )
    ]


@cache
def hard_for_catanatron(effort: Effort) -> list[Roads]:
    """The networks that cost catanatron most, looked for once in a run."""
    return _search("catanatron's", catanatrons, effort)


def _search(whose: str, judge: Judge, effort: Effort) -> list[Roads]:
    climbs = effort.counted(f"longest road, search for {whose} worst", effort.size(16, 1))
    return hardest(judge, climbs, steps=effort.size(300, 10), keep=KEPT)


def ours(roads: Roads) -> Callable[[], int]:
    return lambda: longest_trail(ISLAND, roads.edges, roads.blocked)


def _their_nodes() -> dict[int, int]:
    """Our nodes as catanatron numbers them; any way to lay one island on the other will do."""
    island = networkx.Graph(ISLAND.edge_nodes)
    theirs = STATIC_GRAPH.subgraph(range(NUM_NODES))
    return dict(networkx.vf2pp_isomorphism(island, theirs))


THEIR_NODES = _their_nodes()


def catanatrons(roads: Roads) -> Callable[[], int]:
    board = Board()
    for edge in bits(roads.edges):
        a, b = (THEIR_NODES[node] for node in ISLAND.edge_nodes[edge])
        board.roads[a, b] = board.roads[b, a] = OWN
    for node in bits(roads.blocked):
        board.buildings[THEIR_NODES[node]] = (FOREIGN, "SETTLEMENT")
    todo = {THEIR_NODES[node] for node in bits(nodes_of(roads.edges) & ~roads.blocked)}
    while todo:
        component = board.bfs_walk(min(todo), OWN)
        board.connected_components[OWN].append(component)
        todo -= component
    return lambda: max(map(len, board.continuous_roads_by_player(OWN)))


def _compare(roads: Roads) -> None:
    if not roads.blocked and ours(roads)() != catanatrons(roads)():
        raise AssertionError(f"no agreement on the longest road of {roads}")


def cost(call: Callable[[], int]) -> float:
    """CPU seconds for a call, the best of a few."""
    times = []
    for _ in range(5):
        began = process_time()
        call()
        times.append(process_time() - began)
    return min(times)


def calling(call: Callable[[], int], calls: int) -> Callable[[int], Amounts]:
    """The side of a measurement that makes so many calls a turn."""

    def side(turn: int) -> Amounts:
        for _ in range(calls):
            call()
        return {"calls": calls}

    return side


def _described(roads: Roads) -> dict[str, object]:
    return {
        "edges": bits(roads.edges),
        "blocked": bits(roads.blocked),
        "length": ours(roads)(),
    }
