"""What is shown of fortresses, warships and the fleet."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from domain.grid.geometry import edges_in
from domain.ids import EdgeId, HexId, Seat
from domain.seafarers.scenarios.pirate_islands.route import route_of, waters
from domain.seafarers.scenarios.pirate_islands.state import piracy_of
from domain.seafarers.scenarios.pirate_islands.warships import warships_of
from domain.seafarers.state import Voyage
from domain.seafarers.view_types import (
    NodeTokenView,
    SeaBoardView,
    SeaBoardWithPieces,
    SeaPiecesView,
    SeaPlayView,
    SeaSeatView,
)
from domain.table.view import ViewTypes, fields_of


class FortressView(NodeTokenView, frozen=True, kw_only=True, tag="fortress"):
    """The fortress of a seat, with the markers under it."""

    seat: Seat
    count: int


class CrossingView(NodeTokenView, frozen=True, kw_only=True, tag="crossing"):
    """The crossing where only one seat may settle, while it has not."""

    seat: Seat


PirateToken: TypeAlias = FortressView | CrossingView


class PiratePiecesView(SeaPiecesView, frozen=True, kw_only=True):
    """The pieces of a colour, and which of its ships are warships."""

    warship_edges: tuple[EdgeId, ...]


class PirateSeatView(SeaSeatView, frozen=True, kw_only=True):
    """A seat that fights its way to a fortress."""

    warship_edges: tuple[EdgeId, ...]
    route: tuple[tuple[EdgeId, ...], ...]
    """For every ship of the line, from the settlement on, the edges on which it may lie."""

    def pieces(self) -> PiratePiecesView:
        return PiratePiecesView(**fields_of(super().pieces()), warship_edges=self.warship_edges)


class PirateView(SeaPlayView, frozen=True, kw_only=True):
    """A game against pirates that hold islands."""

    seats: tuple[PirateSeatView, ...]
    board: SeaBoardView[PirateToken]
    fleet_path: tuple[HexId, ...]
    """The ring of hexes on which the fleet sails, in the order in which it does."""


VIEW_TYPES: Final = ViewTypes(
    views=(PirateView,), boards=(SeaBoardWithPieces[PiratePiecesView, PirateToken],)
)


def tokens(state: Voyage) -> tuple[PirateToken, ...]:
    """Fortresses with the markers under them, and crossings where nobody has settled yet."""
    return tuple(token for i in range(len(state.chairs)) for token in _tokens(state, Seat(i)))


def _tokens(state: Voyage, seat: Seat) -> Iterator[PirateToken]:
    route, markers = route_of(state, seat), piracy_of(state).markers[seat]
    if markers:
        yield FortressView(node=route.fortress, seat=seat, count=markers)
    if not state.buildings >> route.crossing & 1:
        yield CrossingView(node=route.crossing, seat=seat)


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    piracy = piracy_of(state)
    return {"warships": piracy.warships[seat], "fortress": piracy.markers[seat]}


def pieces(state: Voyage, seat: SeaSeatView) -> PirateSeatView:
    """Where the warships lie, and the way to the fortress."""
    return PirateSeatView(
        **fields_of(seat),
        warship_edges=tuple(warships_of(state, seat.seat)),
        route=tuple(edges_in(step) for step in route_of(state, seat.seat).steps),
    )


def fleet_path(state: Voyage, view: SeaPlayView) -> PirateView:
    return PirateView(**fields_of(view), fleet_path=waters(len(state.chairs)).fleet_path)
