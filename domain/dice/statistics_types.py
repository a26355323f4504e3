"""What the statistics of a dice game count, and what readers get of it."""

from msgspec import Struct, field

from domain.chance.chi_square import Fit
from domain.dice.sheet import FACES, PIECES, ROLLS, Face, Piece
from domain.ids import Seat
from domain.statistics import Stats, StatsView


def no_faces() -> dict[Face, int]:
    return dict.fromkeys(FACES, 0)


def _no_rolls() -> list[int]:
    return [0] * ROLLS


def _no_pieces() -> dict[Piece, int]:
    return dict.fromkeys(PIECES, 0)


class DiceSeatStats(Struct):
    """All that is counted of one seat."""

    faces: dict[Face, int] = field(default_factory=no_faces)
    rolls: list[int] = field(default_factory=_no_rolls)
    """A count for first, second and third rolls."""
    dice_spent: int = 0
    jokers: dict[Face, int] = field(default_factory=no_faces)
    gold: dict[Face, int] = field(default_factory=no_faces)
    built: dict[Piece, int] = field(default_factory=_no_pieces)
    track: list[int] = field(default_factory=list)


class DiceStats(Stats, kw_only=True):
    """What is counted of a game."""

    seats: list[DiceSeatStats] = field(default_factory=list)


class FaceLine(Struct, frozen=True):
    """How often a face fell, and how often it is expected to."""

    face: Face
    count: int
    expected: float


class FacesView(Struct, frozen=True):
    """Every face against its expectation, and how well the dice fit it."""

    fallen: int
    faces: tuple[FaceLine, ...]
    fit: Fit | None


class RollsView(Struct, frozen=True):
    """How often a seat rolled; first, second and third rolls of a turn apart."""

    total: int
    by_number: tuple[int, ...]


class JokersView(Struct, frozen=True):
    """How many jokers a seat used, and for which faces."""

    used: int
    by_face: dict[Face, int]


class GoldView(Struct, frozen=True):
    """How often a seat exchanged gold, and for which faces."""

    exchanges: int
    by_face: dict[Face, int]


class DiceSeatStatsView(Struct, frozen=True, kw_only=True):
    """The statistics of a seat."""

    seat: Seat
    turns: int
    thinking_ms: int
    dice: FacesView
    rolls: RollsView
    dice_spent: int
    jokers: JokersView
    gold: GoldView
    built: dict[Piece, int]
    points_by_turn: tuple[int, ...]
    crosses: int


class DiceStatsView(StatsView, frozen=True, kw_only=True):
    """The statistics of a game."""

    dice: FacesView
    seats: tuple[DiceSeatStatsView, ...]
