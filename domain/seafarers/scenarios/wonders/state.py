"""What the Wonders of Catan keep track of."""

from domain.ids import Seat
from domain.seafarers.scenarios.wonders.map import WonderId
from domain.seafarers.state import ScenarioState, Voyage


class Works(ScenarioState, tag="works"):
    """Who builds which wonder, and how many levels each seat has built of its own."""

    builders: dict[WonderId, Seat]
    levels: list[int]


def find_works(state: Voyage) -> Works | None:
    """What has become of the wonders; none where none can be built."""
    kept = state.scenario_state
    return kept if isinstance(kept, Works) else None


def works_of(state: Voyage) -> Works:
    """What has become of the wonders, once the map is laid."""
    kept = state.scenario_state
    assert isinstance(kept, Works)
    return kept
