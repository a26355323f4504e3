"""What is shown of the preparations in the New World."""

from typing import Final

from domain.ids import Seat
from domain.seafarers.scenarios.new_world import messages as facts
from domain.seafarers.scenarios.new_world.state import find_preparation
from domain.seafarers.state import Voyage
from domain.seafarers.view_types import (
    EdgeTokenView,
    SeaBoardView,
    SeaBoardWithPieces,
    SeaPiecesView,
    SeaPlayView,
)
from domain.table.view import ViewTypes, fields_of

PUBLIC = (
    facts.VoteBegan,
    facts.RedealAsked,
    facts.BoardAccepted,
    facts.HarboursBegan,
    facts.HarbourTokenPlaced,
    facts.HarboursTurnedUp,
)


class HiddenHarbourView(EdgeTokenView, frozen=True, kw_only=True, tag="hidden_harbour"):
    """A harbour that lies face down."""


class NewWorldView(SeaPlayView, frozen=True, kw_only=True):
    """A game on a board that the players accept, and whose harbours they place."""

    board: SeaBoardView[HiddenHarbourView]
    voters: tuple[Seat, ...]
    """Who may still keep the board, the next one first."""
    harbours_left: int
    """How many harbours are left to place."""


VIEW_TYPES: Final = ViewTypes(
    views=(NewWorldView,), boards=(SeaBoardWithPieces[SeaPiecesView, HiddenHarbourView],)
)


def tokens(state: Voyage) -> tuple[HiddenHarbourView, ...]:
    preparation = find_preparation(state)
    placed = preparation.harbours if preparation is not None else ()
    return tuple(HiddenHarbourView(edge=edge) for edge in placed)


def own_view(state: Voyage, view: SeaPlayView) -> NewWorldView:
    preparation = find_preparation(state)
    return NewWorldView(
        **fields_of(view),
        voters=preparation.voters if preparation is not None else (),
        harbours_left=preparation.harbours_left if preparation is not None else 0,
    )
