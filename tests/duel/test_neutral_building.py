"""Neutral building: a piece for a neutral player after each own road and settlement."""

import pytest

from domain.base.commands import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    EndTurn,
    PlaceRoad,
    PlayRoadBuilding,
    StopPlacing,
)
from domain.base.events import (
    CityBuilt,
    DevelopmentCardBought,
    FreeRoadsEnded,
    LongestRoadAwarded,
    RoadBuilt,
    SettlementBuilt,
)
from domain.duel.commands import DiscardKnight, ForceTrade, PlaceNeutralRoad, PlaceNeutralSettlement
from domain.duel.events import (
    NeutralBuildingDue,
    NeutralBuildingLapsed,
    NeutralRoadBuilt,
    NeutralSettlementBuilt,
)
from domain.grid.geometry import edges_in
from domain.table.closing import GameWon
from tests.duel.kit import (
    AT_N1,
    AT_N2,
    N1,
    N2,
    given,
    main_of,
    neutral_roads,
    neutral_settlements,
    trade_cards,
)
from tests.kit import (
    GRID,
    cities,
    corner,
    dealt,
    edge,
    holding,
    ring,
    roads,
    settlements,
    sides,
    turn_of,
)

HOME = corner((2, 0), "SE")
FIRST, SECOND = sides((2, 0), "SE", "SW")
ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {**ROAD, "wool": 1, "grain": 1}
N1_ROAD = edge((0, -1), (1, -1))
N2_ROAD = edge((-1, 1), (0, 1))


def after_a_road(*facts):
    """P has built a road and has to build one for a neutral player."""
    scene = given(settlements(0, HOME), *facts, main_of(0), dealt(0, **ROAD))
    return scene.when(BuildRoad(0, FIRST))


def test_case_11_a_neutral_road_comes_before_anything_else():
    scene = after_a_road().then(RoadBuilt(0, FIRST), NeutralBuildingDue(0, "road"))
    scene.when(EndTurn(0)).then_refused("phase/neutral_building_open")
    scene.when(PlaceNeutralRoad(0, N1, N1_ROAD)).then(NeutralRoadBuilt(0, N1, N1_ROAD))
    assert scene.state.phase == "main"
    scene.when(EndTurn(0))


def test_nothing_else_may_be_done_while_a_neutral_piece_is_due():
    scene = after_a_road(holding(0, "road_building"), dealt(1, ore=2))
    for wish in (
        BuyDevelopmentCard(0),
        PlayRoadBuilding(0),
        ForceTrade(0),
        DiscardKnight(0),
        BuildRoad(0, SECOND),
    ):
        scene.when(wish).then_refused("phase/neutral_building_open")
    scene.when(PlaceNeutralRoad(1, N1, N1_ROAD)).then_refused("turn/not_yours")


def test_case_12_a_neutral_road_touches_a_piece_of_its_own_colour():
    scene = after_a_road()
    scene.when(PlaceNeutralRoad(0, N1, edge((1, 1), (2, 0)))).then_refused("road/not_connected")
    scene.when(PlaceNeutralRoad(0, N1, SECOND)).then_refused("road/not_connected")
    scene.when(PlaceNeutralRoad(0, N1, N2_ROAD)).then_refused("road/not_connected")
    scene.when(PlaceNeutralRoad(0, N2, FIRST)).then_refused("road/edge_taken")


def test_a_neutral_road_does_not_go_past_another_building():
    at = corner((0, -1), "SE")
    further = edge((0, 0), (1, -1))
    past = neutral_roads(N1, N1_ROAD), settlements(1, at)
    scene = after_a_road(*past)
    scene.when(PlaceNeutralRoad(0, N1, further)).then_refused("road/not_connected")


@pytest.mark.parametrize("seat", [-1, 0, 1, 4])
def test_only_the_two_neutral_players_are_built_for(seat):
    after_a_road().when(PlaceNeutralRoad(0, seat, N1_ROAD)).then_refused("neutral/unknown")


def test_without_a_duty_nothing_is_placed_for_a_neutral_player():
    scene = given(main_of(0))
    scene.when(PlaceNeutralRoad(0, N1, N1_ROAD)).then_refused("phase/already_rolled")
    scene.when(PlaceNeutralSettlement(0, N1, AT_N1)).then_refused("phase/already_rolled")
    scene.given(turn_of(0, 2)).when(PlaceNeutralRoad(0, N1, N1_ROAD))
    scene.then_refused("phase/roll_first")


def after_a_settlement(*facts):
    """P has built a settlement, away from the coast and the desert."""
    at = corner((1, 0), "SE")
    scene = given(roads(0, *sides((1, 0), "SE")), *facts, main_of(0), dealt(0, **SETTLEMENT))
    scene.when(BuildSettlement(0, at))
    assert scene.events[0] == SettlementBuilt(0, at)
    return scene


def test_where_no_settlement_can_be_placed_a_road_is():
    scene = after_a_settlement().then_ends(NeutralBuildingDue(0, "road"))
    scene.when(PlaceNeutralSettlement(0, N1, AT_N1)).then_refused("neutral/other_piece_due")
    scene.when(PlaceNeutralRoad(0, N2, N2_ROAD)).then(NeutralRoadBuilt(0, N2, N2_ROAD))


def reaching(neutral):
    """Two roads that lead a neutral player to a place for a settlement."""
    if neutral == N1:
        return neutral_roads(N1, edge((0, -1), (1, -2)), edge((0, -2), (1, -2)))
    return neutral_roads(N2, edge((-1, 2), (0, 1)), edge((-1, 2), (0, 2)))


FREE_OF_N1 = corner((1, -2), "NW")
FREE_OF_N2 = corner((-1, 2), "SE")


def test_after_an_own_settlement_the_neutral_player_that_can_gets_one():
    scene = after_a_settlement(reaching(N1)).then_ends(NeutralBuildingDue(0, "settlement"))
    offered = scene.offers(0, PlaceNeutralSettlement)
    assert {wish.neutral for wish in offered} == {N1}
    scene.when(PlaceNeutralRoad(0, N2, N2_ROAD)).then_refused("neutral/other_piece_due")
    scene.when(PlaceNeutralSettlement(0, N2, FREE_OF_N2)).then_refused("settlement/not_connected")
    scene.when(PlaceNeutralSettlement(0, N1, AT_N1)).then_refused("settlement/too_close")
    scene.when(PlaceNeutralSettlement(0, N1, FREE_OF_N1))
    scene.then(NeutralSettlementBuilt(0, N1, FREE_OF_N1))
    assert scene.state.phase == "main"


def test_a_neutral_settlement_earns_nobody_trade_cards():
    scene = after_a_settlement(reaching(N1))
    before = trade_cards(scene)
    scene.when(PlaceNeutralSettlement(0, N1, FREE_OF_N1))
    assert trade_cards(scene) == before


def test_of_two_neutral_players_the_builder_chooses():
    scene = after_a_settlement(reaching(N1), reaching(N2))
    assert {wish.neutral for wish in scene.offers(0, PlaceNeutralSettlement)} == {N1, N2}
    scene.when(PlaceNeutralSettlement(0, N2, FREE_OF_N2))


def test_case_15_road_building_has_a_neutral_road_after_each_of_its_roads():
    scene = given(settlements(0, HOME), holding(0, "road_building"), turn_of(0))
    scene.when(PlayRoadBuilding(0)).when(PlaceRoad(0, FIRST))
    scene.then(RoadBuilt(0, FIRST, free=True), NeutralBuildingDue(0, "road"))
    scene.when(PlaceRoad(0, SECOND)).then_refused("phase/neutral_building_open")
    scene.when(StopPlacing(0)).then_refused("phase/neutral_building_open")
    scene.when(PlaceNeutralRoad(0, N1, N1_ROAD)).then(NeutralRoadBuilt(0, N1, N1_ROAD))
    assert scene.state.phase == "free_roads"
    scene.when(PlaceRoad(0, SECOND))
    scene.then(RoadBuilt(0, SECOND, free=True), NeutralBuildingDue(0, "road"))
    scene.when(PlaceNeutralRoad(0, N2, N2_ROAD)).then(NeutralRoadBuilt(0, N2, N2_ROAD))
    assert scene.state.phase == "roll"


def test_a_second_free_road_lapses_if_the_neutral_road_takes_its_place():
    home, own = corner((0, 0), "NE"), edge((0, 0), (1, -1))
    taken_by_q = edge((1, -1), (1, 0)), edge((0, 0), (1, 0)), edge((0, -1), (0, 0))
    scene = given(
        settlements(0, home), roads(1, *taken_by_q), holding(0, "road_building"), main_of(0)
    )
    scene.when(PlayRoadBuilding(0)).when(PlaceRoad(0, own))
    scene.then(RoadBuilt(0, own, free=True), NeutralBuildingDue(0, "road"))
    scene.when(PlaceNeutralRoad(0, N1, N1_ROAD))
    scene.then(NeutralRoadBuilt(0, N1, N1_ROAD), FreeRoadsEnded(0))
    assert scene.state.phase == "main"


def test_case_16_a_city_and_a_development_card_bring_no_neutral_placement():
    scene = given(settlements(0, HOME), main_of(0), dealt(0, ore=4, grain=3, wool=1))
    scene.when(BuildCity(0, HOME)).then(CityBuilt(0, HOME))
    scene.when(BuyDevelopmentCard(0), card="knight")
    scene.then(DevelopmentCardBought(0, "knight", 0))
    assert scene.state.phase == "main"


def shut_in():
    """Neither neutral player has a path left that no one has taken."""
    around = [*edges_in(GRID.node_edges[AT_N1]), *edges_in(GRID.node_edges[AT_N2])]
    return roads(1, *around)


def test_the_duty_lapses_where_no_neutral_road_is_possible():
    scene = after_a_road(shut_in()).then(RoadBuilt(0, FIRST), NeutralBuildingLapsed(0))
    scene.when(EndTurn(0))


def test_neutral_pieces_that_run_out_count_as_impossible():
    spread = corner((0, -2), "NW"), corner((2, -2), "NE"), corner((-2, 0), "SW")
    built = neutral_settlements(N1, *spread, corner((-2, 2), "S"))
    scene = after_a_settlement(reaching(N1), built)
    scene.then_ends(NeutralBuildingDue(0, "road"))


def test_case_19_a_road_that_wins_has_no_neutral_counterpart():
    city = [corner((0, 2), "S"), corner((-2, 2), "S"), corner((-2, 0), "NW")]
    small = [corner((0, -2), "NW"), HOME]
    five = ring((2, 0))[:4]
    last = ring((2, 0))[4]
    scene = given(
        cities(0, *city), settlements(0, *small), roads(0, *five), main_of(0), dealt(0, **ROAD)
    )
    assert scene.points(0) == 8
    scene.when(BuildRoad(0, last))
    scene.then(RoadBuilt(0, last), LongestRoadAwarded(0, 5), GameWon(seats=(0,), points=10))
    assert not scene.state.networks[N1].roads | scene.state.networks[N2].roads


def test_a_neutral_player_takes_the_longest_road_and_nobody_its_points():
    five = ring((0, -1))
    scene = given(
        settlements(0, HOME),
        neutral_roads(N1, *five[:4]),
        main_of(0),
        dealt(0, **ROAD),
    ).when(BuildRoad(0, FIRST))
    scene.when(PlaceNeutralRoad(0, N1, five[4]))
    scene.then(NeutralRoadBuilt(0, N1, five[4]), LongestRoadAwarded(N1, 5))
    assert (scene.points(0), scene.points(1)) == (1, 0)
    assert scene.view("spectator")["longest_road"] == N1


def test_a_longer_road_takes_it_back_from_a_neutral_player():
    five, own = ring((0, -1))[:5], ring((2, 0))
    scene = given(
        settlements(0, HOME),
        neutral_roads(N1, *five),
        LongestRoadAwarded(N1, 5),
        roads(0, *own[:4]),
        main_of(0),
        dealt(0, brick=2, lumber=2),
    )
    scene.when(BuildRoad(0, own[4])).then(RoadBuilt(0, own[4]), NeutralBuildingDue(0, "road"))
    scene.when(PlaceNeutralRoad(0, N2, N2_ROAD)).when(BuildRoad(0, own[5]))
    assert scene.events[1] == LongestRoadAwarded(0, 6)
    assert scene.points(0) == 3


def test_a_neutral_settlement_cuts_a_road_like_any_other():
    along = roads(1, *sides((0, -2), "NW", "NE"), *sides((1, -2), "NW", "NE"))
    scene = after_a_settlement(reaching(N1), along)
    assert scene.state.road_lengths[1] == 4
    scene.when(PlaceNeutralSettlement(0, N1, FREE_OF_N1))
    assert scene.state.road_lengths[1] == 2
