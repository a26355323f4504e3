"""The table of a game for two as a seat sees it, in the planner's numbers."""

from domain.base.state import ROLL
from domain.ids import Seat
from domain.ruleset import View
from workers.bots.base.position import Position
from workers.bots.base.territory import Territory, territory


class DuelPosition(Position):
    """A position with neutral pieces on the board and trade cards in the hands."""

    __slots__ = ("before_roll", "opponent", "price", "trade_cards")

    def __init__(self, view: View, seat: Seat) -> None:
        super().__init__(view, seat)
        own = view["seats"][seat]
        self.opponent = Seat(1 - seat)
        self.trade_cards: int = own["trade_cards"]
        self.price: int = own["action_price"]
        self.before_roll: bool = view["phase"] == ROLL

    def colours(self, view: View) -> list[View]:
        return [*view["seats"], *view["neutrals"]]

    @property
    def opposite(self) -> Territory:
        """Where the opponent can go."""
        return territory(self.island, self.pieces, self.opponent)
