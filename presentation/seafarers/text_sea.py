"""The sea of a view, drawn in terminal cells: islands and fog, ships, tokens, the pirate."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import asdict

from domain.ids import EdgeId
from domain.seafarers.scenarios.forgotten_tribe.view import GiftHarbourView
from domain.seafarers.scenarios.new_world.view import HiddenHarbourView
from domain.seafarers.view_types import (
    EdgeTokenView,
    HasShips,
    LaidSea,
    NodeTokenView,
    TokenView,
)
from domain.table.view import Coloured
from presentation.base.text_island import (
    COASTLESS,
    DARK,
    GROUNDS,
    LIGHT,
    SEA,
    Cells,
    cell_of,
    draw_buildings,
    draw_ground,
    draw_roads,
    initial_of,
    node_cells,
)
from presentation.presentation import TextPicture
from presentation.seafarers.scenarios.pirate_islands import warships_of
from presentation.seafarers.svg_tokens import place_of
from presentation.terminal.canvas import Canvas, Cell
from presentation.terminal.table_text import seat_ink

SEA_GROUNDS: Final = {**GROUNDS, "gold": "#b07d10", "fog": "#5f6f7a"}
BOW, STERN, RAM = "◤", "◥", "►"
"""A ship is a hull with the letter of its seat in it; a warship has a ram."""
GOLD, CLOTH, STONE = "#f3c63f", "#8d4fa3", "#b9bcc6"
NEAR: Final = (0, 1, -1, 2, -2)
"""Rows that are tried for the pirate, from the middle of its hex."""

Sign: TypeAlias = tuple[str, str, str | None]
"""A token as text, ink and ground."""
SIGNS: Final[Mapping[str, Sign]] = {
    "gift_point": ("+1", f"bold {DARK}", GOLD),
    "gift_card": ("[?]", f"bold {LIGHT}", CLOTH),
    "gift_harbour": ("({harbour})", f"bold {LIGHT}", None),
    "village": ("{number}:{count}", f"bold {LIGHT}", CLOTH),
    "fortress": ("♜{letter}{count}", f"bold {DARK}", STONE),
    "crossing": ("({letter})", f"bold {LIGHT}", None),
    "wasteland": ("×", f"bold {LIGHT}", "#6b3f1d"),
    "strait": ("≈", f"bold {LIGHT}", CLOTH),
    "warning": ("!", f"bold {DARK}", GOLD),
}
EXAMPLES: Final = {"gift_harbour": "(3:1)", "village": "8:5", "fortress": "♜R3", "crossing": "(R)"}


def draw_sea(board: LaidSea, places: Sequence[HasShips]) -> TextPicture:
    """The board of a view and what these places have on it, in a rectangle of sea."""
    canvas, nodes = Canvas(), node_cells(board)
    face_down = [token.edge for token in board.tokens if isinstance(token, HiddenHarbourView)]
    draw_ground(canvas, board, places, nodes, SEA_GROUNDS, face_down)
    draw_roads(canvas, board, places, nodes)
    _draw_ships(canvas, board, places, nodes)
    _draw_tokens(canvas, board, places, nodes)
    for place in places:
        draw_buildings(canvas, place, nodes)
    _draw_pirate(canvas, board)
    canvas.surround(SEA, across=1, down=1)
    return canvas.picture()


def _draw_ships(canvas: Canvas, board: LaidSea, places: Sequence[HasShips], nodes: Cells) -> None:
    for place in places:
        ink, armed = seat_ink(place), warships_of(place)
        for edge in place.ships:
            start, end = (nodes[node] for node in board.edges[edge].nodes)
            canvas.line(start, end, ink)
            column, row = _between(start, end)
            canvas.write((column - 1, row), STERN, ink)
            canvas.write((column, row), initial_of(place), f"bold {DARK}", ink)
            canvas.write((column + 1, row), RAM if edge in armed else BOW, ink)


def _draw_tokens(canvas: Canvas, board: LaidSea, places: Sequence[HasShips], nodes: Cells) -> None:
    """All tokens but harbours that lie face down, which are drawn as harbours."""
    seats = {place.seat: place for place in places}
    spots = _Spots(board, nodes)
    for token in board.tokens:
        if not isinstance(token, HiddenHarbourView):
            text, ink, ground = _sign(token, place_of(token, seats))
            canvas.write_centred(spots.of(token), text, ink, ground)


class _Spots:
    """Where the tokens of a board are drawn."""

    def __init__(self, board: LaidSea, nodes: Cells) -> None:
        self._nodes = nodes
        self._hexes = {hex_.id: cell_of(hex_) for hex_ in board.hexes}
        self._edges = {edge.id: edge for edge in board.edges}
        self._coastless = {hex_.id for hex_ in board.hexes if hex_.terrain in COASTLESS}

    def of(self, token: TokenView) -> Cell:
        match token:
            case NodeTokenView():
                return self._nodes[token.node]
            case GiftHarbourView():
                # Its name is long, and would hide the number of its tile.
                hexes = self._edges[token.edge].hexes
                sea = next(hex_ for hex_ in hexes if hex_ in self._coastless)
                return _between(self._middle(token.edge), self._hexes[sea])
            case EdgeTokenView():
                return self._middle(token.edge)
        raise TypeError(f"a token lies on an edge or on a crossing: {token}")

    def _middle(self, edge: EdgeId) -> Cell:
        one, other = self._edges[edge].nodes
        return _between(self._nodes[one], self._nodes[other])


def _between(one: Cell, other: Cell) -> Cell:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def _sign(token: TokenView, place: Coloured | None) -> Sign:
    """A token in few letters; one of an unknown kind by the first letter of its name."""
    kind = token.kind
    text, ink, ground = SIGNS.get(kind, (kind[:1].upper(), f"bold {DARK}", LIGHT))
    letter, colour = ("", STONE) if place is None else (initial_of(place), seat_ink(place))
    shown = text.format(**asdict(token), letter=letter)
    if kind == "crossing":
        ink = f"bold {colour}"
    return shown, ink, colour if kind == "fortress" else ground


def signs_of(board: LaidSea) -> list[tuple[str, str]]:
    """The signs on a board, and for which kind of token each stands."""
    kinds = {token.kind for token in board.tokens}
    return [(EXAMPLES.get(kind, SIGNS[kind][0]), kind) for kind in SIGNS if kind in kinds]


def _draw_pirate(canvas: Canvas, board: LaidSea) -> None:
    """In the middle of its hex, or where no text is hidden by it."""
    pirate = board.pirate
    if pirate is None:
        return
    column, row = next(cell_of(hex_) for hex_ in board.hexes if hex_.id == pirate)
    text = " ☠ pirate "
    start = column - len(text) // 2
    free = (row + down for down in NEAR if not canvas.is_written((start, row + down), len(text)))
    canvas.write((start, next(free, row)), text, f"bold {LIGHT}", DARK)
