"""The longest trade route in the worst case that a search finds, next to catanatron's longest road.

Catanatron knows no ships: its worst network of 15 roads stands against ours of 30 pieces.
"""

from bench.longest_road import MICROSECONDS, calling, catanatrons, cost, hard_for_catanatron
from bench.report import Bar, Row
from bench.rounds import Effort, Figure, alternate, ratios
from bench.route_search import Fleet, hardest, judged
from domain.grid.geometry import bits

KEPT = 6


def measure(effort: Effort) -> list[Row]:
    """Time for one call on each side's worst network."""
    climbs = effort.counted("trade route, search for ours worst", effort.size(16, 1))
    found = hardest(climbs, steps=effort.size(1000, 10), keep=KEPT)
    our_worst = max(found, key=lambda fleet: cost(judged(fleet)))
    their_worst = max(hard_for_catanatron(effort), key=lambda roads: cost(catanatrons(roads)))
    timings = alternate(
        "trade route",
        effort,
        turns=effort.size(5, 1),
        ours=calling(judged(our_worst), 50),
        reference=calling(catanatrons(their_worst), 10),
    )
    costs = {
        name: [seconds * MICROSECONDS for seconds in side.costs("calls")]
        for name, side in timings.items()
    }
    return [
        Row(
            what="longest route of 30, worst case found",
            ours=Figure.over(costs["ours"], "µs"),
            reference=Figure.over(costs["reference"], "µs"),
            ratio=ratios(costs["reference"], costs["ours"]),
            bar=Bar(least=1.0),
            details={
                "reference": "catanatron, longest road of 15",
                "our_worst": _described(our_worst),
                "their_worst": {
                    "edges": bits(their_worst.edges),
                    "blocked": bits(their_worst.blocked),
                },
            },
        )
    ]


def _described(fleet: Fleet) -> dict[str, object]:
    return {
        "rows": fleet.map.rows,
        "roads": bits(fleet.roads),
        "ships": bits(fleet.ships),
        "own": bits(fleet.own),
        "foreign": bits(fleet.foreign),
        "length": judged(fleet)(),
    }
