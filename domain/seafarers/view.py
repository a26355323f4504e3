"""The table at sea as one viewer may see it."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.base import awards, view_parts
from domain.base import view as base
from domain.base.state import NOWHERE
from domain.base.view_types import BaseSeatView, BoardView
from domain.grid.geometry import edges_in, hexes_in, nodes_in
from domain.ids import HexId, Seat, Viewer
from domain.messages import Event
from domain.seafarers.islands import bonuses, paying_areas
from domain.seafarers.state import SHIPS_EACH, Voyage
from domain.seafarers.view_types import (
    AnySeaBoard,
    AreaView,
    AwardName,
    ScenarioView,
    SeaBoardView,
    SeaBoardWithPieces,
    SeaHandView,
    SeaLobbyView,
    SeaPiecesView,
    SeaPlayView,
    SeaSeatView,
    SeaView,
    TokenView,
)
from domain.table.view import ViewTypes, fields_of, values_of

AWARDS: Mapping[Callable[[Voyage], Event | None], AwardName] = {
    awards.longest_road: "longest_road",
    awards.largest_army: "largest_army",
}


VIEW_TYPES: Final = ViewTypes(
    views=(SeaLobbyView, SeaPlayView), boards=(AnySeaBoard,), hands=(SeaHandView,)
)


def view(state: Voyage, viewer: Viewer) -> SeaView:
    """Everything this viewer may know now."""
    if not state.networks:
        table = base.lobby_view(state, viewer)
        return SeaLobbyView(**fields_of(table), scenario=_scenario(state))
    return state.hooks.own_view(state, _play_view(state, viewer))


def _play_view(state: Voyage, viewer: Viewer) -> SeaPlayView:
    """What is shown in every scenario."""
    table, paying = base.play_view(state, viewer), paying_areas(state)
    return SeaPlayView(
        **fields_of(table, without=("seats", "board")),
        seats=tuple(_seat(state, place, paying) for place in table.seats),
        board=_board(state, table.board),
        scenario=_scenario(state),
        ship_moved=state.ship_moved,
        gold=state.claims,
    )


def _scenario(state: Voyage) -> ScenarioView:
    layout = state.hooks.layout
    return ScenarioView(
        number=state.options.scenario,
        title=layout.title,
        title_pl=layout.title_pl,
        play=state.options.play,
        awards=tuple(AWARDS[award] for award in state.hooks.awards),
    )


def _seat(state: Voyage, place: BaseSeatView, paying: tuple[str, ...]) -> SeaSeatView:
    seat, hooks = place.seat, state.hooks
    ships = state.fleets[seat].ships
    shown = SeaSeatView(
        *values_of(place),
        ships=edges_in(ships),
        ships_left=SHIPS_EACH - ships.bit_count(),
        bonuses=bonuses(state, seat, paying),
        closed=nodes_in(state.board.nodes & ~hooks.lands(state, seat)),
        counters={"markers": state.markers[seat], **hooks.counters(state, seat)},
    )
    return hooks.own_pieces(state, shown)


def _board(state: Voyage, laid: BoardView) -> SeaBoardView[TokenView]:
    return SeaBoardView(
        **fields_of(laid, without=("robber",)),
        robber=_place(state.robber),
        pirate=_place(state.pirate),
        areas=tuple(_area(state, area, hexes) for area, hexes in state.areas.items()),
        tokens=state.hooks.tokens(state),
    )


def _area(state: Voyage, area: str, hexes: int) -> AreaView:
    described = state.hooks.layout.areas.get(area)
    return AreaView(
        id=area,
        kind=None if described is None else described.kind,
        label="" if described is None else described.label,
        hexes=hexes_in(hexes),
    )


def _place(hex_: HexId) -> HexId | None:
    return None if hex_ == NOWHERE else hex_


def no_tokens(state: Voyage) -> tuple[TokenView, ...]:
    return ()


def no_counters(state: Voyage, seat: Seat) -> dict[str, int]:
    return {}


def no_other_pieces(state: Voyage, seat: SeaSeatView) -> SeaSeatView:
    return seat


def nothing_more(state: Voyage, view: SeaPlayView) -> SeaPlayView:
    return view


def board(view: SeaView) -> AnySeaBoard:
    """What lies on the table, ships and what a scenario lays out included."""
    if view.board is None:
        nothing = tuple(SeaPiecesView(seat=one.seat, colour=one.colour) for one in view.seats)
        return SeaBoardWithPieces(pieces=nothing)
    laid = view.board
    return SeaBoardWithPieces(
        hexes=laid.hexes,
        nodes=laid.nodes,
        edges=laid.edges,
        harbours=laid.harbours,
        robber=laid.robber,
        pieces=tuple(seat.pieces() for seat in view.seats),
        pirate=laid.pirate,
        areas=laid.areas,
        tokens=laid.tokens,
    )


def hand(view: SeaView, seat: Seat) -> SeaHandView:
    """What a seat holds, as far as this view shows it."""
    if view.board is None:
        return SeaHandView(seat=seat)
    place = view.seats[seat]
    return SeaHandView(
        **fields_of(view_parts.held(view, seat)),
        ships_left=place.ships_left,
        counters=place.counters,
        rates=view_parts.best_rates(view, seat),
        discard=view_parts.due_discard(view, seat),
    )
