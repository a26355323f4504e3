"""Scenario 4, Through the Desert, on the map for three players."""

from random import Random

import pytest

from domain.base.commands import BuildSettlement, MoveRobber, PlaceSettlement, RollDice
from domain.base.costs import SETTLEMENT_COST
from domain.base.events import RobberMoved
from domain.seafarers.events import MarkersTaken
from domain.seafarers.maps.charting import lay_variable
from tests import kit
from tests.kit import Scene, dealt, main_of, roads, settlements, turn_of
from tests.seafarers.kit import SEAFARERS, Chart, Lots, P, Q, ships

SEA = Chart(4, 3)
HOME = SEA.node((1, -1), (2, -2), (2, -1))
STRIP = SEA.node((1, -2), (2, -3), (2, -2))
FURTHER = SEA.node((0, -1), (1, -2), (1, -1))
THROUGH = SEA.edges(((1, -1), (2, -2)), ((1, -2), (2, -2)))


def test_case_4_1_first_settlements_on_the_main_part() -> None:
    scene = SEA.founding()
    scene.when(PlaceSettlement(P, FURTHER)).then_refused("founding/outside_start_area")
    scene.when(PlaceSettlement(P, SEA.node((1, -1), (1, 0), (2, -1))))
    assert scene.state.founding_node is not None


def test_case_4_2_a_node_of_desert_and_sea_is_nowhere() -> None:
    node = SEA.node((3, -4), (3, -3), (4, -4))
    SEA.founding().when(PlaceSettlement(P, node)).then_refused("founding/outside_start_area")
    scene = SEA.given(ships(P, SEA.edge((3, -4), (3, -3))), main_of(P))
    scene.given(dealt(P, **SETTLEMENT_COST)).when(BuildSettlement(P, node))
    assert scene.points(P) == 1


def through_the_desert(*facts: object) -> Scene:
    return SEA.given(
        settlements(P, HOME),
        roads(P, *THROUGH),
        *facts,  # type: ignore[arg-type]
        main_of(P),
        dealt(P, **SETTLEMENT_COST),
        dealt(P, **SETTLEMENT_COST),
    )


def test_case_4_3_by_road_through_the_desert() -> None:
    scene = through_the_desert().when(BuildSettlement(P, STRIP))
    scene.then_ends(MarkersTaken(seat=P, area="strip", count=2))
    assert scene.points(P) == 1 + 3


def test_case_4_4_the_second_on_the_strip() -> None:
    scene = through_the_desert().when(BuildSettlement(P, STRIP))
    scene.given(roads(P, SEA.edge((1, -2), (1, -1))))
    scene.when(BuildSettlement(P, FURTHER))
    assert scene.points(P) == 1 + 3 + 1


def test_case_4_5_by_ship_to_the_strip() -> None:
    node = SEA.node((-1, -1), (-1, 0), (0, -1))
    scene = SEA.given(ships(P, SEA.edge((-1, 0), (0, -1))), main_of(P))
    scene.given(dealt(P, **SETTLEMENT_COST)).when(BuildSettlement(P, node))
    assert scene.points(P) == 3


def test_case_4_6_others_on_the_strip_do_not_matter() -> None:
    scene = through_the_desert(MarkersTaken(seat=Q, area="strip", count=2))
    scene.when(BuildSettlement(P, STRIP))
    assert scene.points(P) == 1 + 3


def test_case_4_7_the_robber_starts_on_the_desert_of_choice() -> None:
    scene = kit.lobby(players=3, ruleset=SEAFARERS, scenario=4, robber_start=[3, -3])
    assert scene.state.options.robber_start == (3, -3)
    played = SEA.given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    desert = SEA.hex(1, -1)
    played.when(MoveRobber(P, desert)).then(RobberMoved(seat=P, hex=desert))


def test_case_4_8_four_lands_are_all_there_is() -> None:
    lands = ("strip", "isle-ne", "isle-e", "isle-se")
    scene = through_the_desert([MarkersTaken(seat=P, area=area, count=2) for area in lands])
    scene.when(BuildSettlement(P, STRIP))
    assert scene.view(P)["score"][P]["sources"]["markers"] == 8


@pytest.mark.parametrize("players", [3, 4])
def test_case_4_9_the_variable_map_spares_the_gold(players: int) -> None:
    layout = Chart(4, players).layout
    deserts = {hex_.place for hex_ in layout.hexes if hex_.terrain == "desert"}
    for seed in range(20):
        tiles = lay_variable(layout, Lots(Random(seed))).tiles  # type: ignore[arg-type]
        gold = [tile.number for tile in tiles if tile.terrain == "gold"]
        assert len(gold) == 2
        assert not {6, 8}.intersection(gold)
        assert {(tile.q, tile.r) for tile in tiles if tile.terrain == "desert"} == deserts
