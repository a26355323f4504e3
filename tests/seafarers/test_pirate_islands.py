"""Scenario 7, The Pirate Islands: set-up, sea route and warships."""

import pytest

from domain.base.commands import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    PlayKnight,
    PlayRoadBuilding,
    RollDice,
)
from domain.base.costs import CITY_COST, SETTLEMENT_COST
from domain.base.events import (
    DevelopmentCardPlayed,
    FoundingBegan,
    RoadBuilt,
    SettlementBuilt,
)
from domain.base.state import NOWHERE, ROLL
from domain.grid.geometry import edges_in, mask_of
from domain.ids import ORGANIZER, SPECTATOR
from domain.seafarers.commands import BuildShip, MovePirate, MoveShip, PlaceShip
from domain.seafarers.events import ShipBuilt, ShipMoved
from domain.seafarers.game import SEAFARERS
from domain.seafarers.maps.layout import layout_of, read_specials
from domain.seafarers.scenarios.pirate_islands.commands import (
    AttackFortress,
    DeclineTheft,
    PlayVictoryPoint,
    StealCard,
)
from domain.seafarers.scenarios.pirate_islands.events import (
    FleetHeldOff,
    WarshipArmed,
)
from domain.seafarers.scenarios.pirate_islands.map import PirateIslands
from domain.seafarers.scenarios.pirate_islands.route import edges_of_routes, route_of, waters
from domain.seafarers.shipping.ships import SHIP_COST
from domain.table.closing import GameWon
from domain.table.lobby import StartGame
from hexledger.self_play import RandomGame, Setup
from tests.kit import (
    Scene,
    cities,
    dealt,
    holding,
    lobby,
    main_of,
    roads,
    settlements,
    turn_of,
)
from tests.seafarers.kit import Chart, ships
from tests.seafarers.pirates import (
    BLUE,
    CROSSING,
    FORTRESS,
    MARKERS,
    ORANGE,
    RED,
    SEA,
    STANDING,
    WAY,
    WHITE,
    armed,
    at_fortress,
    given,
    line,
    line_length,
    placed,
    standing,
    taken,
    warships,
)

# Set-up


def founded(players: int = 4) -> Scene:
    """Everybody has placed what is offered first."""
    chart = SEA if players == 4 else Chart(7, players)
    scene = chart.founding(standing(players))
    while scene.state.phase == "founding":
        seat = scene.state.turn_seat
        offers = scene.offers(seat, PlaceSettlement) or scene.offers(seat, PlaceRoad)
        scene.when(offers[0])
    return scene


def test_case_7_1_after_the_founding_everybody_has_three_settlements_and_a_ship() -> None:
    scene = founded()
    for place in scene.view(ORGANIZER)["seats"]:
        assert len(place["settlements"]) == 3
        assert place["settlements_left"] == 1
        assert place["ships_left"] == 14
        assert place["counters"] == {"markers": 0, "warships": 0, "fortress": MARKERS}
        assert scene.points(place["seat"]) == 3
    assert scene.state.phase == ROLL


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("setup", ["printed", "variable"])
def test_settlement_and_ship_of_every_colour_stand_before_the_first_placement(
    players: int, setup: str
) -> None:
    game = RandomGame(Setup("seafarers", players, {"scenario": 7, "setup": setup}), 0, record=False)
    events = next(told for _, wish, told in game.commits() if isinstance(wish, StartGame))
    by_colour = {seat.colour: i for i, seat in enumerate(game.state.chairs)}
    expected = {"red": RED, "blue": BLUE, "orange": ORANGE, "white": WHITE}
    assert set(by_colour) == set(list(expected)[:players])
    built = [e for e in events if isinstance(e, SettlementBuilt | ShipBuilt)]
    assert all(event.free for event in built)
    for colour, seat in by_colour.items():
        place = game.state.networks[seat], game.state.fleets[seat]
        assert place[0].settlements == 1 << STANDING[expected[colour]]
        assert place[1].ships == 1 << WAY[expected[colour]][0]
    assert isinstance(events[-1], FoundingBegan)
    assert game.state.founding_node is None
    assert game.state.founded == 0
    assert game.state.pirate == SEA.hex(2, 3)


@pytest.mark.parametrize("players", [3, 4])
def test_only_the_second_settlement_that_is_placed_pays(players: int) -> None:
    scene = SEA.founding(standing(players)) if players == 4 else Chart(7, 3).founding(standing(3))
    inland = SEA.node((6, -2), (6, -1), (7, -2))
    placed(scene, RED, inland, SEA.edge((6, -2), (6, -1)))
    assert scene.hand(RED) == {}


def test_question_7_1_no_start_ships() -> None:
    coast = SEA.node((4, 3), (4, 4), (5, 3))
    scene = SEA.founding(standing()).when(PlaceSettlement(RED, coast))
    scene.when(PlaceShip(RED, SEA.edge((4, 3), (4, 4)))).then_refused("founding/no_ships")
    scene.when(PlaceRoad(RED, SEA.edge((4, 3), (4, 4))))
    assert scene.state.turn_seat == BLUE


def test_first_settlements_stand_on_the_eastern_island_and_apart_from_the_standing_ones() -> None:
    scene = SEA.founding(standing())
    scene.when(PlaceSettlement(RED, CROSSING[RED])).then_refused("founding/outside_start_area")
    beside = SEA.node((5, -2), (6, -2), (5, -1))
    scene.when(PlaceSettlement(RED, beside)).then_refused("settlement/too_close")


def test_question_7_2_the_fortress_is_one_of_the_five_settlements() -> None:
    inland = [SEA.node((6, -2), (6, -1), (7, -2)), SEA.node((5, 0), (5, 1), (6, 0))]
    scene = given(settlements(RED, *inland), line(RED, 6), main_of(RED))
    scene.given(dealt(RED, **SETTLEMENT_COST))
    scene.when(BuildSettlement(RED, CROSSING[RED]))
    assert scene.view(RED)["seats"][RED]["settlements_left"] == 0
    path = SEA.edges(((6, -2), (7, -2)), ((7, -2), (7, -3)))
    scene.given(dealt(RED, **SETTLEMENT_COST), roads(RED, *path))
    another = SEA.node((7, -3), (7, -2), (8, -3))
    scene.when(BuildSettlement(RED, another)).then_refused("settlement/none_left")
    scene.given(dealt(RED, **CITY_COST)).when(BuildCity(RED, inland[0]))
    scene.when(BuildSettlement(RED, another))
    assert scene.points(RED) == 6


def test_a_taken_fortress_takes_no_second_piece() -> None:
    scene = given(at_fortress(RED, 2), main_of(RED))
    before = scene.view(RED)["seats"][RED]["settlements_left"]
    scene.given(taken(RED))
    assert scene.view(RED)["seats"][RED]["settlements_left"] == before


def test_question_7_17_seats_take_colours_in_the_order_of_the_map() -> None:
    seats = read_specials(layout_of(7, 3), PirateIslands)
    assert [seat.color for seat in seats.seats] == ["orange", "blue", "red", "white"]
    assert list(waters(3).routes) == ["orange", "blue", "red"]
    assert list(waters(4).routes) == ["orange", "blue", "red", "white"]
    for players in (3, 4):
        scene = lobby(players=players, ruleset=SEAFARERS, scenario=7)
        assert SEAFARERS.opening.colours(scene.state) == tuple(waters(players).routes)
    tokens = founded(3).view(SPECTATOR)["board"]["tokens"]
    assert {token["seat"] for token in tokens} == {RED, BLUE, ORANGE}


# The route


def test_every_way_of_the_map_leads_over_the_crossing_to_the_fortress() -> None:
    for colour, seat in (("red", RED), ("blue", BLUE), ("orange", ORANGE), ("white", WHITE)):
        route = waters(4).routes[colour]
        assert route.settlement == STANDING[seat]
        assert route.crossing == CROSSING[seat]
        assert route.fortress == FORTRESS[seat]
        assert len(route.steps) == len(WAY[seat]) == 6 + 3
        for step, edge in zip(route.steps, WAY[seat], strict=True):
            assert step >> edge & 1
        for before, step in zip(route.steps, route.steps[1:], strict=False):
            ends = mask_of(node for edge in edges_in(before) for node in SEA.grid.edge_nodes[edge])
            for edge in edges_in(step):
                assert ends & mask_of(SEA.grid.edge_nodes[edge])
        at_crossing = [node for edge in edges_in(route.steps[5]) for node in ends_of(edge)]
        assert route.crossing in at_crossing


def ends_of(edge: int) -> tuple[int, int]:
    return SEA.grid.edge_nodes[edge]


def test_case_7_2_the_next_ship_leads_a_step_nearer() -> None:
    scene = given(main_of(BLUE), dealt(BLUE, lumber=2, wool=2))
    scene.when(BuildShip(BLUE, SEA.edge((3, 0), (4, 0)))).then_refused("ship/not_here")
    scene.when(BuildShip(BLUE, SEA.edge((3, 1), (4, 1)))).then_refused("ship/not_here")
    scene.when(BuildShip(BLUE, SEA.edge((3, 0), (3, 1))))
    assert line_length(scene, BLUE) == 2


def test_case_7_3_no_branch_but_the_head_may_move() -> None:
    one, other = SEA.edges(((5, -3), (6, -3)), ((5, -3), (5, -2)))
    scene = given(main_of(RED), dealt(RED, lumber=2, wool=2))
    scene.when(BuildShip(RED, one))
    scene.when(BuildShip(RED, other)).then_refused("ship/not_here")
    scene.when(MoveShip(RED, one, other)).then_refused("ship/placed_this_turn")
    scene.given(main_of(RED))
    scene.when(MoveShip(RED, one, other)).then(ShipMoved(seat=RED, ship=one, edge=other))


def test_nothing_beyond_the_fortress() -> None:
    scene = given(at_fortress(RED, 0), main_of(RED), dealt(RED, **SHIP_COST))
    assert scene.offers(RED, BuildShip) == []
    beyond = SEA.edge((2, -4), (2, -3))
    scene.when(BuildShip(RED, beyond)).then_refused("ship/not_here")


def test_free_ships_of_a_card_keep_to_the_route_too() -> None:
    scene = given(holding(BLUE, "road_building"), main_of(BLUE))
    scene.when(PlayRoadBuilding(BLUE))
    assert scene.offers(BLUE, PlaceShip) == [PlaceShip(BLUE, WAY[BLUE][1])]
    scene.when(PlaceShip(BLUE, WAY[BLUE][1])).when(PlaceShip(BLUE, WAY[BLUE][2]))
    assert line_length(scene, BLUE) == 3


def test_question_7_3_seats_share_no_node() -> None:
    nodes: list[set[int]] = []
    for route in waters(4).routes.values():
        edges = [edge for step in route.steps for edge in edges_in(step)]
        nodes.append({node for edge in edges for node in ends_of(edge)})
    assert sum(map(len, nodes)) == len(set().union(*nodes))


@pytest.mark.parametrize(
    ("seat", "node"),
    [
        (RED, SEA.node((5, -3), (6, -4), (6, -3))),
        (ORANGE, SEA.node((2, 3), (2, 4), (3, 3))),
    ],
)
def test_question_7_3_a_foreign_settlement_leaves_another_way(seat: int, node: int) -> None:
    """It stands where the second ship of the way above ends."""
    scene = given(settlements(BLUE, node), line(seat, 2), main_of(seat), dealt(seat, **SHIP_COST))
    assert scene.offers(seat, BuildShip) == []
    (away,) = scene.offers(seat, MoveShip)
    scene.when(away).given(main_of(seat))
    assert scene.offers(seat, BuildShip) != []


def test_a_foreign_settlement_on_the_line_does_not_hold_its_head() -> None:
    """Question 0.4: it was passed before it stood there."""
    node = SEA.node((5, -3), (6, -4), (6, -3))
    scene = given(line(RED, 3), settlements(BLUE, node), main_of(RED), dealt(RED, **SHIP_COST))
    assert scene.offers(RED, MoveShip) == []
    scene.when(BuildShip(RED, WAY[RED][3]))


def test_question_7_4_only_the_head_moves_and_only_from_the_node_before_it() -> None:
    way = SEA.edges(((5, -3), (5, -2)), ((4, -2), (5, -3)), ((4, -3), (4, -2)))
    scene = given(ships(RED, *way), main_of(RED))
    before, head = way[1:]
    other = SEA.edge((4, -3), (5, -3))
    assert scene.offers(RED, MoveShip) == [MoveShip(RED, head, other)]
    scene.when(MoveShip(RED, before, other)).then_refused("ship/not_movable")
    around = SEA.edge((5, -3), (6, -3))
    scene.when(MoveShip(RED, head, around)).then_refused("ship/not_here")
    elsewhere = SEA.edge((5, -4), (5, -3))
    scene.when(MoveShip(RED, head, elsewhere)).then_refused("ship/not_connected")
    scene.when(MoveShip(RED, head, other))


def test_question_7_4_a_warship_that_is_moved_stays_one() -> None:
    scene = given(line(RED, 2), armed(RED, 2), main_of(RED))
    other = SEA.edge((5, -3), (5, -2))
    scene.when(MoveShip(RED, WAY[RED][1], other))
    assert scene.view(RED)["seats"][RED]["warship_edges"] == [WAY[RED][0], other]


def test_a_head_at_an_own_building_is_closed_in() -> None:
    scene = given(line(RED, 6), settlements(RED, CROSSING[RED]), main_of(RED))
    assert scene.offers(RED, MoveShip) == []
    scene.when(MoveShip(RED, WAY[RED][5], SEA.edge((3, -3), (4, -3))))
    scene.then_refused("ship/not_movable")


def test_question_7_5_the_fleet_keeps_ships_from_its_edges() -> None:
    scene = given(line(RED, 2), main_of(RED), dealt(RED, **SHIP_COST), fleet=SEA.hex(5, -3))
    scene.when(BuildShip(RED, WAY[RED][2])).then_refused("ship/pirate_near")
    scene.when(MoveShip(RED, WAY[RED][1], SEA.edge((5, -3), (5, -2))))
    scene.then_refused("ship/pirate_near")
    assert scene.offers(RED, BuildShip) == scene.offers(RED, MoveShip) == []


def test_question_7_5_lost_ships_go_wherever_the_fleet_is() -> None:
    scene = given(at_fortress(BLUE, 1), main_of(BLUE), fleet=SEA.hex(1, 1))
    scene.when(AttackFortress(BLUE), fortress=[5])
    assert line_length(scene, BLUE) == 7


def test_nobody_moves_the_fleet_or_a_robber() -> None:
    scene = given(main_of(RED))
    assert scene.state.robber == NOWHERE
    scene.when(MovePirate(RED, SEA.hex(2, 3))).then_refused("phase/already_rolled")
    scene.when(MoveRobber(RED, SEA.hex(6, 0))).then_refused("phase/already_rolled")


def test_case_7_14_settlements_on_the_own_crossing_and_the_eastern_island_only() -> None:
    on_the_way = SEA.node((3, -3), (3, -2), (4, -3))
    other_way = SEA.edges(
        ((5, -3), (5, -2)),
        ((4, -2), (5, -3)),
        ((4, -3), (4, -2)),
        ((3, -2), (4, -3)),
        ((3, -3), (4, -3)),
    )
    scene = given(ships(RED, *other_way), main_of(RED), dealt(RED, **SETTLEMENT_COST))
    scene.when(BuildSettlement(RED, on_the_way)).then_refused("settlement/not_here")
    scene.when(BuildSettlement(RED, CROSSING[BLUE])).then_refused("settlement/not_here")
    scene.when(BuildSettlement(RED, CROSSING[RED]))
    assert scene.points(RED) == 2


# Warships


def test_case_7_7_a_new_warship_counts_in_the_attack_of_this_roll() -> None:
    scene = given(
        settlements(RED, CROSSING[RED]), holding(RED, "knight"), turn_of(RED), fleet=SEA.hex(3, -2)
    )
    scene.when(PlayKnight(RED)).then(
        DevelopmentCardPlayed(seat=RED, kind="knight"), WarshipArmed(seat=RED, edge=WAY[RED][0])
    )
    assert scene.state.phase == ROLL
    scene.when(RollDice(RED), dice=(1, 1))
    assert FleetHeldOff(seat=RED, strength=1) in scene.events


@pytest.mark.parametrize("kind", ["knight", "victory_point"])
def test_case_7_7_question_7_6_no_card_without_a_plain_ship(kind: str) -> None:
    play = PlayKnight(RED) if kind == "knight" else PlayVictoryPoint(RED)
    scene = given(line(RED, 2), armed(RED, 2), holding(RED, kind), turn_of(RED))
    scene.when(play).then_refused("card/no_use")
    scene.given(line(RED, 3)).when(play)
    assert warships(scene, RED) == 3


def test_the_ship_nearest_to_the_settlement_is_armed() -> None:
    scene = given(line(RED, 4), armed(RED, 2), holding(RED, "knight"), main_of(RED))
    scene.when(PlayKnight(RED))
    assert scene.view(SPECTATOR)["seats"][RED]["warship_edges"] == WAY[RED][:3]
    assert scene.view(SPECTATOR)["seats"][BLUE]["warship_edges"] == []


def test_a_card_that_armed_a_ship_is_out_of_the_game() -> None:
    scene = given(holding(RED, "knight"), turn_of(RED))
    scene.when(PlayKnight(RED))
    assert scene.state.knights[RED] == 0
    assert scene.state.spent["knight"] == 1


def test_question_7_7_point_cards_are_played_as_knights_and_give_no_points() -> None:
    scene = given(line(RED, 3), holding(RED, "victory_point", "victory_point"), main_of(RED))
    assert scene.points(RED) == 1
    scene.when(PlayVictoryPoint(RED)).then(
        DevelopmentCardPlayed(seat=RED, kind="victory_point"),
        WarshipArmed(seat=RED, edge=WAY[RED][0]),
    )
    assert scene.points(RED) == 1
    assert scene.state.spent["victory_point"] == 1
    scene.when(PlayVictoryPoint(RED)).then_refused("card/one_per_turn")


def test_question_7_7_a_point_card_is_not_played_when_bought() -> None:
    scene = given(main_of(RED), dealt(RED, wool=1, grain=1, ore=1))
    scene.when(BuyDevelopmentCard(RED), card="victory_point")
    scene.when(PlayVictoryPoint(RED)).then_refused("card/bought_this_turn")
    scene.given(turn_of(RED)).when(PlayVictoryPoint(RED))


def test_a_point_card_is_played_in_the_own_turn_and_when_held() -> None:
    scene = given(holding(BLUE, "victory_point"), turn_of(RED))
    scene.when(PlayVictoryPoint(BLUE)).then_refused("turn/not_yours")
    scene.when(PlayVictoryPoint(RED)).then_refused("card/not_held")


def test_three_play_with_twenty_cards_without_points_four_with_all() -> None:
    assert sum(given(players=3).state.deck.values()) == 20
    assert given(players=3).state.deck["victory_point"] == 0
    assert sum(given().state.deck.values()) == 25


def test_point_cards_are_not_shown_at_the_end() -> None:
    homes = [SEA.node((6, -2), (6, -1), (7, -2)), SEA.node((5, 0), (5, 1), (6, 0))]
    scene = given(
        at_fortress(RED, 2, markers=1),
        cities(RED, *homes, CROSSING[RED], SEA.node((4, 2), (4, 3), (5, 2))),
        holding(RED, "victory_point"),
        main_of(RED),
    )
    scene.when(AttackFortress(RED), fortress=[0])
    scene.then_ends(taken(RED), GameWon(seats=(RED,), points=10))


def test_elsewhere_point_cards_are_kept() -> None:
    shores = Chart(1, 4)
    scene = shores.given(holding(0, "victory_point"), main_of(0))
    scene.when(PlayVictoryPoint(0)).then_refused("card/kept_for_points")
    scene.when(AttackFortress(0)).then_refused("fortress/none")
    scene.when(StealCard(0, 1)).then_refused("phase/already_rolled")
    scene.when(DeclineTheft(0)).then_refused("phase/already_rolled")


def test_no_road_lies_in_the_way_of_a_sea_route() -> None:
    """7.3: three roads from the crossing of blue would shut the only way of white for good."""
    seat = BLUE
    crossing = route_of(SEA.given(standing()).state, seat).crossing
    scene = SEA.given(standing(), settlements(seat, crossing), main_of(seat))
    scene.given(dealt(seat, brick=1, lumber=1))
    ways = edges_of_routes(scene.state)
    around = SEA.grid.node_edges[crossing] & scene.state.board.edges & ~scene.state.roads_taken
    closed = edges_in(around & ways)
    assert closed
    for edge in closed:
        scene.when(BuildRoad(seat, edge)).then_refused("road/not_here")


def test_no_road_of_a_first_settlement_does_either() -> None:
    node, way = SEA.node((5, -3), (6, -4), (6, -3)), SEA.edge((5, -3), (6, -3))
    scene = SEA.founding(standing()).when(PlaceSettlement(RED, node))
    scene.when(PlaceRoad(RED, way)).then_refused("road/not_here")
    scene.when(PlaceRoad(RED, SEA.edge((4, 1), (5, 1)))).then_refused("founding/road_apart")
    inland = SEA.edge((6, -4), (6, -3))
    scene.when(PlaceRoad(RED, inland)).then(RoadBuilt(seat=RED, edge=inland, free=True))


@pytest.mark.parametrize("players", [3, 4])
def test_every_first_settlement_still_has_room_for_its_road(players: int) -> None:
    scene = Chart(7, players).founding(standing(players))
    state = scene.state
    for wish in scene.offers(0, PlaceSettlement):
        around = state.board.geometry.node_edges[wish.node] & state.board.edges
        assert around & ~edges_of_routes(state) & ~state.roads_taken
