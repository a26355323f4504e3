"""Scenario 2, The Four Islands, on the map for three players unless said otherwise."""

import pytest

from domain.base.commands import BuildSettlement, PlaceRoad, PlaceSettlement, RollDice
from domain.base.costs import SETTLEMENT_COST
from domain.base.events import FoundingBegan, TurnBegan
from domain.seafarers.commands import PlaceShip
from domain.seafarers.events import MarkersTaken
from domain.table.closing import GameWon
from tests.kit import Scene, cities, dealt, rolled, settlements, turn_of
from tests.seafarers.kit import Chart, P, Q, ships

SEA = Chart(2, 3)


def placed(*hexes: tuple[int, int]) -> Scene:
    return SEA.founding().when(PlaceSettlement(P, SEA.node(*hexes)))


def test_case_2_1_a_settlement_on_the_coast_takes_a_ship() -> None:
    scene = placed((0, 1), (1, 0), (1, 1))
    scene.when(PlaceRoad(P, SEA.edge((0, 1), (1, 1)))).then_refused("founding/ship_due")
    scene.when(PlaceShip(P, SEA.edge((0, 1), (1, 0))))
    assert scene.state.turn_seat == Q


def test_case_2_2_inland_it_takes_a_road() -> None:
    scene = placed((1, -2), (1, -1), (2, -2))
    scene.when(PlaceRoad(P, SEA.edge((1, -2), (1, -1))))
    assert scene.state.turn_seat == Q


def test_case_2_3_the_pirate_leaves_one_edge() -> None:
    assert SEA.layout.pirate.hex == (2, 0)
    scene = placed((1, 1), (2, 0), (2, 1))
    for edge in (((1, 1), (2, 0)), ((2, 0), (2, 1))):
        scene.when(PlaceShip(P, SEA.edge(*edge))).then_refused("ship/pirate_near")
    scene.when(PlaceShip(P, SEA.edge((1, 1), (2, 1))))
    assert scene.state.turn_seat == Q


def test_case_2_4_the_rim_is_a_coast() -> None:
    scene = placed((-2, 1), (-2, 2), (-1, 1))
    rim = SEA.edge((-2, 1), (-1, 1))
    scene.when(PlaceRoad(P, rim)).then_refused("founding/ship_due")
    scene.when(PlaceShip(P, rim))
    assert scene.state.turn_seat == Q


def free_node(scene: Scene, area: str) -> int:
    """A node that touches this island alone, far enough from all buildings."""
    grid, state = SEA.grid, scene.state
    others = 0
    for name, hexes in state.areas.items():
        others |= hexes if name != area else 0
    for node, hexes in enumerate(grid.node_hexes):
        own = any(state.areas[area] >> hex_ & 1 for hex_ in hexes)
        foreign = any(others >> hex_ & 1 for hex_ in hexes)
        if own and not foreign and not state.nodes_closed >> node & 1:
            return node
    raise AssertionError(f"no room on {area}")


def started(*areas: str) -> Scene:
    """P has founded on these islands, and it is P's turn."""
    scene = SEA.given(FoundingBegan(order=(0, 1, 2, 2, 1, 0)))
    for area in areas:
        scene.given(settlements(P, free_node(scene, area)))
    scene.given(TurnBegan(seat=P, turn=1), rolled(P, 1, 1))
    return scene


def settle(scene: Scene, area: str) -> int:
    """Points that a settlement there brings; a ship leads to it."""
    node = free_node(scene, area)
    sea = SEA.grid.node_edges[node] & scene.state.board.sea_edges & ~scene.state.roads_taken
    edge = (sea or SEA.grid.node_edges[node]).bit_length() - 1
    before = scene.points(P)
    scene.given(ships(P, edge), dealt(P, **SETTLEMENT_COST))
    scene.when(BuildSettlement(P, node))
    return scene.points(P) - before


@pytest.mark.parametrize(
    ("homes", "places", "expected"),
    [
        pytest.param(("sw", "sw"), ("nw", "ne"), [3, 3], id="case-2-5"),
        pytest.param(("nw", "sw"), ("nw", "se", "se"), [1, 3, 1], id="case-2-6"),
        pytest.param(("nw", "sw"), ("ne", "se"), [3, 3], id="case-2-9"),
    ],
)
def test_cases_2_5_2_6_2_9_islands_that_are_new_to_a_seat_pay(
    homes: tuple[str, ...], places: tuple[str, ...], expected: list[int]
) -> None:
    scene = started(*homes)
    assert [settle(scene, area) for area in places] == expected


def test_case_2_7_the_start_island_of_another_pays() -> None:
    scene = SEA.given(FoundingBegan(order=(0, 1, 2, 2, 1, 0)))
    scene.given(settlements(P, free_node(scene, "sw")))
    scene.given(settlements(Q, free_node(scene, "ne")))
    scene.given(TurnBegan(seat=P, turn=1), rolled(P, 1, 1))
    assert settle(scene, "ne") == 3


def test_case_2_8_special_points_win() -> None:
    scene = started("sw", "sw")
    more = [free_node(scene, "sw")]
    scene.given(cities(P, *more))
    scene.given(MarkersTaken(seat=P, area="nw", count=6))
    assert scene.points(P) == 10
    settle(scene, "se")
    scene.then_ends(MarkersTaken(seat=P, area="se", count=2), GameWon(seats=(P,), points=13))


def test_case_2_9_no_more_to_get() -> None:
    scene = started("nw", "sw")
    settle(scene, "ne")
    settle(scene, "se")
    assert scene.view(P)["score"][P]["sources"]["markers"] == 4
    assert settle(scene, "ne") == 1


def test_case_2_10_the_robber_starts_on_the_12() -> None:
    four = Chart(2, 4)
    assert four.layout.robber.hex == (4, -2)
    robbed = four.hex(4, -2)
    nodes = [node for node, hexes in enumerate(four.grid.node_hexes) if robbed in hexes]
    scene = four.given(settlements(Q, nodes[0]), turn_of(P))
    assert scene.state.board.tiles[robbed].number == 12
    scene.when(RollDice(P), dice=(6, 6)).then(rolled(P, 6, 6))
