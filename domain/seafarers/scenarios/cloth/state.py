"""What Cloth for Catan keeps track of."""

from msgspec import Struct

from domain.ids import NodeId
from domain.seafarers.state import ScenarioState, Voyage


class ClothVillage(Struct):
    """A village at a crossing: its number, and the bales of cloth it has left."""

    node: NodeId
    number: int
    cloth: int


class Cloth(ScenarioState, tag="cloth"):
    """Where the bales of cloth are: in villages, in the general supply, and with the seats."""

    villages: list[ClothVillage]
    supply: int
    seats: list[int]


def find_cloth(state: Voyage) -> Cloth | None:
    """Where the cloth is; none before the villages are stocked."""
    kept = state.scenario_state
    return kept if isinstance(kept, Cloth) else None


def cloth_of(state: Voyage) -> Cloth:
    """Where the cloth is, once the map is laid."""
    kept = state.scenario_state
    assert isinstance(kept, Cloth)
    return kept
