"""The travel edition's board: six two-sided pieces, and how they may lie around the middle.

Slots count clockwise from the upper right; a piece is turned by as many sixths as its slot says.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from domain.base.island.layout import Layout, LayoutHex, Port, Ports
from domain.boards import load_board
from domain.chance.draws import Chance, shuffled
from domain.grid.geometry import turned
from domain.refusals import Malformed

SLOTS: Final = 6
Side: TypeAlias = Literal["A", "B"]
SIDES: Final[tuple[Side, Side]] = ("A", "B")


class BadArrangement(Malformed):
    """The pieces cannot lie as `arrangement` says; `details.field` names what is wrong."""

    code = "options/bad_arrangement"


class LaidPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in its slot, one side up."""

    slot: Annotated[int, Meta(ge=0, lt=SLOTS)]
    piece: Annotated[int, Meta(ge=1, le=SLOTS)]
    side: Side


Arrangement = Annotated[tuple[LaidPiece, ...], Meta(min_length=SLOTS, max_length=SLOTS)]


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a piece, each side as it lies in slot 0."""

    size: Literal["large", "small"]
    sides: dict[Side, Layout]


class TravelBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """All pieces, in the order of their numbers."""

    id: str
    title: str
    pieces: tuple[Piece, ...]


PIECES: Final = dict(enumerate(load_board("travel.json", TravelBoard).pieces, start=1))
LARGE: Final = [number for number, piece in PIECES.items() if piece.size == "large"]
SMALL: Final = [number for number, piece in PIECES.items() if piece.size == "small"]
ALL_A: Final[Arrangement] = tuple(
    LaidPiece(slot=slot, piece=number, side="A") for slot, number in enumerate(PIECES)
)


def read_arrangement(raw: Any) -> Arrangement:
    """An arrangement from outside, or a refusal that names the field that is wrong."""
    try:
        arrangement: Arrangement = msgspec.convert(raw, Arrangement)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        problem, _, path = str(error).partition(" - at `$")
        raise _refusal(path.removesuffix("`"), problem) from None
    for path, problem in _problems(arrangement):
        raise _refusal(path, problem)
    return arrangement


def _refusal(path: str, problem: str) -> BadArrangement:
    field = f"arrangement{path}"
    sentence = f"{field}: {problem}"
    return BadArrangement(sentence, field=field)


def _problems(arrangement: Arrangement) -> Iterator[tuple[str, str]]:
    """Whichever large piece was laid first, large and small lie by turns around the middle."""
    first = arrangement[0]
    large_slots = (first.slot + SMALL.count(first.piece)) % 2
    slots: set[int] = set()
    pieces: set[int] = set()
    for i, laid in enumerate(arrangement):
        if laid.slot in slots:
            yield f"[{i}].slot", f"a piece lies in slot {laid.slot} already"
        if laid.piece in pieces:
            yield f"[{i}].piece", f"piece {laid.piece} is laid already"
        size = "large" if laid.slot % 2 == large_slots else "small"
        if PIECES[laid.piece].size != size:
            yield (
                f"[{i}].piece",
                f"slot {laid.slot} takes a {size} piece here: large and small lie by turns",
            )
        slots.add(laid.slot)
        pieces.add(laid.piece)


def draw_arrangement(chance: Chance) -> Arrangement:
    """A large piece in any corner, then clockwise small and large by turns, any side up."""
    corner = chance.below(SLOTS, "corner")
    large, small = shuffled(LARGE, chance, "large"), shuffled(SMALL, chance, "small")
    order = [piece for pair in zip(large, small, strict=True) for piece in pair]
    return tuple(
        LaidPiece(
            slot=(corner + i) % SLOTS,
            piece=piece,
            side=SIDES[chance.below(len(SIDES), "side")],
        )
        for i, piece in enumerate(order)
    )


def island_of(arrangement: Arrangement) -> Layout:
    """The island that the pieces make; the robber starts on its desert."""
    hexes: list[LayoutHex] = []
    ports: list[Port] = []
    for laid in arrangement:
        side = PIECES[laid.piece].sides[laid.side]
        for tile in side.hexes:
            q, r = turned((tile.q, tile.r), laid.slot)
            hexes.append(LayoutHex(q, r, tile.terrain, tile.number))
        for port in side.ports.slots:
            land, sea = turned(port.land, laid.slot), turned(port.sea, laid.slot)
            ports.append(Port(land, sea, port.type))
    return Layout(hexes=tuple(hexes), ports=Ports(tuple(ports)))
