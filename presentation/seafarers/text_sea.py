"""The sea of a view, drawn in terminal cells: islands and fog, ships, tokens, the pirate."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from domain.ruleset import View
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
TOLD_ELSEWHERE: Final = ("hidden_harbour", "marker")
"""Drawn as a harbour, and on its building."""


def draw_sea(board: View, places: list[View]) -> TextPicture:
    """The board of a view and what these places have on it, in a rectangle of sea."""
    canvas, nodes, tokens = Canvas(), node_cells(board), board.get("tokens", [])
    hidden = [_face_down(board, token) for token in tokens if token["kind"] == "hidden_harbour"]
    laid = {**board, "harbours": [*board["harbours"], *hidden]}
    draw_ground(canvas, laid, places, nodes, SEA_GROUNDS)
    draw_roads(canvas, board, places, nodes)
    _draw_ships(canvas, board, places, nodes)
    _draw_tokens(canvas, board, places, nodes)
    points = {token["node"]: str(token["count"]) for token in tokens if token["kind"] == "marker"}
    for place in places:
        draw_buildings(canvas, place, nodes, points)
    _draw_pirate(canvas, board)
    canvas.surround(SEA, across=1, down=1)
    return canvas.picture()


def _face_down(board: View, token: View) -> View:
    edge = next(edge for edge in board["edges"] if edge["id"] == token["edge"])
    return {"edge": edge["id"], "nodes": edge["nodes"], "kind": "?", "rate": "?"}


def _draw_ships(canvas: Canvas, board: View, places: list[View], nodes: Cells) -> None:
    ends = {edge["id"]: [nodes[node] for node in edge["nodes"]] for edge in board["edges"]}
    for place in places:
        ink, armed = seat_ink(place), set(place.get("warship_edges", ()))
        for edge in place.get("ships", ()):
            start, end = ends[edge]
            canvas.line(start, end, ink)
            column, row = _between(start, end)
            canvas.write((column - 1, row), STERN, ink)
            canvas.write((column, row), initial_of(place), f"bold {DARK}", ink)
            canvas.write((column + 1, row), RAM if edge in armed else BOW, ink)


def _draw_tokens(canvas: Canvas, board: View, places: list[View], nodes: Cells) -> None:
    seats = {place["seat"]: place for place in places}
    spots = _Spots(board, nodes)
    for token in board.get("tokens", ()):
        if token["kind"] not in TOLD_ELSEWHERE:
            text, ink, ground = _sign(token, seats.get(token.get("seat", -1)))
            canvas.write_centred(spots.of(token), text, ink, ground)


class _Spots:
    """Where the tokens of a board are drawn."""

    def __init__(self, board: View, nodes: Cells) -> None:
        self._nodes = nodes
        self._hexes = {hex_["id"]: cell_of(hex_) for hex_ in board["hexes"]}
        self._edges = {edge["id"]: edge for edge in board["edges"]}
        self._coastless = {h["id"] for h in board["hexes"] if h["terrain"] in COASTLESS}

    def of(self, token: View) -> Cell:
        if "edge" not in token:
            return self._nodes[token["node"]] if "node" in token else self._hexes[token["hex"]]
        edge = self._edges[token["edge"]]
        middle = _between(*(self._nodes[node] for node in edge["nodes"]))
        if token["kind"] != "gift_harbour":
            return middle
        # Its name is long, and would hide the number of its tile.
        sea = next(hex_ for hex_ in edge["hexes"] if hex_ in self._coastless)
        return _between(middle, self._hexes[sea])


def _between(one: Cell, other: Cell) -> Cell:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def _sign(token: View, place: View | None) -> Sign:
    """A token in few letters; one of an unknown kind by the first letter of its name."""
    kind = token["kind"]
    text, ink, ground = SIGNS.get(kind, (kind[:1].upper(), f"bold {DARK}", LIGHT))
    letter, colour = ("", STONE) if place is None else (initial_of(place), seat_ink(place))
    shown = text.format(**{"count": "", "number": "", "harbour": "", **token, "letter": letter})
    if kind == "crossing":
        ink = f"bold {colour}"
    return shown, ink, colour if kind == "fortress" else ground


def signs_of(board: View) -> list[tuple[str, str]]:
    """The signs on a board, and for which kind of token each stands."""
    kinds = {token["kind"] for token in board.get("tokens", ())}
    return [(EXAMPLES.get(kind, SIGNS[kind][0]), kind) for kind in SIGNS if kind in kinds]


def _draw_pirate(canvas: Canvas, board: View) -> None:
    """In the middle of its hex, or where no text is hidden by it."""
    pirate = board.get("pirate")
    if pirate is None:
        return
    column, row = next(cell_of(hex_) for hex_ in board["hexes"] if hex_["id"] == pirate)
    text = " ☠ pirate "
    start = column - len(text) // 2
    free = (row + down for down in NEAR if not canvas.is_written((start, row + down), len(text)))
    canvas.write((start, next(free, row)), text, f"bold {LIGHT}", DARK)
