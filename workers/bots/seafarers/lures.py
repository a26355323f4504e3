"""Lures: places that bring a seat extra points, for a settlement, a road or a ship there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from domain.grid.geometry import mask_of, nodes_in
from workers.bots.seafarers.chart import Chart, ships_to

Worths: TypeAlias = tuple[tuple[int, float], ...]
"""Points, each with the set of nodes, the node or the edge that brings them."""

A_POINT: Final = 8.0
"""The value of a point, in pips of a place for a settlement."""
OUTLOOK: Final = 0.35
"""The part of a lure's value for a settlement that is one ship away from it."""


@dataclass(frozen=True, slots=True, eq=False)
class Lures:
    """Points by place, beyond those of the building itself."""

    settling: Mapping[int, float]
    """By node: points for a settlement there."""
    touching: Mapping[int, float] = field(default_factory=dict)
    """By node: points for a ship or road that touches it."""
    passing: Mapping[int, float] = field(default_factory=dict)
    """By edge: points for a ship there."""
    outlook: tuple[float, ...] = ()
    """By node: the value of a settlement there because of the lures near it, in pips."""


@lru_cache(maxsize=1 << 12)
def lures(
    chart: Chart,
    bonuses: Worths,
    touching: Worths,
    passing: Worths,
) -> Lures:
    """Bonuses are given as sets of nodes, with the points that each of them brings."""
    settling: dict[int, float] = {}
    for nodes, points in bonuses:
        for node in nodes_in(nodes & chart.nodes):
            settling[node] = settling.get(node, 0.0) + points
    return Lures(
        settling, dict(touching), dict(passing), _outlook(chart, bonuses, touching, passing)
    )


def _outlook(chart: Chart, bonuses: Worths, touching: Worths, passing: Worths) -> tuple[float, ...]:
    """By node: its part of the best lure around it."""
    near: dict[float, int] = {}
    for nodes, points in bonuses:
        near[points] = near.get(points, 0) | nodes
    for node, points in touching:
        near[points] = near.get(points, 0) | 1 << node
    for edge, points in passing:
        near[points] = near.get(points, 0) | mask_of(chart.grid.edge_nodes[edge])
    outlook = [0.0] * len(chart.grid.node_edges)
    for points, nodes in near.items():
        for i, ships in enumerate(ships_to(chart, nodes)):
            value = OUTLOOK * A_POINT * points / (1 + ships)
            if ships and value > outlook[i]:
                outlook[i] = value
    return tuple(outlook)
