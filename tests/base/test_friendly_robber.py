"""The friendly robber, a house rule: it spares who has two visible points or fewer."""

import pytest

from domain.base.commands import Discard, EndTurn, MoveRobber, PlayKnight, RollDice
from domain.base.events import (
    CardsDiscarded,
    CardStolen,
    DiscardChosen,
    LargestArmyAwarded,
    LongestRoadAwarded,
    RobberMoved,
    RobberRoused,
    RobberStayed,
)
from domain.table.closing import SeatResigned
from tests.kit import (
    ISLAND,
    cities,
    corner,
    dealt,
    given,
    hex_at,
    holding,
    main_of,
    played,
    rolled,
    settlements,
    turn_of,
)

FOREST = (1, 0)
HEX = hex_at(*FOREST)
HERE = corner(FOREST, "NE")
AWAY = corner((-2, 1), "SW")


def robbing(*facts, friendly=True, **options):
    roused = (turn_of(0), rolled(0, 3, 4), RobberRoused(seat=0))
    return given(*facts, roused, friendly_robber=friendly, **options)


def moved(hex_=HEX):
    return RobberMoved(seat=0, hex=hex_)


@pytest.mark.parametrize(
    "pieces", [settlements(1, HERE), settlements(1, HERE, AWAY), cities(1, HERE)]
)
def test_no_hex_touching_a_player_with_two_visible_points_or_fewer(pieces):
    robbing(pieces).when(MoveRobber(0, HEX)).then_refused("robber/hex_spared")


def test_the_robber_is_not_friendly_unless_chosen():
    robbing(settlements(1, HERE), friendly=False).when(MoveRobber(0, HEX)).then(moved())


def test_three_visible_points_are_not_spared():
    pieces = (cities(1, HERE), settlements(1, AWAY), dealt(1, ore=1))
    stolen = CardStolen(thief=0, victim=1, resource="ore", draw=0)
    robbing(pieces).when(MoveRobber(0, HEX), theft=[0]).then(moved(), stolen)


@pytest.mark.parametrize(
    "award", [LongestRoadAwarded(seat=1, length=5), LargestArmyAwarded(seat=1, knights=3)]
)
def test_an_award_is_visible(award):
    # The next aftermath takes the award back: nothing on the table backs it.
    scene = robbing(settlements(1, HERE, AWAY), award)
    assert MoveRobber(0, HEX) in scene.offers(0, MoveRobber)


def test_a_hidden_victory_point_is_not_visible():
    cards = holding(1, "victory_point", "victory_point")
    scene = robbing(settlements(1, HERE, AWAY), cards)
    scene.when(MoveRobber(0, HEX)).then_refused("robber/hex_spared")


def test_one_weak_neighbour_spares_the_hex_for_the_strong_one():
    strong = (cities(2, corner(FOREST, "S"), AWAY), dealt(2, ore=1))
    scene = robbing(strong, settlements(1, HERE))
    scene.when(MoveRobber(0, HEX, victim=2)).then_refused("robber/hex_spared")


def test_the_weak_mover_spares_himself():
    robbing(settlements(0, HERE)).when(MoveRobber(0, HEX)).then_refused("robber/hex_spared")


def test_who_resigned_is_no_player_to_spare():
    scene = robbing(settlements(1, HERE), SeatResigned(seat=1))
    scene.when(MoveRobber(0, HEX)).then(moved())


def test_the_robber_still_has_to_move_while_a_hex_is_left():
    robbing().when(MoveRobber(0, hex_at(0, 0))).then_refused("robber/same_hex")


def test_a_knight_is_friendly_too():
    scene = given(settlements(1, HERE), holding(0, "knight"), main_of(0), friendly_robber=True)
    scene.when(PlayKnight(0)).when(MoveRobber(0, HEX)).then_refused("robber/hex_spared")


# No hex left: a small island of seven hexes, all of them at weak settlements

SMALL = {
    place: ("sea", None) for place in ISLAND if max(map(abs, (*place, place[0] + place[1]))) == 2
}
WEAK = (
    settlements(1, corner((0, 0), "SE")),
    settlements(2, corner((0, 0), "N")),
    settlements(3, corner((0, 0), "SW")),
)
OFF_THE_DESERT = RobberMoved(seat=3, hex=HEX)


def test_if_no_hex_is_left_the_robber_goes_to_the_desert():
    scene = robbing(WEAK, OFF_THE_DESERT, tiles=SMALL)
    assert scene.offers(0, MoveRobber) == [MoveRobber(0, hex_at(0, 0))]
    scene.when(MoveRobber(0, hex_at(0, 1))).then_refused("robber/hex_spared")
    scene.when(MoveRobber(0, hex_at(0, 0))).then(moved(hex_at(0, 0)))


def test_on_the_desert_the_weak_are_not_robbed_either():
    scene = robbing(WEAK, dealt(1, ore=2), OFF_THE_DESERT, tiles=SMALL)
    scene.when(MoveRobber(0, hex_at(0, 0), victim=1)).then_refused("robber/no_such_victim")
    scene.when(MoveRobber(0, hex_at(0, 0))).then(moved(hex_at(0, 0)))


def test_on_the_desert_a_strong_neighbour_is_robbed():
    weak = (settlements(1, corner((0, 0), "SE")), dealt(1, wool=1))
    weak += (settlements(2, corner((0, -1), "NE"), corner((-1, 1), "NW")),)
    strong = (cities(3, corner((0, 0), "NW")), settlements(3, corner((1, 0), "NE")))
    scene = robbing(weak, strong, dealt(3, ore=1), OFF_THE_DESERT, tiles=SMALL)
    desert = hex_at(0, 0)
    assert scene.offers(0, MoveRobber) == [MoveRobber(0, desert, victim=3)]
    stolen = CardStolen(thief=0, victim=3, resource="ore", draw=0)
    scene.when(MoveRobber(0, desert), theft=[0]).then(moved(desert), stolen)


def test_on_the_desert_it_stays():
    scene = given(WEAK, turn_of(0), tiles=SMALL, friendly_robber=True)
    scene.when(RollDice(0), dice=(3, 4)).then(rolled(0, 3, 4), RobberStayed(seat=0))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


def test_on_the_desert_it_stays_after_the_discards():
    scene = given(WEAK, dealt(1, ore=8), turn_of(0), tiles=SMALL, friendly_robber=True)
    scene.when(RollDice(0), dice=(3, 4)).when(Discard(1, {"ore": 4})).then(
        DiscardChosen(seat=1, cards={"ore": 4}),
        CardsDiscarded(discards={1: {"ore": 4}}),
        RobberStayed(seat=0),
    )
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


def test_a_knight_for_a_robber_that_stays_counts_all_the_same():
    scene = given(WEAK, holding(0, "knight"), turn_of(0), tiles=SMALL, friendly_robber=True)
    scene.when(PlayKnight(0)).then(played(0, "knight"), RobberStayed(seat=0))
    scene.when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))
    assert scene.view(0)["seats"][0]["knights"] == 1


def test_the_hex_under_the_robber_does_not_count_as_left():
    # The forest is the only hex without a weak neighbour, and the robber is on it.
    weak = (
        settlements(1, corner((0, 0), "N")),
        settlements(2, corner((0, 0), "S")),
        settlements(3, corner((-1, 0), "N")),
    )
    scene = robbing(weak, OFF_THE_DESERT, tiles=SMALL)
    assert scene.offers(0, MoveRobber) == [MoveRobber(0, hex_at(0, 0))]
