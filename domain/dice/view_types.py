"""What the views of a dice game are made of."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.cards import Resource
from domain.dice.options import Options
from domain.dice.sheet import Face
from domain.dice.state import Use
from domain.ids import Seat
from domain.table.view import LobbySeatView, SeatView, TableView, ViewTypes

PlaceKind: TypeAlias = Literal["settlements", "cities"]
Joker: TypeAlias = Resource | Literal["any"]


class DieView(Struct, frozen=True):
    """What a die shows, and whether it can still be used this turn."""

    face: Face
    use: Use


class SheetHexView(Struct, frozen=True):
    """A hex of the printed island, where it is drawn, and the value of its knight."""

    q: int
    r: int
    x: float
    y: float
    terrain: str
    knight: int | None


class SheetNodeView(Struct, frozen=True):
    """A crossing of the printed island, and where it is drawn."""

    id: str
    x: float
    y: float


class SheetEdgeView(Struct, frozen=True):
    """A road by its number and its ends; the starting road has no number."""

    road: int | None
    nodes: tuple[str, str]
    points: int


class SheetView(Struct, frozen=True):
    """What is printed on every sheet."""

    hexes: tuple[SheetHexView, ...]
    nodes: tuple[SheetNodeView, ...]
    edges: tuple[SheetEdgeView, ...]
    places: dict[PlaceKind, dict[str, int]]
    """By kind of building and crossing: what a building there is worth."""
    jokers: dict[str, Joker]
    """By the value of a knight: what its joker turns a die to."""
    boxes: int


class DiceSeatView(SeatView, frozen=True, kw_only=True):
    """A seat in a game that has started, and what is marked on its sheet."""

    roads: tuple[int, ...]
    """By number; all the others by value."""
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    knights: tuple[int, ...]
    jokers: tuple[int, ...]
    """Knights whose joker can be used."""
    jokers_used: tuple[int, ...]
    track: tuple[int, ...]
    boxes_left: int


class DiceLobbyView(TableView, frozen=True, kw_only=True):
    """A game that has not started: there is nothing on the sheets."""

    options: Options
    turn_seat: None = None
    first_seat: None = None
    rolls: int = 0
    dice: tuple[DieView, ...] = ()
    built: int = 0
    points: int = 0
    seats: tuple[LobbySeatView, ...]
    board: None = None


class DicePlayView(TableView, frozen=True, kw_only=True):
    """A game that has started."""

    options: Options
    turn_seat: Seat
    first_seat: Seat
    rolls: int
    """How often the dice of this turn were rolled."""
    dice: tuple[DieView, ...]
    built: int
    """How many objects were built this turn."""
    points: int
    """What they are worth together."""
    seats: tuple[DiceSeatView, ...]
    board: SheetView


DiceView: TypeAlias = DiceLobbyView | DicePlayView
"""A view of a dice game; one whose `board` is not None is that of a game that has started."""


class MarkedSheetView(Struct, frozen=True, kw_only=True):
    """What a seat has marked on its sheet."""

    seat: Seat
    colour: str | None
    roads: tuple[int, ...] = ()
    settlements: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    knights: tuple[int, ...] = ()
    jokers: tuple[int, ...] = ()
    jokers_used: tuple[int, ...] = ()
    track: tuple[int, ...] = ()


class DiceBoardView(Struct, frozen=True, kw_only=True):
    """The printed sheet, the dice, and what every seat has marked; before the start, nothing."""

    hexes: tuple[SheetHexView, ...] = ()
    nodes: tuple[SheetNodeView, ...] = ()
    edges: tuple[SheetEdgeView, ...] = ()
    places: dict[PlaceKind, dict[str, int]] = {}
    jokers: dict[str, Joker] = {}
    dice: tuple[DieView, ...] = ()
    sheets: tuple[MarkedSheetView, ...]


class DiceHandView(Struct, frozen=True, kw_only=True):
    """What a seat has to build with; before the start everything but `seat` is None."""

    seat: Seat
    dice: tuple[DieView, ...] | None = None
    """There while it is the seat's turn."""
    jokers: tuple[int, ...] | None = None
    boxes_left: int | None = None


VIEW_TYPES: Final = ViewTypes(
    views=(DiceLobbyView, DicePlayView), boards=(DiceBoardView,), hands=(DiceHandView,)
)
