"""The table of a Seafarers game as a seat sees it, in the planner's numbers."""

from domain.base.view_types import BoardView
from domain.grid.geometry import mask_of
from domain.ids import Seat
from domain.seafarers.view_types import SeaPlayView
from workers.bots.base.position import Position
from workers.bots.base.territory import occupied
from workers.bots.seafarers import fortress, wonders
from workers.bots.seafarers.chart import Chart, chart_of
from workers.bots.seafarers.holdings import SeaHoldings, holdings, rolls_a_card
from workers.bots.seafarers.lures import Lures
from workers.bots.seafarers.prizes import lures_of
from workers.bots.seafarers.territory import SHIPS_AWAY, SeaTerritory, Standing, territory


class SeaPosition(Position):
    """A position with ships, islands that pay, and a pirate."""

    VIEW = SeaPlayView

    __slots__ = ("lures", "pirate", "standing")

    island: Chart
    holdings: SeaHoldings
    territory: SeaTerritory
    view: SeaPlayView

    def chart(self, board: BoardView) -> Chart:
        return chart_of(board)

    def survey(self) -> SeaTerritory:
        self.pirate = self.view.board.pirate
        self.lures: Lures = lures_of(self.view, self.island, self.seat)
        self.standing = self._standing()
        return territory(self.island, self.standing, self.lures)

    def reckon(self) -> tuple[float, ...]:
        return rolls_a_card(self.holdings, self.island, self.robber)

    def holdings_of(self, seat: Seat) -> SeaHoldings:
        return holdings(self.island, *self.pieces[seat][1:])

    @property
    def need(self) -> int:
        if fortress.stands(self.view, self.seat):
            return wonders.OUT_OF_REACH
        return wonders.need(self.view, self.seat, super().need)

    def is_about_to_win(self, seat: Seat) -> bool:
        wonder = wonders.own_wonder(self.view, seat)
        if wonder is not None and wonder.level + 1 == wonder.levels:
            return True
        return super().is_about_to_win(seat)

    def counts(self, award: str) -> bool:
        return award in self.view.scenario.awards

    def _standing(self) -> Standing:
        places = self.view.seats
        own = places[self.seat]
        taken, buildings, closed = occupied(self.island, tuple(self.pieces))
        for place in places:
            taken |= mask_of(place.ships)
        line = fortress.line_of(self.view, self.seat)
        barred = fortress.barred(self.view, self.island, self.seat)
        if self.pirate is not None:
            barred |= self.island.grid.hex_edges[self.pirate]
        return Standing(
            pieces=self.pieces[self.seat],
            ships=own.ships,
            settlements_left=own.settlements_left,
            ships_left=own.ships_left,
            taken=taken,
            buildings=buildings,
            closed=closed | mask_of(own.closed),
            barred=barred,
            ships_away=SHIPS_AWAY if line is None else len(line),
        )
