"""Trade with the bank: four for one, and better at a harbour (base game, rule 7)."""

import pytest

from domain.base.commands import BuildSettlement, TradeWithBank
from domain.base.events import BankTraded
from tests.kit import cities, corner, dealt, given, main_of, roads, settlements, sides

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
ANY_HARBOUR = corner((0, -2), "NW")  # 3:1
ORE_HARBOUR = corner((2, -1), "NE")  # 2:1 for ore
WOOL_HARBOUR = corner((1, 1), "SE")  # 2:1 for wool


def trade(give, rate, seat=0, **take):
    return TradeWithBank(seat, give=give, rate=rate, take=take)


def traded(give, take):
    return BankTraded(seat=0, give=give, take=take)


def with_cards(*facts, **cards):
    return given(*facts, dealt(0, **cards), main_of(0))


@pytest.mark.parametrize("give", RESOURCES)
def test_four_for_one_always(give):
    for take in RESOURCES:
        if take != give:
            scene = with_cards(**{give: 4}).when(trade(give, 4, **{take: 1}))
            scene.then(traded({give: 4}, {take: 1}))
            assert scene.hand(0) == {take: 1}


@pytest.mark.parametrize("rate", [3, 2, 1, 0, -1, 5])
def test_without_a_harbour_there_is_no_other_rate(rate):
    with_cards(ore=10).when(trade("ore", rate, wool=1)).then_refused("bank/no_such_rate")


@pytest.mark.parametrize("give", RESOURCES)
def test_a_general_harbour_gives_three_for_one_of_any_one_kind(give):
    take = "wool" if give == "ore" else "ore"
    scene = with_cards(settlements(0, ANY_HARBOUR), **{give: 3}).when(trade(give, 3, **{take: 1}))
    scene.then(traded({give: 3}, {take: 1}))


def test_a_harbour_serves_a_city():
    scene = with_cards(cities(0, ANY_HARBOUR), ore=3).when(trade("ore", 3, wool=1))
    scene.then(traded({"ore": 3}, {"wool": 1}))


@pytest.mark.parametrize("name", ["NW", "N"])
def test_a_harbour_serves_both_its_nodes(name):
    scene = with_cards(settlements(0, corner((0, -2), name)), ore=3).when(trade("ore", 3, wool=1))
    scene.then(traded({"ore": 3}, {"wool": 1}))


@pytest.mark.parametrize("name", ["NE", "SW", "S", "SE"])
def test_a_harbour_serves_no_other_node_of_its_hex(name):
    scene = with_cards(settlements(0, corner((0, -2), name)), ore=4).when(trade("ore", 3, wool=1))
    scene.then_refused("bank/no_such_rate")


def test_a_special_harbour_gives_two_for_one_of_its_resource():
    scene = with_cards(settlements(0, ORE_HARBOUR), ore=2).when(trade("ore", 2, wool=1))
    scene.then(traded({"ore": 2}, {"wool": 1}))


@pytest.mark.parametrize("give", ["brick", "lumber", "wool", "grain"])
@pytest.mark.parametrize("rate", [2, 3])
def test_a_special_harbour_does_nothing_for_other_resources(give, rate):
    scene = with_cards(settlements(0, ORE_HARBOUR), **{give: 6}).when(trade(give, rate, ore=1))
    scene.then_refused("bank/no_such_rate")


def test_a_special_harbour_is_no_general_one():
    scene = with_cards(settlements(0, ORE_HARBOUR), ore=3).when(trade("ore", 3, wool=1))
    scene.then_refused("bank/no_such_rate")


@pytest.mark.parametrize("rate", [2, 3, 4])
def test_any_rate_that_one_has_may_be_used_not_only_the_best(rate):
    harbours = settlements(0, ORE_HARBOUR, ANY_HARBOUR)
    scene = with_cards(harbours, ore=4).when(trade("ore", rate, wool=1))
    scene.then(traded({"ore": rate}, {"wool": 1}))


def test_an_opponents_harbour_serves_only_him():
    scene = with_cards(settlements(1, ANY_HARBOUR), ore=4).when(trade("ore", 3, wool=1))
    scene.then_refused("bank/no_such_rate")


def test_a_road_to_a_harbour_does_not_open_it():
    scene = with_cards(roads(0, *sides((0, -2), "NW")), ore=4).when(trade("ore", 3, wool=1))
    scene.then_refused("bank/no_such_rate")


def test_a_harbour_built_now_serves_at_once_when_phases_are_combined():
    harbour = corner((0, -2), "N")
    scene = with_cards(
        settlements(0, corner((0, -2), "SW")),
        roads(0, *sides((0, -2), "W", "NW")),
        brick=1,
        lumber=1,
        wool=1,
        grain=1,
        ore=3,
    )
    scene.when(trade("ore", 3, wool=1)).then_refused("bank/no_such_rate")
    scene.when(BuildSettlement(0, harbour)).when(trade("ore", 3, wool=1))
    scene.then(traded({"ore": 3}, {"wool": 1}))


# Several lots


def test_several_lots_at_one_rate_in_one_command():
    scene = with_cards(ore=8).when(trade("ore", 4, wool=1, grain=1))
    scene.then(traded({"ore": 8}, {"wool": 1, "grain": 1}))
    assert scene.hand(0) == {"wool": 1, "grain": 1}


def test_several_lots_for_the_same_resource():
    scene = with_cards(settlements(0, ORE_HARBOUR), ore=7).when(trade("ore", 2, wool=3))
    scene.then(traded({"ore": 6}, {"wool": 3}))
    assert scene.hand(0) == {"ore": 1, "wool": 3}


def test_every_lot_is_paid_in_full():
    with_cards(ore=7).when(trade("ore", 4, wool=2)).then_refused("hand/not_enough_cards")


# Refusals


def test_a_lot_is_not_given_below_its_price():
    with_cards(ore=3, wool=3).when(trade("ore", 4, wool=1)).then_refused("hand/not_enough_cards")


def test_the_cards_of_a_lot_are_of_one_kind():
    # Two and two do not make four.
    with_cards(ore=2, wool=2).when(trade("ore", 4, brick=1)).then_refused("hand/not_enough_cards")


def test_something_has_to_be_taken():
    with_cards(ore=4).when(trade("ore", 4)).then_refused("bank/take_nothing")


def test_another_resource_than_the_given_one_is_taken():
    with_cards(ore=4).when(trade("ore", 4, ore=1)).then_refused("bank/same_resource")
    with_cards(ore=8).when(trade("ore", 4, ore=1, wool=1)).then_refused("bank/same_resource")


def test_nothing_is_taken_from_an_empty_pile():
    scene = with_cards(dealt(3, wool=19), ore=4).when(trade("ore", 4, wool=1))
    scene.then_refused("bank/too_few_cards")


def test_not_more_is_taken_than_the_pile_holds():
    scene = with_cards(dealt(3, wool=18), ore=8).when(trade("ore", 4, wool=2))
    scene.then_refused("bank/too_few_cards")
    scene.when(trade("ore", 4, wool=1)).then(traded({"ore": 4}, {"wool": 1}))


def test_the_bank_trades_with_whose_turn_it_is():
    scene = given(dealt(1, ore=4), main_of(0)).when(trade("ore", 4, seat=1, wool=1))
    scene.then_refused("turn/not_yours")


def test_the_bank_trades_as_often_as_the_cards_allow():
    scene = with_cards(ore=12)
    for _ in range(3):
        scene.when(trade("ore", 4, wool=1)).then(traded({"ore": 4}, {"wool": 1}))
    scene.when(trade("ore", 4, wool=1)).then_refused("hand/not_enough_cards")


def test_two_harbours_of_different_kinds_both_serve():
    scene = with_cards(settlements(0, ORE_HARBOUR, WOOL_HARBOUR), ore=2, wool=2)
    scene.when(trade("ore", 2, brick=1)).then(traded({"ore": 2}, {"brick": 1}))
    scene.when(trade("wool", 2, brick=1)).then(traded({"wool": 2}, {"brick": 1}))
