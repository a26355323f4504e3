"""The table of a game for two as a seat sees it, in the planner's numbers."""

from domain.base.state import ROLL
from domain.duel.state import opponent_of
from domain.duel.view import DuelPlayView
from domain.ids import Seat
from workers.bots.base.position import HasRoads, Position
from workers.bots.base.territory import Territory, territory


class DuelPosition(Position):
    """A position with neutral pieces on the board and trade cards in the hands."""

    VIEW = DuelPlayView

    __slots__ = ()

    view: DuelPlayView

    @property
    def colours(self) -> tuple[HasRoads, ...]:
        return (*self.view.seats, *self.view.neutrals)

    @property
    def opponent(self) -> Seat:
        return opponent_of(self.seat)

    @property
    def can_pay(self) -> bool:
        """Whether this seat has enough trade cards for an action."""
        own = self.view.seats[self.seat]
        return own.trade_cards >= own.action_price

    @property
    def is_before_roll(self) -> bool:
        return self.view.phase == ROLL

    @property
    def opposite(self) -> Territory:
        """The opponent's pieces, and where they can build next."""
        return territory(self.island, self.pieces, self.opponent)
