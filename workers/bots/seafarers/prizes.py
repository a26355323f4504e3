"""What lies on the board to be had, in points: read off the view, whatever the scenario."""

from domain.ids import Seat
from domain.ruleset import View
from workers.bots.seafarers.chart import Chart
from workers.bots.seafarers.lures import Lures, lures


def lures_of(view: View, chart: Chart, seat: Seat) -> Lures:
    """What draws this seat out to sea."""
    place = view["seats"][seat]
    bonuses = [(chart.areas[area], points) for area, points in place["bonuses"].items()]
    return lures(chart, tuple(bonuses), (), ())
