"""The largest army: three played knights, then more than the holder."""

import pytest

from domain.base.commands import BuyDevelopmentCard, MoveRobber, PlayKnight
from domain.base.events import LargestArmyAwarded, RobberMoved, RobberRoused
from tests.kit import dealt, given, hex_at, holding, knights, main_of, played, turn_of


def awarded(seat, count):
    return LargestArmyAwarded(seat=seat, knights=count)


def playing(seat, *facts):
    return given(*facts, holding(seat, "knight"), main_of(seat)).when(PlayKnight(seat))


@pytest.mark.parametrize("before", [0, 1])
def test_fewer_than_three_knights_are_no_army(before):
    scene = playing(0, knights(0, before)).then(played(0, "knight"), RobberRoused(seat=0))
    assert scene.points(0) == 0


def test_the_first_to_three_played_knights_takes_it():
    scene = playing(0, knights(0, 2))
    scene.then(played(0, "knight"), RobberRoused(seat=0), awarded(0, 3))
    assert scene.points(0) == 2


def test_it_is_taken_before_the_roll_too():
    scene = given(knights(0, 2), holding(0, "knight"), turn_of(0)).when(PlayKnight(0))
    scene.then(played(0, "knight"), RobberRoused(seat=0), awarded(0, 3))


def test_unplayed_knights_do_not_count():
    scene = given(knights(0, 2), holding(0, "knight"), dealt(0, wool=1, grain=1, ore=1), main_of(0))
    scene.when(BuyDevelopmentCard(0), card="knight")
    assert [type(event).__name__ for event in scene.events] == ["DevelopmentCardBought"]


def test_as_many_as_the_holder_do_not_take_it():
    scene = playing(1, knights(0, 3), awarded(0, 3), knights(1, 2))
    scene.then(played(1, "knight"), RobberRoused(seat=1))
    assert (scene.points(0), scene.points(1)) == (2, 0)


def test_more_than_the_holder_take_it_at_once():
    scene = playing(1, knights(0, 3), awarded(0, 3), knights(1, 3))
    scene.then(played(1, "knight"), RobberRoused(seat=1), awarded(1, 4))
    assert (scene.points(0), scene.points(1)) == (0, 2)


def test_the_holder_is_not_awarded_again():
    scene = playing(0, knights(0, 3), awarded(0, 3))
    scene.then(played(0, "knight"), RobberRoused(seat=0))
    scene.when(MoveRobber(0, hex_at(1, 0))).then(RobberMoved(seat=0, hex=hex_at(1, 0)))


def test_played_knights_lie_open():
    scene = given(knights(2, 2), main_of(0))
    assert scene.view("spectator")["seats"][2]["knights"] == 2
