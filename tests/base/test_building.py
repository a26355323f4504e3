"""Building: roads, settlements and cities, their places, costs and numbers."""

import pytest

from domain.base.commands import BuildCity, BuildRoad, BuildSettlement, BuyDevelopmentCard, EndTurn
from domain.base.events import CityBuilt, LongestRoadAwarded, RoadBuilt, SettlementBuilt
from tests.kit import (
    GRID,
    bought,
    cities,
    corner,
    dealt,
    edge,
    given,
    main_of,
    node,
    ring,
    roads,
    settlements,
    sides,
)

NORTH, NORTH_EAST, SOUTH_EAST = (corner((0, 0), name) for name in ("N", "NE", "SE"))
TO_NORTH_EAST, TO_SOUTH_EAST = sides((0, 0), "NE", "E")

ROAD = dealt(0, brick=1, lumber=1)
SETTLEMENT = dealt(0, brick=1, lumber=1, wool=1, grain=1)
CITY = dealt(0, grain=2, ore=3)


# Roads


def test_a_road_is_built_for_brick_and_lumber():
    scene = given(settlements(0, NORTH), ROAD, main_of(0)).when(BuildRoad(0, TO_NORTH_EAST))
    scene.then(RoadBuilt(seat=0, edge=TO_NORTH_EAST))
    assert scene.hand(0) == {}


@pytest.mark.parametrize("cards", [{}, {"brick": 1}, {"lumber": 1}, {"brick": 5, "ore": 5}])
def test_a_road_is_not_built_without_its_cost(cards):
    scene = given(settlements(0, NORTH), dealt(0, **cards), main_of(0))
    scene.when(BuildRoad(0, TO_NORTH_EAST)).then_refused("hand/not_enough_cards")


@pytest.mark.parametrize(
    "own",
    [settlements(0, NORTH_EAST), cities(0, NORTH_EAST), roads(0, TO_NORTH_EAST)],
    ids=["settlement", "city", "road"],
)
def test_a_road_touches_an_own_road_settlement_or_city(own):
    scene = given(own, ROAD, main_of(0)).when(BuildRoad(0, TO_SOUTH_EAST))
    scene.then(RoadBuilt(seat=0, edge=TO_SOUTH_EAST))


def test_a_road_that_touches_nothing_own_is_refused():
    scene = given(settlements(0, NORTH), ROAD, main_of(0))
    scene.when(BuildRoad(0, TO_SOUTH_EAST)).then_refused("road/not_connected")


def test_an_opponents_road_is_no_link():
    scene = given(roads(1, TO_NORTH_EAST), settlements(1, NORTH), ROAD, main_of(0))
    scene.when(BuildRoad(0, TO_SOUTH_EAST)).then_refused("road/not_connected")


def test_an_opponents_building_is_no_link():
    scene = given(settlements(1, NORTH_EAST), ROAD, main_of(0))
    scene.when(BuildRoad(0, TO_SOUTH_EAST)).then_refused("road/not_connected")


@pytest.mark.parametrize("owner", [0, 1])
def test_a_taken_edge_is_refused(owner):
    scene = given(settlements(0, NORTH), roads(owner, TO_NORTH_EAST), ROAD, main_of(0))
    scene.when(BuildRoad(0, TO_NORTH_EAST)).then_refused("road/edge_taken")


@pytest.mark.parametrize("build", [settlements, cities])
def test_a_road_may_lead_up_to_an_opponents_building(build):
    scene = given(settlements(0, NORTH), build(1, SOUTH_EAST), roads(0, TO_NORTH_EAST))
    scene.given(ROAD, main_of(0)).when(BuildRoad(0, TO_SOUTH_EAST))
    scene.then(RoadBuilt(seat=0, edge=TO_SOUTH_EAST))


@pytest.mark.parametrize("build", [settlements, cities])
def test_a_road_may_not_lead_past_an_opponents_building(build):
    scene = given(settlements(0, NORTH), build(1, SOUTH_EAST), roads(0, TO_NORTH_EAST))
    scene.given(roads(0, TO_SOUTH_EAST), ROAD, main_of(0))
    for onward in (*sides((0, 0), "SE"), edge((1, 0), (0, 1))):
        scene.when(BuildRoad(0, onward)).then_refused("road/not_connected")


def test_the_way_round_an_opponents_building_is_open():
    # Both ends of the path touch own roads; one of them is blocked, the other is not.
    scene = given(settlements(1, SOUTH_EAST), roads(0, TO_SOUTH_EAST, *sides((0, 0), "SW")))
    scene.given(ROAD, main_of(0)).when(BuildRoad(0, *sides((0, 0), "SE")))
    scene.then(RoadBuilt(seat=0, edge=sides((0, 0), "SE")[0]))


def test_a_new_building_blocks_the_way_at_once():
    scene = given(
        roads(0, TO_NORTH_EAST, TO_SOUTH_EAST), roads(1, edge((1, 0), (0, 1))), main_of(1)
    )
    scene.given(dealt(1, brick=1, lumber=1, wool=1, grain=1))
    scene.when(BuildSettlement(1, SOUTH_EAST)).given(ROAD, main_of(0))
    scene.when(BuildRoad(0, *sides((0, 0), "SE"))).then_refused("road/not_connected")


def test_an_opponents_road_across_the_way_blocks_nothing():
    scene = given(
        settlements(0, NORTH), roads(0, TO_NORTH_EAST), roads(1, edge((1, 0), (1, -1))), ROAD
    )
    scene.given(main_of(0)).when(BuildRoad(0, TO_SOUTH_EAST))
    scene.then(RoadBuilt(seat=0, edge=TO_SOUTH_EAST))


FIFTEEN = [*ring((0, 0)), *ring((1, 0))[:3], *sides((1, 0), "SW", "SE"), *ring((-1, 0))[1:5]]


def test_there_are_fifteen_roads():
    assert len(set(FIFTEEN)) == 15
    scene = given(roads(0, *FIFTEEN[:14]), ROAD, ROAD, LongestRoadAwarded(seat=0, length=5))
    scene.given(main_of(0)).when(BuildRoad(0, FIFTEEN[14]))
    scene.then(RoadBuilt(seat=0, edge=FIFTEEN[14]))
    scene.when(BuildRoad(0, *sides((1, 0), "SE"))).then_refused("road/edge_taken")
    free = edge((1, -1), (2, -1))
    scene.when(BuildRoad(0, free)).then_refused("road/none_left")
    assert scene.offers(0, BuildRoad) == []


@pytest.mark.parametrize("number", [-1, 72, 500])
def test_a_road_needs_a_path_that_exists(number):
    given(ROAD, main_of(0)).when(BuildRoad(0, number)).then_refused("board/no_such_edge")


def test_a_road_runs_along_the_coast_but_not_across_the_sea():
    tiles = {(1, 0): ("sea", None), (0, 1): ("sea", None)}
    scene = given(settlements(0, SOUTH_EAST), ROAD, main_of(0), tiles=tiles)
    scene.when(BuildRoad(0, edge((1, 0), (0, 1)))).then_refused("board/no_such_edge")
    scene.when(BuildRoad(0, TO_SOUTH_EAST)).then(RoadBuilt(seat=0, edge=TO_SOUTH_EAST))


# Settlements

LED = (settlements(0, NORTH), roads(0, TO_NORTH_EAST, TO_SOUTH_EAST))


def test_a_settlement_is_built_for_brick_lumber_wool_and_grain():
    scene = given(LED, SETTLEMENT, main_of(0)).when(BuildSettlement(0, SOUTH_EAST))
    scene.then(SettlementBuilt(seat=0, node=SOUTH_EAST))
    assert scene.hand(0) == {}
    assert scene.points(0) == 2


@pytest.mark.parametrize("missing", ["brick", "lumber", "wool", "grain"])
def test_a_settlement_is_not_built_without_its_cost(missing):
    cards = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 3}
    del cards[missing]
    scene = given(LED, dealt(0, **cards), main_of(0)).when(BuildSettlement(0, SOUTH_EAST))
    scene.then_refused("hand/not_enough_cards")


def test_a_settlement_needs_an_own_road():
    scene = given(SETTLEMENT, main_of(0)).when(BuildSettlement(0, SOUTH_EAST))
    scene.then_refused("settlement/not_connected")


def test_an_opponents_road_does_not_carry_a_settlement():
    scene = given(roads(1, TO_SOUTH_EAST), SETTLEMENT, main_of(0))
    scene.when(BuildSettlement(0, SOUTH_EAST)).then_refused("settlement/not_connected")


def test_the_distance_to_an_own_settlement_is_kept():
    scene = given(LED, SETTLEMENT, main_of(0)).when(BuildSettlement(0, NORTH_EAST))
    scene.then_refused("settlement/too_close")


@pytest.mark.parametrize("build", [settlements, cities])
def test_the_distance_to_any_building_is_kept(build):
    scene = given(LED, build(1, corner((0, 0), "S")), SETTLEMENT, main_of(0))
    scene.when(BuildSettlement(0, SOUTH_EAST)).then_refused("settlement/too_close")


@pytest.mark.parametrize("build", [settlements, cities])
@pytest.mark.parametrize("owner", [0, 1])
def test_a_settlement_needs_an_empty_crossing(build, owner):
    scene = given(roads(0, TO_SOUTH_EAST), build(owner, SOUTH_EAST), SETTLEMENT, main_of(0))
    scene.when(BuildSettlement(0, SOUTH_EAST)).then_refused("settlement/too_close")


def test_roads_nearby_do_not_matter_for_the_distance():
    scene = given(LED, roads(1, edge((1, 0), (0, 1)), *sides((0, 0), "SE")), SETTLEMENT)
    scene.given(main_of(0)).when(BuildSettlement(0, SOUTH_EAST))
    scene.then(SettlementBuilt(seat=0, node=SOUTH_EAST))


FIVE = [corner(place, "N") for place in ((0, -2), (2, -2), (-2, 0), (2, 0), (0, 2))]


def test_there_are_five_settlements():
    scene = given(settlements(0, *FIVE), roads(0, TO_SOUTH_EAST), SETTLEMENT, main_of(0))
    scene.when(BuildSettlement(0, SOUTH_EAST)).then_refused("settlement/none_left")
    assert scene.offers(0, BuildSettlement) == []


def test_a_city_gives_its_settlement_back():
    scene = given(settlements(0, *FIVE), roads(0, TO_SOUTH_EAST), SETTLEMENT, CITY, main_of(0))
    scene.when(BuildCity(0, FIVE[0])).then(CityBuilt(seat=0, node=FIVE[0]))
    scene.when(BuildSettlement(0, SOUTH_EAST)).then(SettlementBuilt(seat=0, node=SOUTH_EAST))
    assert scene.view(0)["seats"][0]["settlements_left"] == 0
    assert scene.view(0)["seats"][0]["cities_left"] == 3


@pytest.mark.parametrize("number", [-1, 54, 500])
def test_a_settlement_needs_a_crossing_that_exists(number):
    scene = given(SETTLEMENT, main_of(0)).when(BuildSettlement(0, number))
    scene.then_refused("board/no_such_node")


# Cities


def test_a_city_replaces_an_own_settlement_for_three_ore_and_two_grain():
    scene = given(settlements(0, NORTH), CITY, main_of(0)).when(BuildCity(0, NORTH))
    scene.then(CityBuilt(seat=0, node=NORTH))
    assert scene.hand(0) == {}
    assert scene.points(0) == 2
    own = scene.view(0)["seats"][0]
    assert (own["settlements"], own["cities"]) == ([], [NORTH])
    assert (own["settlements_left"], own["cities_left"]) == (5, 3)


@pytest.mark.parametrize("cards", [{"grain": 1, "ore": 5}, {"grain": 5, "ore": 2}, {"wool": 5}])
def test_a_city_is_not_built_without_its_cost(cards):
    scene = given(settlements(0, NORTH), dealt(0, **cards), main_of(0))
    scene.when(BuildCity(0, NORTH)).then_refused("hand/not_enough_cards")


def test_a_city_needs_a_settlement():
    scene = given(LED, CITY, main_of(0)).when(BuildCity(0, SOUTH_EAST))
    scene.then_refused("city/no_own_settlement")


def test_an_opponents_settlement_does_not_become_a_city():
    scene = given(settlements(1, NORTH), CITY, main_of(0)).when(BuildCity(0, NORTH))
    scene.then_refused("city/no_own_settlement")


def test_a_city_does_not_become_a_city():
    scene = given(cities(0, NORTH), CITY, main_of(0)).when(BuildCity(0, NORTH))
    scene.then_refused("city/no_own_settlement")


def test_there_are_four_cities():
    scene = given(cities(0, *FIVE[:4]), settlements(0, FIVE[4]), CITY, main_of(0))
    scene.when(BuildCity(0, FIVE[4])).then_refused("city/none_left")
    assert scene.offers(0, BuildCity) == []


@pytest.mark.parametrize("number", [-1, 54, 500])
def test_a_city_needs_a_crossing_that_exists(number):
    given(CITY, main_of(0)).when(BuildCity(0, number)).then_refused("board/no_such_node")


def test_a_city_keeps_the_distance_like_a_settlement():
    scene = given(cities(0, NORTH), roads(0, TO_NORTH_EAST), SETTLEMENT, main_of(0))
    scene.when(BuildSettlement(0, NORTH_EAST)).then_refused("settlement/too_close")


# As often as the cards allow


def test_any_number_of_builds_and_purchases_in_a_turn():
    scene = given(
        settlements(0, NORTH),
        dealt(0, brick=4, lumber=4, wool=4, grain=7, ore=5),
        main_of(0),
    )
    scene.when(BuildRoad(0, TO_NORTH_EAST)).when(BuildRoad(0, TO_SOUTH_EAST))
    scene.when(BuyDevelopmentCard(0), card="knight").then(bought(0, "knight"))
    scene.when(BuildSettlement(0, SOUTH_EAST)).when(BuildCity(0, NORTH))
    scene.when(BuyDevelopmentCard(0), card="monopoly").then(bought(0, "monopoly"))
    scene.when(BuildRoad(0, *sides((0, 0), "SE")))
    scene.when(EndTurn(0))
    assert scene.hand(0) == {"wool": 1, "grain": 2}


def test_a_road_built_now_carries_a_settlement_built_now():
    scene = given(settlements(0, NORTH), dealt(0, brick=3, lumber=3, wool=1, grain=1), main_of(0))
    scene.when(BuildSettlement(0, SOUTH_EAST)).then_refused("settlement/not_connected")
    scene.when(BuildRoad(0, TO_NORTH_EAST)).when(BuildRoad(0, TO_SOUTH_EAST))
    scene.when(BuildSettlement(0, SOUTH_EAST)).then(SettlementBuilt(seat=0, node=SOUTH_EAST))


def test_the_places_offered_are_the_legal_ones():
    scene = given(LED, SETTLEMENT, main_of(0))
    assert {command.node for command in scene.offers(0, BuildSettlement)} == {SOUTH_EAST}
    touching = {
        i for i, ends in enumerate(GRID.edge_nodes) if {NORTH, NORTH_EAST, SOUTH_EAST} & set(ends)
    }
    offered = {command.edge for command in scene.offers(0, BuildRoad)}
    assert offered == touching - {TO_NORTH_EAST, TO_SOUTH_EAST}
    assert node((0, 0), (1, 0), (0, 1)) == SOUTH_EAST
