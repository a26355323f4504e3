"""The settled cases of the dice game, each by its number."""

from domain.dice import events as e
from domain.dice.commands import EndTurn, ExchangeGold, Reroll, RollDice, StopRolling, UseJoker
from domain.dice.state import BUILDING
from domain.ids import ORGANIZER
from domain.table.closing import GameWon
from tests.dice.kit import ALL_KNIGHTS, final, given, rolled, turns


def test_1_the_first_settlement_touches_the_starting_road() -> None:
    scene = final("b l w g o $").build("S3").end()
    assert scene.track() == [3]


def test_2_settlements_go_by_ascending_value() -> None:
    final("b l w g o o", "R0 R2").build("S4").then_refused("sheet/out_of_order")


def test_3_a_settlement_needs_a_road_that_touches_it() -> None:
    final("b l w g o o", "S3 R0").build("S4").then_refused("sheet/no_road_there")


def test_5_roads_hang_together() -> None:
    scene = final("b b b l l l")
    scene.build("R1").then_refused("sheet/no_road_there")
    scene.build("R0", "R1", "R2").end()
    assert scene.track() == [3]


def test_6_a_city_needs_no_settlement_and_what_is_left_over_is_lost() -> None:
    scene = final("o o o g g w", "R0 R1").build("C7")
    assert scene.uses() == "sssssf"
    assert scene.end().track() == [2, 7]
    assert scene.state.dice == []


def test_8_a_road_and_a_knight_in_one_turn() -> None:
    facts = turns("S3", "R0 R1"), e.TurnBegan(0, 3), rolled("l b w o g $"), e.RollingStopped(0)
    scene = given(*facts).build("R2", "K1")
    assert scene.uses() == "sssssf"
    assert scene.end().track() == [3, 2, 2]
    assert scene.points(0) == 7


def test_9_six_gold_make_three_resources() -> None:
    scene = final("$ $ $ $ $ $")
    for die, face in enumerate(("ore", "wool", "grain")):
        scene.when(ExchangeGold(0, die, die + 3, face))
    scene.build("K1")
    assert scene.uses() == "sssvvv"
    assert scene.end().track() == [1]


def test_10_only_gold_is_exchanged() -> None:
    scene = final("$ b b o o o")
    scene.when(ExchangeGold(0, 0, 1, "ore")).then_refused("dice/not_gold")
    scene.when(ExchangeGold(0, 1, 0, "ore")).then_refused("dice/not_gold")
    scene.end()
    assert scene.points(0) == -2


def test_14_a_joker_needs_its_knight() -> None:
    final("o w g w g l").when(UseJoker(0, 1, 5)).then_refused("joker/knight_not_built")


def test_15_the_joker_of_a_knight_built_this_very_turn() -> None:
    scene = final("o w g w g l").build("K1").when(UseJoker(0, 1, 5))
    scene.then(e.JokerUsed(0, 1, 5, "ore"))
    scene.build("K2").end()
    assert scene.track() == [3]
    own = scene.view(0)["seats"][0]
    assert (own["jokers_used"], own["jokers"]) == ([1], [2])


def test_17_two_jokers_in_one_turn() -> None:
    scene = final("o o g b l w", "R0 R1 K1 K2")
    scene.when(UseJoker(0, 1, 3)).when(UseJoker(0, 2, 4)).build("C7")
    assert scene.end().track()[-1] == 7
    assert scene.view(0)["seats"][0]["jokers_used"] == [1, 2]


def test_18_the_last_knight_gives_any_resource_that_is_named() -> None:
    scene = final("l w g o o o", ALL_KNIGHTS)
    scene.when(UseJoker(0, 6, 3)).then_refused("joker/face_missing")
    scene.when(UseJoker(0, 6, 3, "brick")).build("S3")
    assert scene.end().track()[-1] == 3


def test_20_the_last_settlement_touches_only_the_last_road_of_its_branch() -> None:
    roads = "R0 R2 R3 R5 R6 R7 R8 R9 R10"
    scene = final("b l w g b l", f"{roads} S3 S4 S5 S7 S9")
    scene.build("S11").then_refused("sheet/no_road_there")
    scene.build("R11", "S11").end()
    assert scene.track()[-1] == 12


def test_22_three_rolls_with_any_dice_kept() -> None:
    scene = given(e.TurnBegan(0, 1)).rolls(RollDice(0), "b b b b b b")
    scene.rolls(Reroll(0, (3, 4, 5)), "l l l")
    assert scene.shown() == "b b b l l l"
    scene.rolls(Reroll(0, (0, 3)), "w g")
    assert scene.shown() == "w b b g l l"
    scene.when(Reroll(0, (1,))).then_refused("phase/dice_final")
    assert scene.state.phase == BUILDING


def test_24_who_could_build_and_does_not_enters_an_x() -> None:
    scene = final("b l w g o o").end()
    assert scene.track() == [-2]
    assert scene.points(0) == -2


def test_25_equal_totals_share_the_win_after_the_last_box() -> None:
    roads = ("R0 R1 R2", "R3 R4 R5", "R6 R7 R8", "R9 R10 R11", "R12 R13 R14")
    boxes = (*roads, "S3", "S4", "S5", "S7", "S9", "C7", "K1 K2", "K3", "K4")
    facts = turns(*boxes), turns(*boxes, seat=1)
    scene = given(*facts, e.TurnBegan(0, 29), rolled("b l w g o o"), players=2)
    scene.when(StopRolling(0)).build("R15").end()
    scene.then(e.PointsEntered(0, 15, 1), e.TurnBegan(1, 30))
    scene.rolls(RollDice(1), "b l w g o o").when(StopRolling(1)).build("R15", seat=1)
    scene.when(EndTurn(1)).then(e.PointsEntered(1, 15, 1), GameWon((0, 1), 61))
    for seat in (0, 1):
        scene.when(RollDice(seat)).then_refused("game/over")


def test_25_fifteen_crosses_alone_make_minus_thirty() -> None:
    scene = given(turns(*("X" for _ in range(14))), e.TurnBegan(0, 15), rolled("b l w g o o"))
    scene.when(StopRolling(0)).end().then(e.CrossEntered(0, 15), GameWon((0,), -30))
    assert scene.state.ruleset.score(scene.state, ORGANIZER)[0].sources["crosses"] == -30
