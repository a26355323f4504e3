"""The table as one viewer may see it, complete enough to draw with no geometry code."""

from functools import lru_cache

from domain.base.island.board import Board
from domain.base.state import CITIES_EACH, ROADS_EACH, Game
from domain.base.view_types import (
    BaseLobbyView,
    BasePlayView,
    BaseSeatView,
    BaseView,
    BoardView,
    DiscardView,
    EdgeView,
    HarbourView,
    HexView,
    NodeView,
    OfferView,
)
from domain.cards import CARD_KINDS, RESOURCES, Resource, size
from domain.grid.geometry import Geometry, edges_in, nodes_in
from domain.ids import EdgeId, HexId, NodeId, Seat, Viewer, may_see
from domain.table.view import fields_of, seat_views, table_view


def view(state: Game, viewer: Viewer) -> BaseView:
    """Everything this viewer may know now."""
    return play_view(state, viewer) if state.networks else lobby_view(state, viewer)


def lobby_view(state: Game, viewer: Viewer) -> BaseLobbyView:
    """A game that has not started."""
    return BaseLobbyView(
        **fields_of(table_view(state, viewer)),
        seats=seat_views(state),
        deck=size(state.deck),
    )


def play_view(state: Game, viewer: Viewer) -> BasePlayView:
    """A game that has started."""
    return BasePlayView(
        **fields_of(table_view(state, viewer)),
        turn_seat=state.turn_seat,
        rolled=state.rolled,
        card_played=state.card_played,
        free_roads=state.free_roads,
        founding_order=state.founding_order[state.founded :],
        seats=tuple(_seat(state, Seat(i), viewer) for i in range(len(state.chairs))),
        board=_board(state),
        bank=_bank(state, viewer),
        deck=state.hooks.for_sale(state),
        longest_road=state.longest_road,
        largest_army=state.largest_army,
        discards=_discards(state, viewer),
        offer=_offer(state),
        offers_made=state.offers_made,
    )


def _seat(state: Game, seat: Seat, viewer: Viewer) -> BaseSeatView:
    """Counts for everybody, the cards themselves for their owner."""
    chair, network = state.chairs[seat], state.networks[seat]
    hand, cards = state.hands[seat], state.cards[seat]
    fresh = state.fresh if seat == state.turn_seat else {}
    shown = may_see(viewer, seat)
    return BaseSeatView(
        seat=seat,
        player=chair.player,
        colour=chair.colour,
        nonce=chair.nonce,
        resigned=chair.resigned,
        bot=chair.bot,
        roads=edges_in(network.roads),
        settlements=nodes_in(network.settlements),
        cities=nodes_in(network.cities),
        roads_left=ROADS_EACH - network.roads.bit_count(),
        settlements_left=state.hooks.settlements_left(state, seat),
        cities_left=CITIES_EACH - network.cities.bit_count(),
        resource_cards=size(hand),
        resources={resource: hand[resource] for resource in RESOURCES} if shown else None,
        development_cards=state.cards_held[seat],
        cards={kind: cards[kind] for kind in CARD_KINDS} if shown else None,
        bought_this_turn={kind: fresh.get(kind, 0) for kind in CARD_KINDS} if shown else None,
        knights=state.knights[seat],
        road_length=state.road_lengths[seat],
    )


def _bank(state: Game, viewer: Viewer) -> dict[Resource, int] | None:
    if not (state.options.bank_visible or may_see(viewer)):
        return None
    return {resource: state.bank[resource] for resource in RESOURCES}


def _discards(state: Game, viewer: Viewer) -> tuple[DiscardView, ...]:
    return tuple(
        DiscardView(
            seat=seat,
            count=count,
            chosen=seat in state.discards_chosen,
            cards=state.discards_chosen.get(seat) if may_see(viewer, seat) else None,
        )
        for seat, count in state.discards_due.items()
    )


def _offer(state: Game) -> OfferView | None:
    """A copy, because answers are added to the offer itself."""
    offer = state.offer
    if offer is None:
        return None
    return OfferView(give=offer.give, want=offer.want, to=offer.to, answers={**offer.answers})


def _board(state: Game) -> BoardView:
    board = state.board
    return BoardView(
        nodes=node_views(board.geometry),
        edges=edge_views(board.geometry),
        hexes=_hexes(board),
        harbours=_harbours(board),
        robber=state.robber,
    )


@lru_cache(maxsize=256)
def _hexes(board: Board) -> tuple[HexView, ...]:
    """The hexes of the island, then the ring of sea around it: shared by every view of them."""
    grid = board.geometry
    found = []
    for i, (q, r) in enumerate(grid.hexes):
        x, y = grid.hex_places[i]
        inside = i < grid.inner
        found.append(
            HexView(
                id=HexId(i),
                q=q,
                r=r,
                x=x,
                y=y,
                terrain=board.tiles[i].terrain if inside else "sea",
                number=board.tiles[i].number if inside else None,
                frame=not inside,
            )
        )
    return tuple(found)


@lru_cache(maxsize=256)
def _harbours(board: Board) -> tuple[HarbourView, ...]:
    """Shared by every view of this board."""
    nodes = board.geometry.edge_nodes
    return tuple(
        HarbourView(edge=harbour.edge, kind=harbour.kind, nodes=nodes[harbour.edge])
        for harbour in board.harbours
    )


@lru_cache(maxsize=64)
def node_views(grid: Geometry) -> tuple[NodeView, ...]:
    """Crossings as they are drawn: shared by every view of this map."""
    return tuple(
        NodeView(id=NodeId(i), hexes=hexes, x=x, y=y)
        for i, (hexes, (x, y)) in enumerate(zip(grid.node_hexes, grid.node_places, strict=True))
    )


@lru_cache(maxsize=64)
def edge_views(grid: Geometry) -> tuple[EdgeView, ...]:
    """Paths as they are drawn: shared by every view of this map."""
    return tuple(
        EdgeView(id=EdgeId(i), nodes=nodes, hexes=grid.edge_hexes[i])
        for i, nodes in enumerate(grid.edge_nodes)
    )
