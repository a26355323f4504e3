"""Harbours that come to a coast after the map was laid: where they may lie, and whom they serve."""

from collections.abc import Iterable, Iterator

from domain.base.events import Harbour, HarbourKind
from domain.base.harbours import add_harbours
from domain.chance.draws import Chance, shuffled
from domain.grid.geometry import edges_in, mask_of, nodes_in
from domain.ids import EdgeId
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.commands import PlaceHarbour
from domain.seafarers.maps.chart import SeaBoard, edges_around, ends_of
from domain.seafarers.state import Voyage
from domain.table.state import require_seat_in_play

rulebook = Rulebook[Voyage]()
decides = rulebook.decides


class NoHarbourDue(RuleViolation):
    """You have no harbour to place now; nothing is asked of you."""

    code = "harbour/none_due"


class NotOnCoast(RuleViolation):
    """A harbour lies between land and sea; choose an edge of the coast."""

    code = "harbour/not_on_coast"


class SeaHexTaken(RuleViolation):
    """This sea hex has a harbour already, and takes only one; choose another."""

    code = "harbour/sea_hex_taken"


@decides(PlaceHarbour)
def place_harbour(state: Voyage, command: PlaceHarbour, chance: Chance) -> Iterator[Event]:
    require_seat_in_play(state, command.seat)
    yield from state.hooks.place_harbour(state, command, chance)


def none_due(state: Voyage, command: PlaceHarbour, chance: Chance) -> Iterator[Event]:
    """All harbours lie where the map has them."""
    raise NoHarbourDue("nobody places harbours in this game")


def free_coasts(board: SeaBoard, taken: Iterable[EdgeId]) -> int:
    """Coasts at a sea hex without a harbour, if harbours lie on the edges taken."""
    grid, coasts = board.geometry, board.edges & board.sea_edges
    for edge in taken:
        for hex_ in grid.edge_hexes[edge]:
            if board.sea >> hex_ & 1:
                coasts &= ~grid.hex_edges[hex_]
    return coasts


def coasts_apart(board: SeaBoard, taken: Iterable[EdgeId]) -> int:
    """Those of them at which no harbour is at an end of the edge either."""
    near = edges_around(board.geometry, ends_of(board.geometry, mask_of(taken)))
    return free_coasts(board, taken) & ~near


def scattered(board: SeaBoard, kinds: Iterable[HarbourKind], chance: Chance) -> tuple[Harbour, ...]:
    """Harbours on any coasts, away from each other, as long as there is room."""
    harbours: tuple[Harbour, ...] = ()
    for kind in shuffled(kinds, chance, "harbours"):
        coasts = edges_in(coasts_apart(board, [harbour.edge for harbour in harbours]))
        if not coasts:
            break
        harbours += (Harbour(coasts[chance.below(len(coasts), "coast")], kind),)
    return harbours


def require_free_coast(board: SeaBoard, taken: Iterable[EdgeId], edge: EdgeId) -> None:
    """Refuse an edge where nobody could place a harbour."""
    if edge < 0 or not (board.edges & board.sea_edges) >> edge & 1:
        raise NotOnCoast("there is no coast at an edge of this number", edge=edge)
    if not free_coasts(board, taken) >> edge & 1:
        raise SeaHexTaken("there is a harbour on this sea hex already", edge=edge)


def harbour_edges(board: SeaBoard) -> list[EdgeId]:
    return [harbour.edge for harbour in board.harbours]


def add_to_board(state: Voyage, *harbours: Harbour) -> None:
    """Harbours come to lie on the board, and serve every seat with a building at them."""
    board = SeaBoard(state.board.tiles, state.board.harbours + harbours)
    state.board = board
    nodes = ends_of(board.geometry, mask_of(harbour.edge for harbour in harbours))
    for network in state.networks:
        for node in nodes_in(network.buildings & nodes):
            add_harbours(network, board, node)
