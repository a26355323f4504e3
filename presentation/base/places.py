"""Places on a board in words: a hex by what grows there, a crossing or a path by its hexes."""

from domain.base.view_types import BasePlayView, EdgeView, HexView, NodeView
from domain.ids import EdgeId, HexId, NodeId
from presentation.language import Language, Word

_NEAR = 0.01
"""Two points that are drawn no farther apart than this are on one line."""


def format_hex(language: Language, view: BasePlayView, hex_: HexId) -> Word:
    """A hex by its terrain and number; the sea has none but that of the hex."""
    return _hex_word(language, view.board.hexes[hex_])


def format_node(language: Language, view: BasePlayView, node: NodeId) -> str:
    """Where a crossing is, with its harbour if it has one."""
    board = view.board
    place = _node_place(language, view, board.nodes[node])
    kind = next((one.kind for one in board.harbours if node in one.nodes), None)
    if kind is None:
        return place
    if kind == "3:1":
        harbour = language.say("node.harbour.any")
    else:
        harbour = language.say("node.harbour.kind", resource=language.words[kind])
    return language.say("node.harbour", place=place, harbour=harbour)


def format_edge(language: Language, view: BasePlayView, edge: EdgeId) -> str:
    """Where a path is: on a coast, or between two hexes."""
    board = view.board
    shown: EdgeView = board.edges[edge]
    lands = [hex_ for hex_ in (board.hexes[i] for i in shown.hexes) if hex_.terrain != "sea"]
    if len(lands) == 1:
        ends = [board.nodes[node] for node in shown.nodes]
        middle = sum(end.x for end in ends) / 2, sum(end.y for end in ends) / 2
        return language.say(
            "edge.coast",
            direction=language.say(f"direction.{_direction(lands[0], *middle)}"),
            hex=_hex_word(language, lands[0]),
        )
    one, other = (_hex_word(language, board.hexes[i]) for i in shown.hexes)
    return language.say("edge.between", one=one, other=other)


def _node_place(language: Language, view: BasePlayView, node: NodeView) -> str:
    around = [view.board.hexes[i] for i in node.hexes]
    lands = [hex_ for hex_ in around if hex_.terrain != "sea"]
    if not lands:
        return language.say("node.number", number=node.id)
    if len(lands) == 1:
        return language.say(
            "node.corner",
            direction=language.say(f"direction.{_direction(lands[0], node.x, node.y)}"),
            hex=_hex_word(language, lands[0]),
        )
    words = list(dict.fromkeys(_hex_word(language, hex_) for hex_ in lands))
    if len(lands) < len(around):
        words.append(_bare(language, "sea"))
    return language.say("node.between", hexes=language.joined(words))


def _hex_word(language: Language, hex_: HexView) -> Word:
    is_sea = hex_.terrain == "sea"
    number = hex_.id if is_sea else hex_.number
    if number is None:
        return _bare(language, hex_.terrain)
    key, terrain = "tile.sea" if is_sea else "tile", language.words[hex_.terrain]
    return Word(*(language.say(key, terrain=case, number=number) for case in terrain))


def _bare(language: Language, terrain: str) -> Word:
    return Word(*(language.say("tile.bare", terrain=case) for case in language.words[terrain]))


def _direction(hex_: HexView, x: float, y: float) -> str:
    """From the middle of a hex to a point, y growing downwards."""
    down, across = y - hex_.y, x - hex_.x
    vertical = "" if abs(down) < _NEAR else "s" if down > 0 else "n"
    return vertical + ("" if abs(across) < _NEAR else "e" if across > 0 else "w")
