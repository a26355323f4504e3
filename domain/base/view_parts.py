"""Parts of a view that are read on their own: the board with its pieces, and a seat's hand."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from domain.base.harbours import rates
from domain.base.view_types import (
    BaseLobbyView,
    BasePlayView,
    BaseView,
    EdgeView,
    HarbourView,
    HasPieces,
    HexView,
    NodeView,
)
from domain.cards import RESOURCES, CardKind, Cards, Resource
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.table.view import ViewTypes, fields_of


class PiecesView(Struct, frozen=True, kw_only=True):
    """The pieces that a colour has on the board."""

    seat: Seat
    colour: str | None
    roads: tuple[EdgeId, ...] = ()
    settlements: tuple[NodeId, ...] = ()
    cities: tuple[NodeId, ...] = ()


class BoardWithPieces(Struct, frozen=True, kw_only=True):
    """What lies on the table, the same for every viewer.

    Before the start nothing does: all lists are empty but `pieces`, and the robber is nowhere.
    """

    hexes: tuple[HexView, ...] = ()
    nodes: tuple[NodeView, ...] = ()
    edges: tuple[EdgeView, ...] = ()
    harbours: tuple[HarbourView, ...] = ()
    robber: HexId | None = None
    pieces: tuple[PiecesView, ...]


class DiscardInHand(Struct, frozen=True):
    """What a seat has to discard: how many cards, and which of them it has chosen."""

    count: int
    chosen: bool
    cards: Cards | None


class HeldView(Struct, frozen=True, kw_only=True):
    """What a seat holds of what every game with a board has.

    Before the start there is no hand, and everything but `seat` is None.
    """

    seat: Seat
    resource_cards: int | None = None
    resources: dict[Resource, int] | None = None
    """None if the view hides them, as are the cards below."""
    development_cards: int | None = None
    cards: dict[CardKind, int] | None = None
    bought_this_turn: dict[CardKind, int] | None = None
    roads_left: int | None = None
    settlements_left: int | None = None
    cities_left: int | None = None


class BaseHandView(HeldView, frozen=True, kw_only=True):
    """A hand of the base game."""

    rates: dict[Resource, int] | None = None
    """The best rates at which the seat trades with the bank."""
    discard: DiscardInHand | None = None
    """There while one is due."""


VIEW_TYPES: Final = ViewTypes(
    views=(BaseLobbyView, BasePlayView), boards=(BoardWithPieces,), hands=(BaseHandView,)
)


def board(view: BaseView) -> BoardWithPieces:
    if view.board is None:
        return BoardWithPieces(pieces=no_pieces(view))
    return board_with(view, view.seats)


def no_pieces(view: BaseLobbyView) -> tuple[PiecesView, ...]:
    return tuple(PiecesView(seat=place.seat, colour=place.colour) for place in view.seats)


def board_with(view: BasePlayView, places: Iterable[HasPieces]) -> BoardWithPieces:
    """The board of a view, and the pieces that these places have on it."""
    laid = view.board
    return BoardWithPieces(
        hexes=laid.hexes,
        nodes=laid.nodes,
        edges=laid.edges,
        harbours=laid.harbours,
        robber=laid.robber,
        pieces=tuple(
            PiecesView(
                seat=place.seat,
                colour=place.colour,
                roads=place.roads,
                settlements=place.settlements,
                cities=place.cities,
            )
            for place in places
        ),
    )


def hand(view: BaseView, seat: Seat) -> BaseHandView:
    """What a seat holds, as far as this view shows it."""
    if view.board is None:
        return BaseHandView(seat=seat)
    return BaseHandView(
        **fields_of(held(view, seat)),
        rates=best_rates(view, seat),
        discard=due_discard(view, seat),
    )


def held(view: BasePlayView, seat: Seat) -> HeldView:
    place = view.seats[seat]
    return HeldView(
        seat=seat,
        resource_cards=place.resource_cards,
        resources=place.resources,
        development_cards=place.development_cards,
        cards=place.cards,
        bought_this_turn=place.bought_this_turn,
        roads_left=place.roads_left,
        settlements_left=place.settlements_left,
        cities_left=place.cities_left,
    )


def best_rates(view: BasePlayView, seat: Seat) -> dict[Resource, int]:
    """The best rates at which a seat trades with the bank."""
    place = view.seats[seat]
    built = {*place.settlements, *place.cities}
    harbours = tuple(
        harbour.kind for harbour in view.board.harbours if not built.isdisjoint(harbour.nodes)
    )
    return {resource: rates(harbours, resource)[0] for resource in RESOURCES}


def due_discard(view: BasePlayView, seat: Seat) -> DiscardInHand | None:
    """What a seat has to discard, if anything."""
    for due in view.discards:
        if due.seat == seat:
            return DiscardInHand(due.count, due.chosen, due.cards)
    return None
