"""What the Forgotten Tribe keeps track of."""

from domain.base.events import HarbourKind
from domain.ids import EdgeId
from domain.seafarers.state import ScenarioState, Voyage


class Gifts(ScenarioState, tag="gifts"):
    """What the tribe has still to give, by where it lies, and the harbours it has given."""

    points: int
    """Edges with a special point."""
    cards: int
    """Edges with a development card."""
    harbours: dict[EdgeId, HarbourKind]
    hands: list[tuple[HarbourKind, ...]]
    """By seat: harbours that wait for a place."""
    fresh: tuple[HarbourKind, ...] = ()
    """The harbours placed in the turn `fresh_turn`, the last one in which any was."""
    fresh_turn: int = 0


def find_gifts(state: Voyage) -> Gifts | None:
    """What there is to give; none before the gifts are dealt."""
    kept = state.scenario_state
    return kept if isinstance(kept, Gifts) else None


def gifts_of(state: Voyage) -> Gifts:
    """What there is to give, once the map is laid."""
    kept = state.scenario_state
    assert isinstance(kept, Gifts)
    return kept
