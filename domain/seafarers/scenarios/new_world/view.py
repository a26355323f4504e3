"""What is shown of the preparations in the New World."""

from domain.ids import Viewer
from domain.ruleset import View
from domain.seafarers.scenarios.new_world import messages as facts
from domain.seafarers.scenarios.new_world.state import find_preparation
from domain.seafarers.state import Voyage

PUBLIC = (
    facts.VoteBegan,
    facts.RedealAsked,
    facts.BoardAccepted,
    facts.HarboursBegan,
    facts.HarbourTokenPlaced,
    facts.HarboursTurnedUp,
)


def tokens(state: Voyage) -> list[View]:
    """Harbours that lie face down."""
    preparation = find_preparation(state)
    placed = preparation.harbours if preparation is not None else ()
    return [{"kind": "hidden_harbour", "edge": edge} for edge in placed]


def own_view(state: Voyage, viewer: Viewer) -> View:
    """Who is still asked about the board, and how many harbours are left to place."""
    preparation = find_preparation(state)
    return {
        "voters": list(preparation.voters) if preparation is not None else [],
        "harbours_left": preparation.harbours_left if preparation is not None else 0,
    }
