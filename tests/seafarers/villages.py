"""Scenes of the trade in cloth: the villages of the map, and how they came to give."""

from domain.grid.geometry import bits
from domain.ids import SPECTATOR
from domain.messages import Event
from domain.seafarers.maps.layout import read_specials
from domain.seafarers.scenarios.cloth.events import (
    ClothDelivered,
    VillageReached,
    VillagesStocked,
)
from domain.seafarers.scenarios.cloth.map import Villages
from tests.kit import (
    Facts,
    Scene,
    cities,
)
from tests.seafarers.kit import Chart, P, ships

SEA = Chart(6, 3)
FOUR = Chart(6, 4)
NODES = {
    village.number: SEA.grid.node_by_hexes[village.node]
    for village in read_specials(SEA.layout, Villages).villages
}
"""The crossing of each village, by its number."""
STOCK = VillagesStocked(numbers={node: n for n, node in NODES.items()}, cloth=5, supply=10)

HOME = SEA.node((1, -1), (2, -2), (2, -1))
"""One ship away from village 10."""
TO_TEN = SEA.edge((1, -1), (2, -1))
OTHERS_TO_TEN = SEA.edges(((1, -1), (1, 0)), ((1, 0), (2, -1)))
NORTH = [SEA.node((3, -3), (3, -2), (4, -3)), SEA.node((5, -3), (5, -2), (6, -3))]
INLAND = SEA.node((1, -2), (2, -3), (2, -2))


def given(*facts: Facts, chart: Chart = SEA, **options: object) -> Scene:
    """The printed map with its villages, and nothing on it but what the facts bring."""
    return chart.given(STOCK, *facts, **options)


def reach(seat: int, edge: int, number: int) -> list[Event]:
    """A ship that made contact with a village in an earlier turn."""
    return [*ships(seat, edge), VillageReached(seat=seat, node=NODES[number], cloth=1)]


def delivered(number: int, *seats: int, from_supply: int = 0) -> ClothDelivered:
    return ClothDelivered(node=NODES[number], seats=seats, from_supply=from_supply)


def gave(number: int, seat: int, times: int) -> list[Event]:
    """A village has given bales to a seat, one after the other."""
    return [delivered(number, seat) for _ in range(times)]


SOUTH = [
    node for place in ((1, 3), (3, 2), (3, 3)) for node in bits(SEA.grid.hex_nodes[SEA.hex(*place)])
]


def four_cities(seat: int) -> list[Facts]:
    """Cities on the southern island, where they do no more than count."""
    return cities(seat, *list(dict.fromkeys(SOUTH))[4 * seat : 4 * seat + 4])


def left(scene: Scene) -> dict[int, int]:
    """How much cloth the villages have, by their number."""
    return {village.number: village.cloth for village in scene.state.scenario_state.villages}


def cloth(scene: Scene) -> list[int]:
    """How much cloth the seats have."""
    assert_conserved(scene.state)
    return scene.state.scenario_state.seats


def assert_conserved(state: object) -> None:
    trade = state.scenario_state
    counts = [trade.supply, *trade.seats, *(village.cloth for village in trade.villages)]
    assert min(counts) >= 0
    assert sum(counts) == 50


def points_of(scene: Scene, source: str, seat: int) -> int:
    return scene.state.ruleset.score(scene.state, SPECTATOR)[seat].sources[source]


def three_at_ten() -> list[Facts]:
    """P, Q and R in contact with village 10, which has one bale left."""
    edges = (TO_TEN, *OTHERS_TO_TEN)
    return [*(reach(seat, edge, 10) for seat, edge in enumerate(edges)), gave(10, P, 1)]
