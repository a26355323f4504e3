"""The state of a base game: a fold over its events."""

from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from domain.base.events import HarbourKind
from domain.base.hooks import Hooks
from domain.base.island.board import Board
from domain.base.options import Options
from domain.cards import CARD_KINDS, UNKNOWN, Cards, Hand, Resource, full_bank
from domain.ids import HexId, NodeId, Seat
from domain.table.state import FIRST_SEAT, Table

ROADS_EACH: Final = 15
SETTLEMENTS_EACH: Final = 5
CITIES_EACH: Final = 4
DECK: Final = {
    "knight": 14,
    "victory_point": 5,
    "road_building": 2,
    "invention": 2,
    "monopoly": 2,
}

FOUNDING: Final = "founding"
ROLL: Final = "roll"
DISCARD: Final = "discard"
ROBBER: Final = "robber"
FREE_ROADS: Final = "free_roads"
MAIN: Final = "main"
"""Phases of play: founding, then turn after turn roll and main; the others are open choices."""

NOWHERE: Final = HexId(-1)

AnswerKind: TypeAlias = Literal["accepted", "refused", "countered"]


class Answer(Struct, frozen=True):
    """What a seat said to an offer; a counter-offer is seen from that seat's side."""

    kind: AnswerKind
    give: Cards = {}
    want: Cards = {}


class Offer(Struct):
    """The turn player's open offer and the answers so far."""

    give: Cards
    want: Cards
    to: tuple[Seat, ...]
    answers: dict[Seat, Answer]


class Payout(Struct, frozen=True):
    """What a number pays: to whom, and in all. That may be more than there is in the bank."""

    gains: dict[Seat, dict[Resource, int]]
    demand: dict[Resource, int]


@dataclass(slots=True)
class Network:
    """A seat's pieces, as sets of nodes and edges, and what follows from where they lie."""

    roads: int = 0
    settlements: int = 0
    cities: int = 0
    reached: int = 0
    """Nodes that an own road touches."""
    open_edges: int = 0
    """Edges where the next road may lie, taken or not."""
    hexes: int = 0
    """Hexes that an own building touches."""
    harbours: tuple[HarbourKind, ...] = ()
    """The kinds of harbour that an own building has."""
    best_rate: int = 4
    """The best rate of trade with the bank for any resource."""
    retired: bool = False
    """Whether its player has left: its roads are measured no more."""

    @property
    def buildings(self) -> int:
        return self.settlements | self.cities


def no_cards() -> Hand:
    return dict.fromkeys((*CARD_KINDS, UNKNOWN), 0)


@dataclass(slots=True, kw_only=True, eq=False)
class Game(Table):
    """Everything that is true in a base game. Lists have one entry a seat."""

    REFERENCES: ClassVar[frozenset[str]] = frozenset({"ruleset", "past", "hooks"})

    options: Options = None  # type: ignore[assignment]  # set by the first event
    hooks: Hooks["Game"] = None  # type: ignore[assignment]  # set by the first event
    board: Board = None  # type: ignore[assignment]  # set when the game starts
    robber: HexId = NOWHERE
    first_seat: Seat = FIRST_SEAT
    """Who began."""
    networks: list[Network] = field(default_factory=list)
    roads_taken: int = 0
    buildings: int = 0
    """Nodes with a building of anybody."""
    nodes_closed: int = 0
    """Nodes with a building or next to one: closed by the distance rule."""
    payouts: list[Payout] = field(default_factory=list)
    """By number: what it pays, the robber and the bank left aside."""
    hands: list[Hand] = field(default_factory=list)
    bank: Hand = field(default_factory=full_bank)
    """What is in the bank is never hidden, so it has no `unknown`."""
    deck: Hand = field(default_factory=lambda: {**DECK, UNKNOWN: 0})
    cards: list[Hand] = field(default_factory=list)
    """Unplayed development cards."""
    cards_held: list[int] = field(default_factory=list)
    """How many of them there are, which everybody may know."""
    fresh: Hand = field(default_factory=dict)
    """Those of them bought this turn by the seat whose turn it is; a kind not named is none."""
    spent: Hand = field(default_factory=no_cards)
    """Development cards out of the game; played knights stay with their seats."""
    knights: list[int] = field(default_factory=list)
    road_lengths: list[int] = field(default_factory=list)
    longest_road: Seat | None = None
    largest_army: Seat | None = None
    revealed: dict[Seat, int] = field(default_factory=dict)
    """Victory-point cards that seats have shown at the end."""
    founding_order: tuple[Seat, ...] = ()
    founded: int = 0
    """How many entries of the founding order are done."""
    founding_node: NodeId | None = None
    """The founding settlement that waits for its road."""
    unsettled: bool = False
    """Whether anything that awards or victory depend on has happened in this part of the turn."""
    rolled: tuple[int, int] | None = None
    card_played: bool = False
    building_began: bool = False
    free_roads: int = 0
    free_road_placed: bool = False
    discards_due: dict[Seat, int] = field(default_factory=dict)
    discards_chosen: dict[Seat, Cards | None] = field(default_factory=dict)
    offer: Offer | None = None
    offers_made: int = 0
