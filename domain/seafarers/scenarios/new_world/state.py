"""What the New World keeps track of before it is settled."""

from domain.ids import EdgeId, Seat
from domain.seafarers.state import ScenarioState, Voyage


class Preparation(ScenarioState, tag="preparation"):
    """What comes before the first placement where the players have a say in the board."""

    voters: tuple[Seat, ...]
    """Who may still keep the board, the next one first."""
    harbours_left: int = 0
    harbours: tuple[EdgeId, ...] = ()
    """Edges on which a harbour lies face down."""


def find_preparation(state: Voyage) -> Preparation | None:
    """What the players still have a say in; none once the harbours lie."""
    kept = state.scenario_state
    return kept if isinstance(kept, Preparation) else None


def preparation_of(state: Voyage) -> Preparation:
    """What the players have a say in, from the vote until the harbours lie."""
    kept = state.scenario_state
    assert isinstance(kept, Preparation)
    return kept
