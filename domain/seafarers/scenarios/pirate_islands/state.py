"""What the Pirate Islands keep track of."""

from domain.seafarers.state import ScenarioState, Voyage


class Piracy(ScenarioState, tag="piracy"):
    """How the fight against the pirates stands, by seat."""

    markers: list[int]
    """Those under its fortress; none when it has taken it."""
    warships: list[int]
    """How many of its ships, the nearest to its settlement, are warships."""


def find_piracy(state: Voyage) -> Piracy | None:
    """How the fight stands; none where there are no pirates to fight."""
    kept = state.scenario_state
    return kept if isinstance(kept, Piracy) else None


def piracy_of(state: Voyage) -> Piracy:
    """How the fight stands, once the map is laid."""
    kept = state.scenario_state
    assert isinstance(kept, Piracy)
    return kept
