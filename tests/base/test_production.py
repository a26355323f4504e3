"""Production: what the land yields, what the robber blocks, and what a short bank pays."""

import pytest

from domain.base.commands import BuildRoad, RollDice, TradeWithBank
from domain.base.events import ResourcesProduced, RobberMoved
from domain.table.closing import SeatResigned
from tests.kit import (
    cities,
    corner,
    dealt,
    given,
    hex_at,
    main_of,
    node,
    roads,
    rolled,
    settlements,
    sides,
    turn_of,
)

FOREST = (-1, 0)  # 11, as is the pasture at (0, 2)


def eleven(*facts, **options):
    return given(*facts, turn_of(0), **options).when(RollDice(0), dice=(5, 6))


def paid(gains, *short):
    return (rolled(0, 5, 6), ResourcesProduced(gains=gains, short=short))


def blocked(q, r):
    return RobberMoved(seat=3, hex=hex_at(q, r))


def test_a_settlement_brings_one_card():
    eleven(settlements(0, corner(FOREST, "N"))).then(paid({0: {"lumber": 1}}))


def test_a_city_brings_two_cards():
    eleven(cities(0, corner(FOREST, "N"))).then(paid({0: {"lumber": 2}}))


def test_several_buildings_at_a_hex_add_up():
    scene = eleven(
        settlements(0, corner(FOREST, "N")),
        cities(0, corner(FOREST, "SE")),
        settlements(1, corner(FOREST, "SW")),
    )
    scene.then(paid({0: {"lumber": 3}, 1: {"lumber": 1}}))


def test_both_hexes_with_the_number_pay():
    scene = eleven(settlements(0, corner(FOREST, "N"), corner((0, 2), "S")))
    scene.then(paid({0: {"lumber": 1, "wool": 1}}))


def test_a_crossing_between_two_hexes_with_the_number_is_paid_for_both():
    tiles = {(-1, 1): ("forest", 11)}
    scene = eleven(cities(0, corner(FOREST, "S")), tiles=tiles)
    scene.then(paid({0: {"lumber": 4}}))


def test_everybody_is_paid_on_everybodys_roll():
    scene = eleven(settlements(3, corner(FOREST, "N")), settlements(2, corner((0, 2), "S")))
    scene.then(paid({3: {"lumber": 1}, 2: {"wool": 1}}))


def test_a_number_without_buildings_pays_nobody():
    eleven(settlements(0, corner((2, 0), "N"))).then(rolled(0, 5, 6))


def test_a_road_brings_nothing():
    eleven(roads(0, *sides(FOREST, "E", "NE"))).then(rolled(0, 5, 6))


@pytest.mark.parametrize(
    ("terrain", "resource"),
    [
        ("hills", "brick"),
        ("forest", "lumber"),
        ("pasture", "wool"),
        ("fields", "grain"),
        ("mountains", "ore"),
    ],
)
def test_each_terrain_has_its_resource(terrain, resource):
    scene = eleven(settlements(1, corner(FOREST, "N")), tiles={FOREST: (terrain, 11)})
    scene.then(paid({1: {resource: 1}}))


@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("swap", [False, True])
def test_the_sum_of_the_dice_counts(dice, swap):
    tiles = {FOREST: ("forest", sum(dice))}
    scene = given(settlements(1, node(FOREST, (-2, 0), (-2, 1))), turn_of(0), tiles=tiles)
    scene.when(RollDice(0), dice=dice[::-1] if swap else dice)
    assert scene.hand(1)["lumber"] == 1


# The robber


def test_the_robber_blocks_its_hex():
    scene = eleven(
        settlements(0, corner(FOREST, "N")), cities(1, corner(FOREST, "S")), blocked(-1, 0)
    )
    scene.then(rolled(0, 5, 6))


def test_the_robber_blocks_its_own_hex_only():
    scene = eleven(settlements(0, corner(FOREST, "N"), corner((0, 2), "S")), blocked(-1, 0))
    scene.then(paid({0: {"wool": 1}}))


def test_a_building_at_the_robbers_hex_is_paid_by_its_other_hexes():
    tiles = {(-1, 1): ("mountains", 11)}
    scene = eleven(settlements(0, corner(FOREST, "S")), blocked(-1, 0), tiles=tiles)
    scene.then(paid({0: {"ore": 1}}))


# Base game, rule 1: the bank is short. Two forests have the 11 here, and two pastures.

TWO_FORESTS = {(0, 2): ("forest", 11), (1, 1): ("pasture", 11), (1, -1): ("pasture", 11)}


def bank_keeps(lumber=19, wool=19):
    return dealt(3, lumber=19 - lumber, wool=19 - wool)


def test_with_two_entitled_and_too_few_cards_nobody_is_paid():
    pieces = (settlements(0, corner(FOREST, "N")), settlements(1, corner(FOREST, "S")))
    eleven(pieces, bank_keeps(lumber=1)).then(paid({}, "lumber"))


def test_the_claims_of_all_hexes_of_the_roll_are_counted_together():
    pieces = (settlements(0, corner(FOREST, "N")), settlements(1, corner((0, 2), "S")))
    scene = eleven(pieces, bank_keeps(lumber=1), tiles=TWO_FORESTS)
    scene.then(paid({}, "lumber"))


def test_nobody_is_served_before_the_claims_are_counted():
    # One card for the first hex would be there, two for the second are not.
    pieces = (settlements(0, corner(FOREST, "N")), cities(1, corner((0, 2), "S")))
    scene = eleven(pieces, bank_keeps(lumber=2), tiles=TWO_FORESTS)
    scene.then(paid({}, "lumber"))


def test_exactly_enough_is_enough():
    pieces = (settlements(0, corner(FOREST, "N")), cities(1, corner((0, 2), "S")))
    scene = eleven(pieces, bank_keeps(lumber=3), tiles=TWO_FORESTS)
    scene.then(paid({0: {"lumber": 1}, 1: {"lumber": 2}}))
    assert "lumber" not in scene.bank()


def test_a_single_entitled_player_gets_what_is_left():
    eleven(cities(1, corner(FOREST, "N")), bank_keeps(lumber=1)).then(
        paid({1: {"lumber": 1}}, "lumber")
    )


def test_a_single_entitled_player_gets_what_is_left_over_several_hexes():
    pieces = (cities(1, corner(FOREST, "N")), settlements(1, corner((0, 2), "S")))
    scene = eleven(pieces, bank_keeps(lumber=2), tiles=TWO_FORESTS)
    scene.then(paid({1: {"lumber": 2}}, "lumber"))


def test_an_empty_pile_pays_a_single_player_nothing():
    eleven(cities(1, corner(FOREST, "N")), bank_keeps(lumber=0)).then(paid({}, "lumber"))


def test_other_resources_are_not_affected():
    pieces = (
        settlements(0, corner(FOREST, "N"), corner((1, 1), "SE")),
        settlements(1, corner(FOREST, "S"), corner((1, -1), "NE")),
    )
    scene = eleven(pieces, bank_keeps(lumber=1, wool=2), tiles=TWO_FORESTS)
    scene.then(paid({0: {"wool": 1}, 1: {"wool": 1}}, "lumber"))


def test_each_resource_is_judged_by_itself():
    pieces = (
        settlements(0, corner(FOREST, "N")),
        settlements(1, corner(FOREST, "S")),
        cities(2, corner((1, 1), "SE")),
    )
    scene = eleven(pieces, bank_keeps(lumber=1, wool=1), tiles=TWO_FORESTS)
    scene.then(paid({2: {"wool": 1}}, "lumber", "wool"))


def test_who_is_blocked_by_the_robber_is_not_entitled():
    pieces = (cities(0, corner(FOREST, "N")), settlements(1, corner((0, 2), "S")))
    scene = eleven(pieces, bank_keeps(lumber=1), blocked(0, 2), tiles=TWO_FORESTS)
    scene.then(paid({0: {"lumber": 1}}, "lumber"))


def test_who_resigned_is_not_entitled():
    # Base game, rule 11.
    pieces = (cities(0, corner(FOREST, "N")), settlements(1, corner(FOREST, "S")))
    scene = eleven(pieces, bank_keeps(lumber=1), SeatResigned(seat=1))
    scene.then(paid({0: {"lumber": 1}}, "lumber"))


def test_who_resigned_does_not_make_the_bank_short():
    pieces = (settlements(0, corner(FOREST, "N")), cities(1, corner(FOREST, "S")))
    scene = eleven(pieces, bank_keeps(lumber=1), SeatResigned(seat=1))
    scene.then(paid({0: {"lumber": 1}}))


# The bank


def test_costs_return_to_the_bank_at_once():
    scene = given(settlements(0, corner(FOREST, "N")), dealt(0, brick=19, lumber=19), main_of(0))
    assert "brick" not in scene.bank()
    scene.when(BuildRoad(0, *sides(FOREST, "NE")))
    assert (scene.bank()["brick"], scene.bank()["lumber"]) == (1, 1)


def test_bank_trades_return_to_the_bank_at_once():
    scene = given(dealt(0, brick=19), main_of(0))
    scene.when(TradeWithBank(0, give="brick", rate=4, take={"ore": 1}))
    assert (scene.bank()["brick"], scene.bank()["ore"]) == (4, 18)
    assert scene.hand(0) == {"brick": 15, "ore": 1}
