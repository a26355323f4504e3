"""The state of a Seafarers game: that of the base game, the ships, and what a scenario adds."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from msgspec import Struct

from domain.base.events import Terrain
from domain.base.state import NOWHERE, Game
from domain.ids import HexId, Seat
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.chart import SeaBoard
from domain.seafarers.options import SeaOptions

SHIPS_EACH: Final = 15

GOLD: Final = "gold"
"""A further phase: a seat has to take cards of choice."""


@dataclass(slots=True)
class Fleet:
    """A seat's ships, and what follows from where they lie."""

    ships: int = 0
    reached: int = 0
    """Nodes that an own ship touches."""
    open_edges: int = 0
    """Edges where the next ship may lie, taken or not."""


class Claim(Struct, frozen=True):
    """A seat may take so many cards of its choice."""

    seat: Seat
    count: int


class Unseen(Struct):
    """What lies under the hidden hexes, by kind; nobody knows what lies where."""

    tiles: dict[Terrain, int]
    numbers: dict[int, int]


class ScenarioState(Struct, tag_field="type"):
    """What one scenario keeps track of; each that does has a type of its own, and reads it."""


@dataclass(slots=True, kw_only=True, eq=False)
class Voyage(Game):
    """Everything that is true in a Seafarers game. Lists have one entry a seat."""

    REFERENCES: ClassVar[frozenset[str]] = frozenset({"ruleset", "past", "hooks"})

    options: SeaOptions = None  # type: ignore[assignment]  # set by the first event
    hooks: SeaHooks["Voyage"] = None  # type: ignore[assignment]
    """Narrower than those of the base game: a voyage is never given other hooks."""
    board: SeaBoard = None  # type: ignore[assignment]  # set when the game starts
    areas: dict[str, int] = field(default_factory=dict)
    """By name: the hexes of each land."""
    pirate: HexId = NOWHERE
    fleets: list[Fleet] = field(default_factory=list)
    ships_placed: int = 0
    """Edges on which a ship was placed this turn."""
    ship_moved: bool = False
    claims: tuple[Claim, ...] = ()
    """Who takes cards of choice, the next one first."""
    claims_made: int = 0
    resumes: str = ""
    """The phase that goes on when an open choice is done."""
    harvest_due: bool = False
    """Whether the roll still has to bring something once an open choice is done."""
    settled: list[tuple[str, ...]] = field(default_factory=list)
    """Lands that pay a seat no more special points for a first settlement."""
    markers: list[int] = field(default_factory=list)
    """Special points."""
    unseen: Unseen | None = None
    """What hidden hexes are drawn from, if the map has any."""
    prepared: int = 0
    """How many choices were made before the first placement, where a scenario asks for any."""
    scenario_state: ScenarioState | None = None
    """What the scenario keeps track of besides, if it does."""
