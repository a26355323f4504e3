"""What can happen in a game for two. A field that may be None is hidden from outsiders."""

from domain.cards import Cards
from domain.duel.state import Piece
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event


class NeutralsFounded(Event, tag="neutrals_founded"):
    """Both neutral players have a settlement, in their order, and no road."""

    nodes: tuple[NodeId, NodeId]


class TradeCardsTaken(Event, tag="trade_cards_taken"):
    """A seat took trade cards from the pool, as many as it may hold."""

    seat: Seat
    count: int


class TradeCardsPaid(Event, tag="trade_cards_paid"):
    """A seat paid trade cards to the pool for its action of this turn, which follows."""

    seat: Seat
    count: int


class RollRepeated(Event, tag="roll_repeated"):
    """The second roll fell like the first and does not count; `draw` numbers the draw."""

    seat: Seat
    dice: tuple[int, int]
    draw: int


class NeutralBuildingDue(Event, tag="neutral_building_due"):
    """This seat has to place a piece for one of the neutral players."""

    seat: Seat
    piece: Piece


class NeutralBuildingLapsed(Event, tag="neutral_building_lapsed"):
    """Neither neutral player has a piece and a place for it, so none is placed."""

    seat: Seat


class NeutralRoadBuilt(Event, tag="neutral_road_built"):
    """A seat placed a road for a neutral player."""

    seat: Seat
    neutral: Seat
    edge: EdgeId

    @property
    def concerned(self) -> tuple[Seat, ...]:
        """A neutral player has a number like a seat, but does not sit at the table."""
        return (self.seat,)


class NeutralSettlementBuilt(Event, tag="neutral_settlement_built"):
    """A seat placed a settlement for a neutral player."""

    seat: Seat
    neutral: Seat
    node: NodeId

    @property
    def concerned(self) -> tuple[Seat, ...]:
        """A neutral player has a number like a seat, but does not sit at the table."""
        return (self.seat,)


class CardsDrawn(Event, tag="cards_drawn"):
    """Random cards changed hands in a forced trade; only the two players know which.

    `draw` numbers the first draw; every card is one.
    """

    seat: Seat
    victim: Seat
    count: int
    cards: Cards | None
    draw: int


class CardsGivenBack(Event, tag="cards_given_back"):
    """The other half of a forced trade; only the two players know which cards."""

    seat: Seat
    victim: Seat
    count: int
    cards: Cards | None


class KnightDiscarded(Event, tag="knight_discarded"):
    """A played knight left the game."""

    seat: Seat
