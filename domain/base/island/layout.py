"""Layouts: islands as data, our own from files and an organizer's own with the game's options."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias, TypeVar
from unicodedata import category

import msgspec
from msgspec import Meta, Struct

from domain.base.events import HarbourKind, IslandTerrain
from domain.boards import load_board
from domain.grid.geometry import Axial, geometry, neighbours
from domain.refusals import Malformed

Coordinate = Annotated[int, Meta(ge=-20, le=20)]
ShortText = Annotated[str, Meta(max_length=64)]
Place = tuple[Coordinate, Coordinate]
MOST_HEXES = 100
TOKENS = frozenset(range(2, 13)) - {7}
RED = (6, 8)
UNREADABLE = frozenset({"Cc", "Zl", "Zp"})
"""Control characters and separators of lines, as Unicode calls them."""


S = TypeVar("S", bound=Struct)
Problem: TypeAlias = tuple[str, str]
"""The field of a layout that is wrong, and what is wrong with it."""


class BadLayout(Malformed):
    """The layout given as `board` breaks a rule of layouts; `details.field` says where."""

    code = "options/bad_layout"


class LayoutHex(Struct, frozen=True, forbid_unknown_fields=True):
    q: Coordinate
    r: Coordinate
    terrain: IslandTerrain
    number: int | None = None


class Port(Struct, frozen=True, forbid_unknown_fields=True):
    land: Place
    sea: Place
    type: HarbourKind


class Ports(Struct, frozen=True, forbid_unknown_fields=True):
    slots: tuple[Port, ...] = ()


class RobberPlace(Struct, frozen=True, forbid_unknown_fields=True):
    hex: Place


class Layout(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A map with everything on it. Without a robber's place it starts on the first desert."""

    hexes: tuple[LayoutHex, ...]
    ports: Ports = Ports()
    robber: RobberPlace | None = None
    id: ShortText = ""
    title: ShortText = ""


class StartingSettlement(Struct, frozen=True):
    node: tuple[Place, Place, Place]
    road: tuple[Place, Place]
    gives_resources: bool


class StartingPieces(Struct, frozen=True):
    color: str
    settlements: tuple[StartingSettlement, ...]


class Start(Struct, frozen=True):
    preplaced: tuple[StartingPieces, ...]


class BeginnerLayout(Layout, frozen=True, kw_only=True):
    """The island for beginners, with the pieces that stand on it by colour."""

    start: Start


class RandomLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """What is dealt, and how, to make a random island."""

    id: str
    title: str
    hexes: tuple[Place, ...]
    terrain: tuple[IslandTerrain, ...]
    tokens: tuple[int, ...]
    spirals: tuple[tuple[Place, ...], ...]
    harbour_kinds: tuple[HarbourKind, ...]
    harbour_places: tuple[tuple[Place, Place], ...]
    frame_pieces: tuple[tuple[tuple[int, HarbourKind], ...], ...]
    frame_sides: tuple[tuple[tuple[Place, Place], ...], ...]


BEGINNER = load_board("base-beginner.json", BeginnerLayout)
RANDOM = load_board("base-random.json", RandomLayout)


def read_layout(raw: Any, players: int) -> Layout:
    """A layout from outside, or a refusal that names the field that is wrong."""
    layout = convert_layout(raw, Layout)
    refuse_first(_problems(layout, players))
    return layout


def convert_layout(raw: Any, kind: type[S]) -> S:
    """What came from outside as a layout of this form, or a refusal that names the field."""
    try:
        layout = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _misfit(str(error), _field_of(str(error))) from None
    except UnicodeEncodeError as error:
        raise _misfit(str(error), "layout") from None
    for field in kind.__struct_fields__:
        try:
            msgspec.json.encode(getattr(layout, field))
        except UnicodeEncodeError as error:
            raise _misfit(str(error), field) from None
    return layout


def unreadable(raw: Any, field: str = "") -> Iterator[Problem]:
    """Texts of a layout from outside that have control characters or line breaks in them."""
    if isinstance(raw, str) and not _is_readable(raw):
        yield field, "holds a control character or a line break"
    if isinstance(raw, Mapping):
        for name, value in raw.items():
            if not _is_readable(name):
                yield field, f"the name {name!r} holds a control character or a line break"
            yield from unreadable(value, f"{field}.{name}" if field else name)
    if isinstance(raw, list | tuple):
        for i, value in enumerate(raw):
            yield from unreadable(value, f"{field}[{i}]")


def _is_readable(text: str) -> bool:
    return not any(category(character) in UNREADABLE for character in text)


def refuse_first(problems: Iterable[Problem]) -> None:
    """Refuse a layout for the first of its problems, if it has any."""
    for field, sentence in problems:
        raise BadLayout(f"{field}: {sentence}", field=field)


def _misfit(reason: str, field: str) -> BadLayout:
    return BadLayout(f"the layout does not fit the format: {reason}", field=field)


def _field_of(error: str) -> str:
    """The field that msgspec complains of: a path, and the name of one missing or unknown."""
    path = re.search(r"`\$\.?([^`]*)`$", error)
    name = re.search(r"field `([^`]*)`", error)
    parts = [found[1] for found in (path, name) if found is not None and found[1]]
    return ".".join(parts) or "layout"


def _problems(layout: Layout, players: int) -> Iterator[Problem]:
    terrain: dict[Axial, str] = {}
    for i, tile in enumerate(layout.hexes):
        where = f"hexes[{i}]"
        if (tile.q, tile.r) in terrain:
            yield where, f"there is a hex at [{tile.q}, {tile.r}] already"
        terrain[tile.q, tile.r] = tile.terrain
        bare = tile.terrain in ("desert", "sea")
        if bare and tile.number is not None:
            yield f"{where}.number", f"{tile.terrain} takes no number"
        if not bare and tile.number not in TOKENS:
            yield f"{where}.number", "must be 2 to 12 and not 7"
    if len(terrain) > MOST_HEXES:
        yield "hexes", f"at most {MOST_HEXES} fit on a map"
    land = {place for place, kind in terrain.items() if kind != "sea"}
    if len(_joined(land)) != len(land):
        yield "hexes", "all land must hang together, roads are the only way across"
    nodes = crossings(layout)
    needed = crossings_for(2 * players)
    if len(nodes) < needed:
        yield (
            "hexes",
            f"{players} players need {needed} crossings to found on, here are {len(nodes)}",
        )
    served: set[tuple[Axial, ...]] = set()
    for i, port in enumerate(layout.ports.slots):
        where = f"ports.slots[{i}]"
        if port.land not in land:
            yield f"{where}.land", "must be a land hex of the layout"
        if port.sea in land or port.sea not in neighbours(port.land):
            yield f"{where}.sea", "must be the sea or the frame next to its land hex"
        ends = {node for node in nodes if port.land in node and port.sea in node}
        if not served.isdisjoint(ends):
            yield where, "shares a crossing with another harbour"
        served |= ends
    if layout.robber is not None and layout.robber.hex not in land:
        yield "robber.hex", "must be a land hex of the layout"
    if layout.robber is None and "desert" not in terrain.values():
        yield "robber", "without a desert the layout must say where the robber starts"


def crossings(layout: Layout) -> set[tuple[Axial, ...]]:
    """Where settlements can stand, each crossing by its three hexes."""
    places = tuple((tile.q, tile.r) for tile in layout.hexes)
    land = {(tile.q, tile.r) for tile in layout.hexes if tile.terrain != "sea"}
    nodes = geometry(places).node_by_hexes if places else {}
    return {node for node in nodes if not land.isdisjoint(node)}


def crossings_for(settlements: int) -> int:
    """How many crossings leave room for so many settlements, wherever they stand."""
    # A settlement closes its own node and at most three more.
    return 4 * (settlements - 1) + 1


def _joined(land: set[Axial]) -> set[Axial]:
    found: set[Axial] = set()
    edge = [min(land)] if land else []
    while edge:
        hex_ = edge.pop()
        found.add(hex_)
        edge += [other for other in neighbours(hex_) if other in land and other not in found]
    return found
