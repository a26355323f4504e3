"""Ships: part 1 of the settled rules, on the map of scenario 1 for four players."""

from domain.base.commands import BuildSettlement, PlaceRoad, PlaceSettlement
from domain.seafarers.commands import BuildShip, MoveShip, PlaceShip
from domain.seafarers.events import ShipBuilt, ShipMoved
from tests.kit import dealt, main_of, settlements
from tests.seafarers.kit import Chart, P, ships

SEA = Chart(1, 4)
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
