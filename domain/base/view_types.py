"""What the views of a base game are made of."""

from typing import Protocol, TypeAlias

from msgspec import Struct

from domain.base.events import HarbourKind, Terrain
from domain.base.options import Options
from domain.base.state import Answer
from domain.cards import CardKind, Cards, Resource
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.table.view import Coloured, LobbySeatView, SeatView, TableView


class HexView(Struct, frozen=True):
    """A hex and where its middle is drawn, y growing downwards and a side being 1."""

    id: HexId
    q: int
    r: int
    x: float
    y: float
    terrain: Terrain
    number: int | None
    frame: bool
    """Whether it is part of the ring of sea around the board."""


class NodeView(Struct, frozen=True):
    """A crossing: the three hexes that meet there, and where it is drawn."""

    id: NodeId
    hexes: tuple[HexId, ...]
    x: float
    y: float


class EdgeView(Struct, frozen=True):
    """A path: the crossings at its ends, and the two hexes that it separates."""

    id: EdgeId
    nodes: tuple[NodeId, NodeId]
    hexes: tuple[HexId, ...]


class HarbourView(Struct, frozen=True):
    """A harbour, and the two crossings that it serves."""

    edge: EdgeId
    kind: HarbourKind
    nodes: tuple[NodeId, NodeId]


class BoardView(Struct, frozen=True, kw_only=True):
    """The board. All but the robber is shared by the views of a game; do not change it."""

    nodes: tuple[NodeView, ...]
    edges: tuple[EdgeView, ...]
    hexes: tuple[HexView, ...]
    harbours: tuple[HarbourView, ...]
    robber: HexId | None
    """Its hex; None while it is off the board, which some games at sea begin with."""


class BaseSeatView(SeatView, frozen=True):
    """A seat in a game that has started: its pieces, and its cards as far as they may be seen."""

    roads: tuple[EdgeId, ...]
    settlements: tuple[NodeId, ...]
    cities: tuple[NodeId, ...]
    roads_left: int
    settlements_left: int
    cities_left: int
    resource_cards: int
    resources: dict[Resource, int] | None
    """None for those who may not see the hand, as are the next two."""
    development_cards: int
    cards: dict[CardKind, int] | None
    bought_this_turn: dict[CardKind, int] | None
    knights: int
    road_length: int


class LaidBoard(Protocol):
    """A board as it lies: that of a view, or one that is read on its own."""

    @property
    def nodes(self) -> tuple[NodeView, ...]: ...
    @property
    def edges(self) -> tuple[EdgeView, ...]: ...
    @property
    def hexes(self) -> tuple[HexView, ...]: ...
    @property
    def harbours(self) -> tuple[HarbourView, ...]: ...
    @property
    def robber(self) -> HexId | None: ...


class HasPieces(Coloured, Protocol):
    """A colour with pieces on the board: a seat or a neutral player."""

    @property
    def roads(self) -> tuple[EdgeId, ...]: ...
    @property
    def settlements(self) -> tuple[NodeId, ...]: ...
    @property
    def cities(self) -> tuple[NodeId, ...]: ...


class DiscardView(Struct, frozen=True):
    """How many cards a seat has to discard, and whether it has chosen them."""

    seat: Seat
    count: int
    chosen: bool
    cards: Cards | None
    """None for those who may not see them."""


class OfferView(Struct, frozen=True):
    """The offer that is open, and the answers so far."""

    give: Cards
    want: Cards
    to: tuple[Seat, ...]
    answers: dict[Seat, Answer]


class BaseLobbyView(TableView, frozen=True, kw_only=True):
    """A game that has not started: there is no board, and the seats hold nothing."""

    options: Options
    turn_seat: None = None
    rolled: None = None
    card_played: bool = False
    free_roads: int = 0
    founding_order: tuple[Seat, ...] = ()
    seats: tuple[LobbySeatView, ...]
    board: None = None
    bank: None = None
    deck: int
    longest_road: None = None
    largest_army: None = None
    discards: tuple[DiscardView, ...] = ()
    offer: None = None
    offers_made: int = 0


class BasePlayView(TableView, frozen=True, kw_only=True):
    """A game that has started."""

    options: Options
    turn_seat: Seat
    rolled: tuple[int, int] | None
    card_played: bool
    free_roads: int
    founding_order: tuple[Seat, ...]
    """The seats that still have to place a first settlement, in this order."""
    seats: tuple[BaseSeatView, ...]
    board: BoardView
    bank: dict[Resource, int] | None
    """None for those who may not see it."""
    deck: int
    longest_road: Seat | None
    largest_army: Seat | None
    discards: tuple[DiscardView, ...]
    offer: OfferView | None
    offers_made: int


BaseView: TypeAlias = BaseLobbyView | BasePlayView
"""A view of a base game; one whose `board` is not None is that of a game that has started."""
