"""Ships: part 1 of the settled rules, on the map of scenario 1 for four players."""

import pytest
from msgspec import to_builtins

from domain.base.commands import (
    BuildRoad,
    BuildSettlement,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    PlayRoadBuilding,
    RollDice,
)
from domain.base.costs import SETTLEMENT_COST
from domain.base.events import RoadBuilt, TurnBegan
from domain.grid.geometry import edges_in, neighbours
from domain.ids import PlayerId, Seat
from domain.posting import Author, post_form, read_command
from domain.seafarers.commands import (
    BuildShip,
    MovePirate,
    MoveShip,
    PickGold,
    PlaceHarbour,
    PlaceShip,
)
from domain.seafarers.events import PirateMoved, ShipBuilt, ShipMoved
from domain.seafarers.game import SEAFARERS
from domain.seafarers.shipping.ships import SHIP_COST
from tests.kit import Scene, cities, dealt, holding, main_of, roads, rolled, settlements, turn_of
from tests.seafarers.kit import Chart, P, Q, R, robber_on, ships

SEA = Chart(1, 4)
HUGE = 10**30
A = SEA.node((3, -2), (3, -1), (4, -2))
TWO = SEA.edges(((3, -2), (4, -2)), ((3, -2), (4, -3)))


def test_case_0_1_the_first_piece_touches_its_settlement() -> None:
    for wish, accepted in (
        (PlaceShip(P, SEA.edge((3, -2), (4, -2))), True),
        (PlaceRoad(P, SEA.edge((3, -1), (4, -2))), True),
        (PlaceShip(P, SEA.edge((3, -3), (3, -2))), False),
    ):
        scene = SEA.founding().when(PlaceSettlement(P, A)).when(wish)
        if accepted:
            assert scene.state.turn_seat == 1
        else:
            scene.then_refused("founding/ship_apart")


def test_case_0_2_a_settlement_needs_no_road_where_a_ship_is() -> None:
    there = SEA.node((3, -3), (3, -2), (4, -3))
    given = SEA.given(settlements(P, A), ships(P, *TWO), main_of(P))
    given.given(dealt(P, brick=1, lumber=1, wool=1, grain=1))
    scene = given.when(BuildSettlement(P, there))
    assert scene.points(P) == 1 + 3


def test_case_0_3_only_the_head_moves_and_once_a_turn() -> None:
    scene = SEA.given(settlements(P, A), ships(P, *TWO), main_of(P))
    first, second = TWO
    to = SEA.edge((4, -3), (4, -2))
    scene.when(MoveShip(P, first, to)).then_refused("ship/not_movable")
    scene.when(MoveShip(P, second, to)).then(ShipMoved(seat=P, ship=second, edge=to))
    scene.when(MoveShip(P, to, second)).then_refused("ship/one_move_a_turn")


def test_a_ship_costs_lumber_and_wool() -> None:
    scene = SEA.given(settlements(P, A), main_of(P))
    scene.when(BuildShip(P, TWO[0])).then_refused("hand/not_enough_cards")
    scene.given(dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, TWO[0])).then(ShipBuilt(seat=P, edge=TWO[0]))
    assert scene.hand(P) == {}


def test_case_0_4_a_branch_off_a_closed_line_is_open() -> None:
    branch = SEA.edge((4, -3), (4, -2))
    there = SEA.node((3, -3), (3, -2), (4, -3))
    scene = SEA.given(settlements(P, A, there), ships(P, *TWO, branch), main_of(P))
    assert moved_from(scene) == {branch}


def test_case_0_5_a_ring_with_one_building_opens_at_it() -> None:
    around = [SEA.edge((3, -2), hex_) for hex_ in neighbours((3, -2))]
    scene = SEA.given(settlements(P, A), ships(P, *around), main_of(P))
    assert moved_from(scene) == set(SEA.edges(((3, -2), (3, -1)), ((3, -2), (4, -2))))


FOUR = SEA.edges(((1, -1), (2, -2)), ((2, -2), (2, -1)), ((2, -1), (3, -2)), ((3, -2), (3, -1)))
BETWEEN = SEA.node((2, -2), (2, -1), (3, -2))
B = SEA.node((1, -2), (1, -1), (2, -2))


def test_case_0_6_a_foreign_settlement_cuts_a_route_and_opens_no_line() -> None:
    scene = SEA.given(
        settlements(P, A, B),
        ships(P, *FOUR),
        ships(Q, SEA.edge((2, -2), (3, -2))),
        dealt(Q, **SETTLEMENT_COST),
        main_of(Q),
    )
    assert scene.state.road_lengths[P] == 4
    scene.when(BuildSettlement(Q, BETWEEN))
    assert scene.state.road_lengths[P] == 2
    scene.given(TurnBegan(seat=P, turn=2), rolled(P, 1, 1))
    assert moved_from(scene) == set()


def test_case_0_7_a_foreign_settlement_stops_a_line_and_closes_none() -> None:
    scene = SEA.given(
        settlements(P, B),
        ships(P, *FOUR[:2]),
        settlements(Q, BETWEEN),
        main_of(P),
        dealt(P, **SHIP_COST),
    )
    scene.when(BuildShip(P, FOUR[2])).then_refused("ship/not_connected")
    assert moved_from(scene) == {FOUR[1]}


def test_case_0_8_one_piece_on_a_coast_edge() -> None:
    scene = SEA.given(settlements(P, BETWEEN), roads(Q, FOUR[2]), main_of(P), dealt(P, **SHIP_COST))
    scene.when(BuildShip(P, FOUR[2])).then_refused("ship/edge_taken")


def test_case_0_9_a_settlement_joins_roads_and_ships() -> None:
    joint = SEA.node((3, -2), (3, -1), (4, -2))
    by_land = SEA.edges(((3, -1), (4, -2)), ((3, -1), (4, -1)), ((3, 0), (4, -1)))
    by_sea = SEA.edges(((3, -2), (4, -2)), ((4, -3), (4, -2)), ((4, -2), (5, -3)))
    scene = SEA.given(
        roads(P, *by_land), ships(P, *by_sea), main_of(P), dealt(P, **SETTLEMENT_COST)
    )
    assert scene.state.road_lengths[P] == 3
    scene.when(BuildSettlement(P, joint))
    assert scene.state.road_lengths[P] == 6
    assert scene.state.longest_road == P


def test_case_0_10_the_pirate_robs_ship_owners_and_blocks_ships() -> None:
    scene = SEA.given(
        ships(Q, SEA.edge((3, -3), (3, -2))),
        settlements(Q, SEA.node((3, -3), (3, -2), (4, -3))),
        settlements(R, SEA.node((2, -1), (3, -2), (3, -1))),
        settlements(P, BETWEEN),
        dealt(Q, ore=1),
        dealt(R, ore=1),
        turn_of(P),
    )
    scene.when(RollDice(P), dice=(3, 4))
    scene.when(MovePirate(P, SEA.hex(3, -2)), theft=[0])
    assert scene.hand(P) == {"ore": 1}
    assert scene.hand(Q) == {}
    scene.given(dealt(P, **SHIP_COST), dealt(P, brick=1, lumber=1))
    coast = SEA.edge((2, -1), (3, -2))
    scene.when(BuildShip(P, coast)).then_refused("ship/pirate_near")
    scene.when(BuildRoad(P, coast)).then(RoadBuilt(seat=P, edge=coast))
    scene.given(TurnBegan(seat=Q, turn=2), rolled(Q, 1, 1))
    ship = SEA.edge((3, -3), (3, -2))
    scene.when(MoveShip(Q, ship, SEA.edge((3, -3), (4, -3)))).then_refused("ship/pirate_near")


def test_case_0_11_where_the_pirate_may_go() -> None:
    scene = SEA.given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    scene.when(MovePirate(P, SEA.hex(6, 0))).then_refused("pirate/same_hex")
    scene.when(MovePirate(P, SEA.hex(3, -1))).then_refused("pirate/not_at_sea")
    scene.when(MovePirate(P, SEA.hex(4, -4))).then(PirateMoved(seat=P, hex=SEA.hex(4, -4)))


GOLD = SEA.node((5, -1), (5, 0), (6, -1))
OTHER_GOLD = SEA.node((4, 0), (4, 1), (5, 0))


def test_case_0_12_gold_from_a_short_bank_goes_in_turn_order() -> None:
    scene = SEA.given(cities(P, GOLD), settlements(Q, OTHER_GOLD))
    scene.given(dealt(R, brick=19, lumber=19, wool=19, grain=19, ore=18), turn_of(P))
    scene.when(RollDice(P), dice=(5, 5))
    assert scene.hand(P) == {"ore": 1}
    assert scene.hand(Q) == {}
    assert scene.state.ruleset.flow.to_act(scene.state) == [P]
    assert scene.state.phase == "main"


def test_gold_is_taken_in_turn_order_by_choice() -> None:
    scene = SEA.given(cities(P, GOLD), settlements(Q, OTHER_GOLD), turn_of(P))
    scene.when(RollDice(P), dice=(5, 5))
    assert scene.view("spectator")["gold"] == [{"seat": P, "count": 2}, {"seat": Q, "count": 1}]
    scene.when(PickGold(Q, {"ore": 1})).then_refused("gold/not_due")
    scene.when(EndTurn(P)).then_refused("phase/gold_open")
    scene.when(PickGold(P, {"ore": 1})).then_refused("gold/wrong_total")
    scene.when(PickGold(P, {"ore": 3, "wool": -1})).then_refused("command/bad_value")
    scene.when(PickGold(P, {"ore": 1, "wool": 1}))
    scene.when(PickGold(Q, {"grain": 1}))
    assert scene.hand(P) == {"wool": 1, "ore": 1}
    assert scene.hand(Q) == {"grain": 1}
    assert scene.state.phase == "main"


def test_case_0_13_the_robber_keeps_the_gold() -> None:
    scene = SEA.given(settlements(P, GOLD), robber_on(SEA.hex(5, 0)), turn_of(P))
    scene.when(RollDice(P), dice=(5, 5)).then(rolled(P, 5, 5))


def test_case_0_14_the_pieces_of_road_building_come_one_after_the_other() -> None:
    scene = SEA.given(
        settlements(P, A), holding(P, "road_building"), dealt(P, **SETTLEMENT_COST), main_of(P)
    )
    scene.when(PlayRoadBuilding(P))
    scene.when(PlaceRoad(P, SEA.edge((3, -1), (4, -2))))
    there = SEA.node((3, -1), (4, -2), (4, -1))
    scene.when(BuildSettlement(P, there)).then_refused("phase/free_roads_open")
    scene.when(PlaceShip(P, TWO[0]))
    assert scene.state.phase == "main"


def test_case_0_15_a_new_head_holds_the_line() -> None:
    scene = SEA.given(settlements(P, A), ships(P, TWO[0]), main_of(P), dealt(P, **SHIP_COST))
    scene.when(BuildShip(P, TWO[1]))
    to = SEA.edge((3, -2), (3, -1))
    scene.when(MoveShip(P, TWO[1], to)).then_refused("ship/placed_this_turn")
    scene.when(MoveShip(P, TWO[0], to)).then_refused("ship/not_movable")


def moved_from(scene: Scene) -> set[int]:
    """The ships that the seat whose turn it is may move."""
    return {move.ship for move in scene.offers(scene.state.turn_seat, MoveShip)}


def test_a_ship_is_moved_from_an_edge_to_another_in_these_words() -> None:
    scene = SEA.given(settlements(P, A), ships(P, *TWO), main_of(P))
    to = SEA.edge((4, -3), (4, -2))
    move = MoveShip(P, TWO[1], to)
    body = {"type": "move_ship", "from": TWO[1], "to": to}
    assert move in scene.offers(P, MoveShip)
    assert post_form(move) == body
    assert read_command(SEAFARERS, body, Author(PlayerId("ada"), Seat(P))) == move
    (told,) = scene.when(move).events
    assert to_builtins(told) == {**body, "type": "ship_moved", "seat": P}


def test_fifteen_ships_are_all_there_are_but_one_of_them_may_move() -> None:
    to = SEA.edge((4, -3), (4, -2))
    near = {node for edge in (*TWO, to) for node in SEA.grid.edge_nodes[edge]}
    sea = edges_in(SEA.given().state.board.sea_edges)
    far = [edge for edge in sea if near.isdisjoint(SEA.grid.edge_nodes[edge])]
    scene = SEA.given(settlements(P, A), ships(P, *TWO, *far[:13]), main_of(P))
    scene.given(dealt(P, **SHIP_COST))
    assert scene.view(P)["seats"][P]["ships_left"] == 0
    scene.when(BuildShip(P, to)).then_refused("ship/none_left")
    scene.when(MoveShip(P, TWO[1], to))
    assert to in scene.view(P)["seats"][P]["ships"]


def test_only_own_ships_are_moved() -> None:
    to = SEA.edge((4, -3), (4, -2))
    scene = SEA.given(settlements(P, A), ships(Q, TWO[0]), main_of(P))
    for edge in (*TWO, -1, HUGE):
        scene.when(MoveShip(P, edge, to)).then_refused("ship/no_own_ship")


@pytest.mark.parametrize("far_off", [-1, 1_000, HUGE])
def test_places_that_no_map_has_are_refused(far_off: int) -> None:
    """A place is looked up without counting up to it: a set of that size fits in no memory."""
    scene = SEA.given(settlements(P, A), ships(P, *TWO), main_of(P), dealt(P, **SHIP_COST))
    scene.when(BuildShip(P, far_off)).then_refused("ship/not_at_sea")
    scene.when(MoveShip(P, TWO[1], far_off)).then_refused("ship/not_at_sea")
    scene.when(PlaceHarbour(P, far_off)).then_refused("harbour/none_due")
    founding = SEA.founding().when(PlaceSettlement(P, A))
    founding.when(PlaceShip(P, far_off)).then_refused("ship/not_at_sea")
    seven = SEA.given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    seven.when(MovePirate(P, far_off)).then_refused("board/no_such_hex")
    seven.when(MoveRobber(P, far_off)).then_refused("board/no_such_hex")
