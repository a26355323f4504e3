"""The table as a seat sees it, in the planner's numbers."""

from copy import copy
from typing import ClassVar, Protocol, Self

from domain.base.state import FOUNDING
from domain.base.view_types import BasePlayView, BoardView, HasPieces, OfferView
from domain.cards import RESOURCES
from domain.ids import HexId, Seat
from domain.table.view import TableView
from workers.bots.base.economy import rolls_a_card
from workers.bots.base.holdings import Holdings, holdings
from workers.bots.base.island import Five, Island, five, island_of
from workers.bots.base.territory import Pieces, Territory, territory

CLOSE = 2
"""A seat that lacks no more points than this is about to win."""


class HasRoads(HasPieces, Protocol):
    """The owner of pieces on the board, and the length of their longest road."""

    @property
    def road_length(self) -> int: ...


class Position:
    """The table, read from a view once. What few decisions need is read only when needed."""

    VIEW: ClassVar[type[BasePlayView]] = BasePlayView
    """The class of the views that it is read from."""

    __slots__ = (
        "hand",
        "holdings",
        "island",
        "own_cards",
        "pieces",
        "points",
        "robber",
        "seat",
        "slowness",
        "target",
        "territory",
        "view",
    )

    def __init__(self, view: TableView, seat: Seat) -> None:
        assert isinstance(view, self.VIEW), "a bot acts in games that have started"
        own = view.seats[seat]
        assert own.resources is not None, "a bot sees its own hand"
        assert own.cards is not None
        self.view = view
        self.seat = seat
        self.target = view.options.target_points
        self.island = self.chart(view.board)
        self.robber: HexId | None = view.board.robber
        self.pieces: list[Pieces] = [
            (place.roads, place.settlements, place.cities) for place in self.colours
        ]
        self.hand: Five = tuple([own.resources[resource] for resource in RESOURCES])
        self.own_cards = own.cards
        self.points: list[int] = [line.points for line in view.score]
        """Points as far as this seat may know: only its own hidden cards count."""
        self.territory = self.survey()
        self.holdings = self.territory.holdings
        self.slowness = self.reckon()
        """By resource: how many rolls pass until the seat gets a card of it."""

    def from_seat(self, seat: Seat, hand: Five) -> Self:
        """Return the table as another seat might see it, with this hand and no cards of its own."""
        position = copy(self)
        position.seat, position.hand = seat, hand
        position.own_cards = dict.fromkeys(self.own_cards, 0)
        position.territory = position.survey()
        position.holdings = position.territory.holdings
        position.slowness = position.reckon()
        return position

    def chart(self, board: BoardView) -> Island:
        """The board that is played on."""
        return island_of(board)

    def survey(self) -> Territory:
        """The pieces of this seat, and where it can build next."""
        return territory(self.island, self.pieces, self.seat)

    def reckon(self) -> tuple[float, ...]:
        """How slowly cards come in while the robber stays where it is."""
        holdings = self.holdings
        return rolls_a_card(holdings.robbed(self.island, self.robber), holdings.rates)

    def holdings_of(self, seat: Seat) -> Holdings:
        """Return the income and rates of any seat."""
        return holdings(self.island, *self.pieces[seat][1:])

    @property
    def colours(self) -> tuple[HasRoads, ...]:
        """Return all owners of pieces on the board, the seats first."""
        return self.view.seats

    @property
    def others(self) -> list[Seat]:
        """Return the other seats that are still in the game."""
        return [
            place.seat
            for place in self.view.seats
            if not place.resigned and place.seat != self.seat
        ]

    @property
    def turn_seat(self) -> Seat:
        return self.view.turn_seat

    @property
    def offer(self) -> OfferView | None:
        """Return the open offer with its answers."""
        return self.view.offer

    @property
    def bank(self) -> Five | None:
        """Return the cards of the bank; None if they are hidden in this game."""
        return None if self.view.bank is None else five(self.view.bank)

    @property
    def is_robbed(self) -> bool:
        """Whether the robber costs this seat cards."""
        return self.robber in self.holdings.by_hex

    @property
    def is_founding(self) -> bool:
        return self.view.phase == FOUNDING

    @property
    def discard_due(self) -> int:
        """How many cards this seat has to discard."""
        return sum(due.count for due in self.view.discards if due.seat == self.seat)

    @property
    def holds_too_many(self) -> bool:
        """Whether a seven would take half of this seat's hand."""
        return sum(self.hand) > self.view.options.discard_limit

    @property
    def need(self) -> int:
        """How many points this seat still lacks."""
        return self.target - self.points[self.seat]

    def counts(self, award: str) -> bool:
        """Whether this award is given in this game."""
        return True

    def holder(self, award: str) -> Seat | None:
        """Return the seat that has `longest_road` or `largest_army`."""
        return self.view.longest_road if award == "longest_road" else self.view.largest_army

    def road_length(self, seat: Seat) -> int:
        return self.colours[seat].road_length

    def knights(self, seat: Seat) -> int:
        """How many knights a seat has played."""
        return self.view.seats[seat].knights

    def cards_held(self, seat: Seat) -> int:
        """How many resource cards a seat holds."""
        return self.view.seats[seat].resource_cards

    def is_about_to_win(self, seat: Seat) -> bool:
        return self.points[seat] >= self.target - CLOSE
