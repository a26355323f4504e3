"""The table of a game for two as one viewer may see it: neutral players and trade cards too."""

from typing import Final, TypeAlias

from msgspec import Struct

from domain.base import view as base
from domain.base import view_parts
from domain.base.state import CITIES_EACH, ROADS_EACH, SETTLEMENTS_EACH
from domain.base.view_parts import BoardWithPieces, DiscardInHand, HeldView
from domain.base.view_types import BaseLobbyView, BasePlayView, BaseSeatView
from domain.cards import Resource
from domain.duel.spending import price
from domain.duel.state import NEUTRALS, Duel, Piece, neutral_colours
from domain.grid.geometry import edges_in, nodes_in
from domain.ids import EdgeId, NodeId, Seat, Viewer
from domain.table.view import ViewTypes, fields_of, values_of


class DuelSeatView(BaseSeatView, frozen=True, kw_only=True):
    """A seat of a game for two."""

    trade_cards: int
    action_price: int
    """How many trade cards an action costs it now."""


class NeutralView(Struct, frozen=True, kw_only=True):
    """A neutral player: pieces that nobody plays, numbered after the seats."""

    seat: Seat
    colour: str
    roads: tuple[EdgeId, ...]
    settlements: tuple[NodeId, ...]
    cities: tuple[NodeId, ...]
    roads_left: int
    settlements_left: int
    cities_left: int
    road_length: int


class DuelLobbyView(BaseLobbyView, frozen=True, kw_only=True):
    """A game for two that has not started."""

    neutrals: tuple[NeutralView, ...] = ()
    pool: None = None
    first_roll: None = None
    action_taken: bool = False
    knight_discarded: bool = False
    neutral_due: None = None


class DuelPlayView(BasePlayView, frozen=True, kw_only=True):
    """A game for two that has started."""

    seats: tuple[DuelSeatView, ...]
    neutrals: tuple[NeutralView, ...]
    pool: int
    """The trade cards that nobody holds."""
    first_roll: tuple[int, int] | None
    """The first of the two rolls of this turn."""
    action_taken: bool
    """Whether trade cards have been spent this turn."""
    knight_discarded: bool
    neutral_due: Piece | None
    """What has to be placed for a neutral player."""


DuelView: TypeAlias = DuelLobbyView | DuelPlayView


class DuelHandView(HeldView, frozen=True, kw_only=True):
    """A hand of a game for two."""

    trade_cards: int | None = None
    rates: dict[Resource, int] | None = None
    discard: DiscardInHand | None = None


VIEW_TYPES: Final = ViewTypes(
    views=(DuelLobbyView, DuelPlayView), boards=(BoardWithPieces,), hands=(DuelHandView,)
)


def view(state: Duel, viewer: Viewer) -> DuelView:
    """Everything this viewer may know now."""
    if not state.networks:
        return DuelLobbyView(**fields_of(base.lobby_view(state, viewer)))
    table = base.play_view(state, viewer)
    return DuelPlayView(
        **fields_of(table, without=("seats",)),
        seats=tuple(_seat(state, place) for place in table.seats),
        neutrals=_neutrals(state),
        pool=state.pool,
        first_roll=state.first_roll,
        action_taken=state.action_taken,
        knight_discarded=state.knight_discarded,
        neutral_due=state.neutral_due,
    )


def _seat(state: Duel, place: BaseSeatView) -> DuelSeatView:
    return DuelSeatView(
        *values_of(place),
        trade_cards=state.trade_cards[place.seat],
        action_price=price(state, place.seat),
    )


def _neutrals(state: Duel) -> tuple[NeutralView, ...]:
    return tuple(
        _neutral(state, neutral, colour)
        for neutral, colour in zip(NEUTRALS, neutral_colours(state), strict=True)
    )


def _neutral(state: Duel, neutral: Seat, colour: str) -> NeutralView:
    network = state.networks[neutral]
    return NeutralView(
        seat=neutral,
        colour=colour,
        roads=edges_in(network.roads),
        settlements=nodes_in(network.settlements),
        cities=nodes_in(network.cities),
        roads_left=ROADS_EACH - network.roads.bit_count(),
        settlements_left=SETTLEMENTS_EACH - network.settlements.bit_count(),
        cities_left=CITIES_EACH - network.cities.bit_count(),
        road_length=state.road_lengths[neutral],
    )


def board(view: DuelView) -> BoardWithPieces:
    """What lies on the table, neutral pieces included."""
    if view.board is None:
        return view_parts.board(view)
    return view_parts.board_with(view, [*view.seats, *view.neutrals])


def hand(view: DuelView, seat: Seat) -> DuelHandView:
    """What a seat holds, as far as this view shows it."""
    if view.board is None:
        return DuelHandView(seat=seat)
    return DuelHandView(
        **fields_of(view_parts.held(view, seat)),
        trade_cards=view.seats[seat].trade_cards,
        rates=view_parts.best_rates(view, seat),
        discard=view_parts.due_discard(view, seat),
    )
