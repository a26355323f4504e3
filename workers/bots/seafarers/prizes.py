"""The prizes on the board, in points. They are read from the view, whatever the scenario."""

from typing import Final

from domain.grid.geometry import nodes_in
from domain.ids import Seat
from domain.seafarers.scenarios.cloth.view import VillageView
from domain.seafarers.view_types import EdgeTokenView, SeaPlayView
from workers.bots.base.economy import ROLLS
from workers.bots.base.island import pips
from workers.bots.seafarers import fortress, wonders
from workers.bots.seafarers.chart import Chart
from workers.bots.seafarers.lures import Lures, lures

DISCOVERY: Final = 0.6
"""The value of discovering a hex: mostly a card, and land that others do not know."""
GIFTS: Final = {"gift_point": 1.6, "gift_card": 1.8, "gift_harbour": 1.0}
A_BALE: Final = 0.8
"""Cloth, which makes a point for every two bales."""
ROLLS_LEFT: Final = 30
"""For how many rolls a contact with a village is expected to pay."""


def lures_of(view: SeaPlayView, chart: Chart, seat: Seat) -> Lures:
    """Return the lures of this seat."""
    place = view.seats[seat]
    bonuses: list[tuple[int, float]] = [
        (chart.areas[area], points) for area, points in place.bonuses.items()
    ]
    bonuses += wonders.beginnings(view, seat)
    touching = [(int(node), DISCOVERY) for node in nodes_in(chart.hidden_nodes)]
    touching += fortress.lure(view, seat)
    passing = []
    for token in view.board.tokens:
        if isinstance(token, EdgeTokenView) and token.kind in GIFTS:
            passing.append((token.edge, GIFTS[token.kind]))
        elif isinstance(token, VillageView) and token.count:
            touching.append((token.node, _cloth(token)))
    return lures(chart, tuple(bonuses), tuple(touching), tuple(passing))


def _cloth(village: VillageView) -> float:
    """The value of a village: a bale at once, and one whenever its number is rolled."""
    later = min(village.count - 1, ROLLS_LEFT * pips(village.number) / ROLLS)
    return A_BALE * float(1 + later)
