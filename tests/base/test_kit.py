"""The kit itself: a test that expects something else than what happens must fail."""

import pytest

from domain.base.commands import BuildRoad, RollDice
from domain.base.events import RoadBuilt
from domain.chance.draws import SeededChance
from tests.kit import ScriptedChance, corner, given, main_of, rolled, sides, turn_of


def test_a_draw_that_nobody_scripted_fails():
    with pytest.raises(AssertionError, match="nobody expected a draw"):
        given(turn_of(0)).when(RollDice(0))


def test_a_scripted_outcome_that_is_not_drawn_fails():
    with pytest.raises(AssertionError, match="not drawn"):
        given(turn_of(0)).when(RollDice(0), dice=(1, 1), theft=[0])


def test_a_refusal_that_nobody_asked_about_fails():
    with pytest.raises(AssertionError, match="refused"):
        given(main_of(0)).when(RollDice(0)).then(rolled(0, 1, 1))


def test_a_refusal_with_another_code_fails():
    with pytest.raises(AssertionError):
        given(main_of(0)).when(RollDice(0)).then_refused("turn/not_yours")


def test_an_unexpected_success_fails():
    with pytest.raises(AssertionError, match="accepted"):
        given(turn_of(0)).when(RollDice(0), dice=(1, 1)).then_refused("phase/roll_first")


def test_cards_out_of_nowhere_fail():
    with pytest.raises(AssertionError, match="below zero"):
        given(RoadBuilt(seat=0, edge=0))


def test_places_can_be_named_by_hex_corner_and_side():
    # The northern corner of a hex is the south-eastern one of its north-western neighbour.
    assert corner((0, 0), "N") == corner((0, -1), "SE") == corner((1, -1), "SW")
    assert sides((0, 0), "E") == sides((1, 0), "W")


@pytest.mark.parametrize(
    "chance",
    [ScriptedChance({"x": [0, 1, 2] * 3}), SeededChance(bytes(32), "k")],
    ids=["scripted", "seeded"],
)
def test_scripted_and_real_chance_keep_the_same_contract(chance):
    chance.fix_key("g", ["00"])
    chance.index = 7
    assert all(0 <= chance.below(3, "x") < 3 for _ in range(9))
    assert chance.index == 16
    assert isinstance(chance.seed, bytes)
    assert isinstance(chance.key_id, str)


def test_an_illegal_command_is_not_among_the_offers():
    given(main_of(0)).when(BuildRoad(0, 0)).then_refused("road/not_connected")
