"""What the views of a game at sea are made of. A scenario that shows more extends them."""

from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from domain.base.view_parts import BoardWithPieces, DiscardInHand, HeldView, PiecesView
from domain.base.view_types import (
    BaseLobbyView,
    BasePlayView,
    BaseSeatView,
    BoardView,
    HasPieces,
    LaidBoard,
)
from domain.cards import Resource
from domain.ids import EdgeId, HexId, NodeId
from domain.seafarers.maps.layout import AreaKind
from domain.seafarers.options import SeaOptions
from domain.seafarers.state import Claim

AwardName: TypeAlias = Literal["longest_road", "largest_army"]


class TokenView(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What a scenario adds to the board, told apart by `kind`."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class NodeTokenView(TokenView, frozen=True, kw_only=True):
    """A token on a crossing."""

    node: NodeId


class EdgeTokenView(TokenView, frozen=True, kw_only=True):
    """A token on an edge."""

    edge: EdgeId


class AreaView(Struct, frozen=True):
    """An area as the map describes it; an island that came about by the deal has no kind."""

    id: str
    kind: AreaKind | None
    label: str
    hexes: tuple[HexId, ...]


Token = TypeVar("Token", bound=TokenView, covariant=True)


class SeaBoardView(BoardView, Generic[Token], frozen=True, kw_only=True):
    """The board, with the lands on it and what a scenario has laid out."""

    pirate: HexId | None
    """Its hex; None while it is off the board."""
    areas: tuple[AreaView, ...]
    tokens: tuple[Token, ...]


class LaidSea(LaidBoard, Protocol):
    """A board as it lies: that of a view, or one that is read on its own."""

    @property
    def pirate(self) -> HexId | None: ...
    @property
    def tokens(self) -> tuple[TokenView, ...]: ...


class HasShips(HasPieces, Protocol):
    """A colour with ships, besides the pieces of the base game."""

    @property
    def ships(self) -> tuple[EdgeId, ...]: ...


class SeaPiecesView(PiecesView, frozen=True, kw_only=True):
    """The pieces that a colour has on the board."""

    ships: tuple[EdgeId, ...] = ()


Pieces = TypeVar("Pieces", bound=SeaPiecesView, covariant=True)


class SeaSeatView(BaseSeatView, frozen=True, kw_only=True):
    """A seat in a game that has started."""

    ships: tuple[EdgeId, ...]
    ships_left: int
    bonuses: dict[str, int]
    """By area: the special points that a settlement there would bring."""
    closed: tuple[NodeId, ...]
    """Land where the seat may not settle."""
    counters: dict[str, int]
    """What the seat has of things that only some scenarios count, by name."""

    def pieces(self) -> SeaPiecesView:
        """What it has on the board."""
        return SeaPiecesView(
            seat=self.seat,
            colour=self.colour,
            roads=self.roads,
            settlements=self.settlements,
            cities=self.cities,
            ships=self.ships,
        )


class ScenarioView(Struct, frozen=True):
    """What is played."""

    number: int | None
    """None on an own map."""
    title: str
    title_pl: str
    play: Literal["scenario", "free"]
    """With the rules of the scenario, or with those of the sea alone."""
    awards: tuple[AwardName, ...]
    """The special cards that there are."""


class SeaLobbyView(BaseLobbyView, frozen=True, kw_only=True):
    """A game that has not started."""

    options: SeaOptions  # type: ignore[assignment]  # it has what the base game's readers ask for
    scenario: ScenarioView
    ship_moved: bool = False
    gold: tuple[Claim, ...] = ()


class SeaPlayView(BasePlayView, frozen=True, kw_only=True):
    """A game that has started."""

    options: SeaOptions  # type: ignore[assignment]  # it has what the base game's readers ask for
    seats: tuple[SeaSeatView, ...]
    board: SeaBoardView[TokenView]
    scenario: ScenarioView
    ship_moved: bool
    """Whether a ship was moved this turn."""
    gold: tuple[Claim, ...]
    """Who takes cards of choice, the next one first."""


SeaView: TypeAlias = SeaLobbyView | SeaPlayView


class SeaBoardWithPieces(BoardWithPieces, Generic[Pieces, Token], frozen=True, kw_only=True):
    """What lies on the table, ships and what a scenario lays out included."""

    pieces: tuple[Pieces, ...]
    pirate: HexId | None = None
    areas: tuple[AreaView, ...] = ()
    tokens: tuple[Token, ...] = ()


AnySeaBoard: TypeAlias = SeaBoardWithPieces[SeaPiecesView, TokenView]
"""The board of any scenario."""


class SeaHandView(HeldView, frozen=True, kw_only=True):
    """A hand of a game at sea."""

    ships_left: int | None = None
    counters: dict[str, int] | None = None
    rates: dict[Resource, int] | None = None
    discard: DiscardInHand | None = None
