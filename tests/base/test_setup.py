"""Set-up: who begins, and the founding phase."""

import pytest

from domain.base.commands import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    EndTurn,
    OfferTrade,
    PlaceRoad,
    PlaceSettlement,
    PlayKnight,
    RollDice,
    StopPlacing,
    TradeWithBank,
)
from domain.base.events import (
    FirstPlayerChosen,
    FoundingBegan,
    RoadBuilt,
    SettlementBuilt,
    StartRolled,
)
from domain.table.lobby import StartGame
from tests.kit import (
    corner,
    dealt,
    edge,
    given,
    layout,
    lobby,
    node,
    roads,
    seated,
    settlements,
    sides,
    turn_of,
)


def starting(players=4, **options):
    return lobby(seated(players), players=players, **{"board": "beginner", **options})


def start_rolls(rolls):
    return [StartRolled(seat=seat, dice=dice, draw=0) for seat, dice in rolls.items()]


# Who begins


def test_the_highest_roll_begins():
    scene = starting().when(StartGame("ada"), dice=[(1, 2), (6, 5), (3, 3), (4, 6)])
    scene.then_ends(
        start_rolls({0: (1, 2), 1: (6, 5), 2: (3, 3), 3: (4, 6)}),
        FirstPlayerChosen(seat=1),
        turn_of(1),
    )


def test_only_those_level_at_the_top_roll_again():
    scene = starting().when(StartGame("ada"), dice=[(6, 4), (1, 1), (5, 5), (1, 1), (2, 2), (2, 3)])
    scene.then_ends(
        start_rolls({0: (6, 4), 1: (1, 1), 2: (5, 5), 3: (1, 1)}),
        start_rolls({0: (2, 2), 2: (2, 3)}),
        FirstPlayerChosen(seat=2),
        turn_of(2),
    )


def test_ties_roll_again_as_often_as_it_takes():
    rolls = [(6, 6), (6, 6), (6, 6), (3, 3), (2, 4), (1, 2), (6, 1), (1, 1)]
    starting(3).when(StartGame("ada"), dice=rolls).then_ends(
        start_rolls({0: (6, 6), 1: (6, 6), 2: (6, 6)}),
        start_rolls({0: (3, 3), 1: (2, 4), 2: (1, 2)}),
        start_rolls({0: (6, 1), 1: (1, 1)}),
        FirstPlayerChosen(seat=0),
        turn_of(0),
    )


def test_a_roll_for_the_start_pays_nothing():
    scene = starting().when(StartGame("ada"), dice=[(1, 2), (6, 5), (3, 3), (4, 6)])
    assert sum(scene.bank().values()) == 95 - 4 * 3


@pytest.mark.parametrize("seat", range(4))
def test_the_seat_named_by_the_host_begins(seat):
    scene = starting(start_player="seat", start_seat=seat).when(StartGame("ada"))
    scene.then_ends(FirstPlayerChosen(seat=seat), turn_of(seat))


@pytest.mark.parametrize("seat", range(3))
def test_lots_may_decide_who_begins(seat):
    scene = starting(3, start_player="draw").when(StartGame("ada"), start=[seat])
    scene.then_ends(FirstPlayerChosen(seat=seat, draw=0), turn_of(seat))
    assert scene.chance.drawn == [("start", 3)], "each seat is as likely"


# The order of founding


@pytest.mark.parametrize(
    ("players", "first", "order"),
    [
        (4, 0, (0, 1, 2, 3, 3, 2, 1, 0)),
        (4, 2, (2, 3, 0, 1, 1, 0, 3, 2)),
        (3, 1, (1, 2, 0, 0, 2, 1)),
    ],
)
def test_founding_goes_round_and_back_and_the_last_places_twice_running(players, first, order):
    scene = starting(players, board=layout(), start_player="seat", start_seat=first)
    scene.when(StartGame("ada")).then_ends(
        FirstPlayerChosen(seat=first), FoundingBegan(order=order)
    )
    assert scene.state.turn_seat == first


def test_beginners_do_not_found():
    scene = starting(start_player="seat").when(StartGame("ada"))
    assert not any(isinstance(event, FoundingBegan) for event in scene.events)


def test_a_whole_founding_is_played_in_order_and_the_first_player_takes_the_first_turn():
    scene = given(FoundingBegan(order=(1, 2, 0, 0, 2, 1)), players=3)
    places = [(0, -2), (2, -2), (0, 0), (-2, 0), (2, 0), (0, 2)]
    for seat, place in zip((1, 2, 0, 0, 2, 1), places, strict=True):
        assert scene.state.turn_seat == seat
        scene.when(PlaceSettlement(seat, corner(place, "N")))
        scene.when(PlaceRoad(seat, sides(place, "NE")[0]))
    scene.then(roads(1, *sides((0, 2), "NE")), turn_of(1))
    assert [scene.points(seat) for seat in range(3)] == [2, 2, 2]


# Placing

FOUNDING = FoundingBegan(order=(0, 1, 2, 3, 3, 2, 1, 0))
BACK = FoundingBegan(order=(0, 1))
MIDDLE = corner((0, 0), "N")  # desert, hills and pasture


def test_a_first_settlement_costs_and_pays_nothing():
    given(FOUNDING).when(PlaceSettlement(0, MIDDLE)).then(settlements(0, MIDDLE))


def test_only_the_second_settlement_pays_one_card_for_each_terrain_hex():
    spot = corner((-1, 0), "N")  # forest, hills and fields
    scene = given(settlements(0, MIDDLE), roads(0, *sides((0, 0), "NE")), BACK)
    scene.when(PlaceSettlement(0, spot)).then(
        settlements(0, spot), dealt(0, lumber=1, brick=1, grain=1)
    )
    assert sum(scene.bank().values()) == 95 - 3, "the cards come out of the bank"


def test_two_hexes_of_one_terrain_pay_two_cards():
    spot = node((-1, 1), (-1, 2), (0, 1))  # mountains and two fields
    scene = given(settlements(0, MIDDLE), BACK).when(PlaceSettlement(0, spot))
    scene.then(settlements(0, spot), dealt(0, ore=1, grain=2))


def test_the_desert_pays_nothing():
    scene = given(settlements(0, corner((2, 0), "SE")), BACK).when(PlaceSettlement(0, MIDDLE))
    scene.then(settlements(0, MIDDLE), dealt(0, brick=1, wool=1))


def test_the_sea_pays_nothing():
    spot = corner((2, 0), "NE")  # mountains alone
    scene = given(settlements(0, MIDDLE), BACK).when(PlaceSettlement(0, spot))
    scene.then(settlements(0, spot), dealt(0, ore=1))


def test_a_second_settlement_at_the_desert_alone_is_allowed_and_pays_nothing():
    spot = corner((2, 0), "NE")
    tiles = {(2, 0): ("desert", None), (0, 0): ("mountains", 8)}
    scene = given(settlements(0, MIDDLE), BACK, tiles=tiles)
    scene.when(PlaceSettlement(0, spot)).then(settlements(0, spot))


@pytest.mark.parametrize("owner", [0, 1])
def test_the_distance_rule_holds_during_set_up(owner):
    scene = given(settlements(owner, MIDDLE), BACK)
    taken = (MIDDLE, corner((0, 0), "NE"), corner((0, 0), "NW"), corner((0, -1), "NE"))
    for spot in taken:
        scene.when(PlaceSettlement(0, spot)).then_refused("settlement/too_close")


def test_two_paths_away_is_far_enough():
    scene = given(settlements(1, MIDDLE), FOUNDING)
    spot = corner((0, 0), "SE")
    scene.when(PlaceSettlement(0, spot)).then(settlements(0, spot))


def test_the_initial_road_touches_the_settlement_just_placed():
    for name in ("NE", "NW"):
        scene = given(FOUNDING, settlements(0, MIDDLE))
        road = sides((0, 0), name)
        scene.when(PlaceRoad(0, road[0])).then(roads(0, *road))


def test_the_initial_road_does_not_lie_elsewhere():
    scene = given(FOUNDING, settlements(0, MIDDLE))
    scene.when(PlaceRoad(0, *sides((0, 0), "SE"))).then_refused("founding/road_apart")


def test_the_second_road_does_not_go_to_the_first_settlement():
    earlier = settlements(0, corner((0, 0), "S"))
    scene = given(earlier, BACK, settlements(0, MIDDLE))
    scene.when(PlaceRoad(0, *sides((0, 0), "SE"))).then_refused("founding/road_apart")


def test_the_second_road_does_not_extend_the_first():
    earlier = (settlements(0, corner((0, 0), "S")), roads(0, *sides((0, 0), "SE")))
    scene = given(earlier, BACK, settlements(0, MIDDLE))
    scene.when(PlaceRoad(0, *sides((0, 0), "E"))).then_refused("founding/road_apart")


def test_a_settlement_comes_before_its_road():
    scene = given(FOUNDING)
    scene.when(PlaceRoad(0, *sides((0, 0), "SE"))).then_refused("founding/settlement_due")


def test_a_road_comes_before_anything_else():
    scene = given(FOUNDING, settlements(0, MIDDLE))
    spot = corner((2, 0), "N")
    scene.when(PlaceSettlement(0, spot)).then_refused("founding/road_due")
    scene.when(PlaceSettlement(1, spot)).then_refused("turn/not_yours")


def test_nobody_places_the_road_of_another():
    scene = given(FOUNDING, settlements(0, MIDDLE))
    scene.when(PlaceRoad(1, *sides((0, 0), "NE"))).then_refused("turn/not_yours")


def test_the_next_seat_founds_when_the_road_lies():
    scene = given(FOUNDING, settlements(0, MIDDLE)).when(PlaceRoad(0, *sides((0, 0), "NE")))
    scene.when(PlaceSettlement(0, corner((2, 0), "N"))).then_refused("turn/not_yours")
    spot = corner((2, 0), "N")
    scene.when(PlaceSettlement(1, spot)).then(settlements(1, spot))


def test_harbour_nodes_are_open():
    for name in ("NW", "N"):
        spot = corner((0, -2), name)
        given(FOUNDING).when(PlaceSettlement(0, spot)).then(settlements(0, spot))


def test_a_coastal_corner_has_two_paths():
    spot = corner((2, 0), "NE")
    scene = given(FOUNDING).when(PlaceSettlement(0, spot))
    offered = {command.edge for command in scene.offers(0, PlaceRoad)}
    assert offered == set(sides((2, 0), "NE", "E"))


def test_an_inland_crossing_has_three_paths():
    scene = given(FOUNDING).when(PlaceSettlement(0, MIDDLE))
    offered = {command.edge for command in scene.offers(0, PlaceRoad)}
    assert offered == {*sides((0, 0), "NE", "NW"), edge((0, -1), (1, -1))}


def test_sea_edges_are_no_paths():
    # Two hexes of sea side by side, and the land around them.
    tiles = {(1, 0): ("sea", None), (2, 0): ("sea", None)}
    spot = corner((1, 0), "NE")  # the south of the hills at (2, -1)
    scene = given(FOUNDING, tiles=tiles).when(PlaceSettlement(0, spot))
    scene.when(PlaceRoad(0, edge((1, 0), (2, 0)))).then_refused("board/no_such_edge")
    assert len(scene.offers(0, PlaceRoad)) == 2


def test_there_is_no_crossing_on_the_open_sea():
    tiles = dict.fromkeys(((1, 0), (2, 0), (2, -1)), ("sea", None))
    spot = node((1, 0), (2, 0), (2, -1))
    given(FOUNDING, tiles=tiles).when(PlaceSettlement(0, spot)).then_refused("board/no_such_node")


@pytest.mark.parametrize("number", [-1, 54, 1000])
def test_a_crossing_that_does_not_exist_is_refused(number):
    given(FOUNDING).when(PlaceSettlement(0, number)).then_refused("board/no_such_node")


@pytest.mark.parametrize("number", [-1, 72, 1000])
def test_a_path_that_does_not_exist_is_refused(number):
    scene = given(FOUNDING, settlements(0, MIDDLE))
    scene.when(PlaceRoad(0, number)).then_refused("board/no_such_edge")


@pytest.mark.parametrize(
    "command",
    [
        RollDice(0),
        BuildRoad(0, 0),
        BuildSettlement(0, 0),
        BuildCity(0, 0),
        BuyDevelopmentCard(0),
        PlayKnight(0),
        TradeWithBank(0, give="ore", rate=4, take={"wool": 1}),
        OfferTrade(0, give={"ore": 1}, want={"wool": 1}),
        StopPlacing(0),
        EndTurn(0),
    ],
)
def test_nothing_but_founding_is_done_in_the_founding_phase(command):
    given(FOUNDING).when(command).then_refused("phase/founding")


def test_founding_pieces_are_recorded_as_free():
    scene = given(FOUNDING).when(PlaceSettlement(0, MIDDLE))
    scene.then(SettlementBuilt(seat=0, node=MIDDLE, free=True))
    road = sides((0, 0), "NE")[0]
    scene.when(PlaceRoad(0, road)).then(RoadBuilt(seat=0, edge=road, free=True))
    assert scene.bank() == dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19)
