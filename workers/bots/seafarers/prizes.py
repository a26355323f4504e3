"""What lies on the board to be had, in points: read off the view, whatever the scenario."""

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
"""What it is worth to turn up a hidden hex: mostly a card, and land that others do not know."""
GIFTS: Final = {"gift_point": 1.6, "gift_card": 1.8, "gift_harbour": 1.0}
A_BALE: Final = 0.8
"""Cloth, which makes a point for every two bales."""
ROLLS_LEFT: Final = 30
"""For so many rolls to come a contact with a village is reckoned to pay."""


def lures_of(view: SeaPlayView, chart: Chart, seat: Seat) -> Lures:
    """What draws this seat out to sea."""
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
    """A bale at once, and one whenever its number falls, while there are any."""
    later = min(village.count - 1, ROLLS_LEFT * pips(village.number) / ROLLS)
    return A_BALE * float(1 + later)
