"""What the rulebook leaves open, as it was settled: D1 to D25."""

from itertools import combinations

import pytest

from domain.dice import events as e
from domain.dice.commands import (
    BuildRoad,
    EndTurn,
    ExchangeGold,
    Reroll,
    RollDice,
    StopRolling,
    UseJoker,
)
from domain.dice.sheet import CITIES, ISLAND, KNIGHTS, ROAD_NEIGHBOURS, ROADS, SETTLEMENTS
from domain.table.closing import CloseGame, GameWon, Resign, SeatResigned
from domain.table.lobby import StartGame
from tests import kit
from tests.dice.kit import ALL_KNIGHTS, final, given, lobby, rolled, turns

TREE = (
    *("RS", "R0", "R0", "R2", "R3", "R3", "R5", "R6"),
    *("R7", "R8", "R9", "R10", "R7", "R12", "R13", "R14"),
)
"""By road: the one that leads to it."""
EVERYTHING = " ".join(
    [
        *(f"R{road}" for road in range(ROADS)),
        *(f"S{value}" for value in SETTLEMENTS),
        *(f"C{value}" for value in CITIES),
        *(f"K{value}" for value in KNIGHTS),
    ]
)


def test_d1_a_turn_begins_with_all_six_dice() -> None:
    scene = given(e.TurnBegan(0, 1))
    for command in (Reroll(0, (0,)), StopRolling(0), EndTurn(0), BuildRoad(0, 0)):
        scene.when(command).then_refused("phase/roll_first")
    scene.rolls(RollDice(0), "b l w g o $")
    scene.when(RollDice(0)).then_refused("phase/already_rolled")


def test_d2_every_set_of_dice_but_the_empty_one_can_be_rolled_again() -> None:
    for size in range(1, 7):
        for dice in combinations(range(6), size):
            scene = given(e.TurnBegan(0, 1), rolled("b b b b b b"))
            scene.rolls(Reroll(0, dice), " ".join("o" for _ in dice))
            assert scene.shown().split() == ["o" if die in dice else "b" for die in range(6)]


def test_the_dice_to_roll_again_are_told_in_any_order_but_once() -> None:
    scene = given(e.TurnBegan(0, 1), rolled("b b b b b b"))
    scene.when(Reroll(0, ())).then_refused("dice/none_chosen")
    scene.when(Reroll(0, (1, 1))).then_refused("dice/chosen_twice")
    scene.when(Reroll(0, (6,))).then_refused("dice/no_such_die")
    scene.when(Reroll(0, (-1,))).then_refused("dice/no_such_die")
    scene.rolls(Reroll(0, (5, 2)), "w o")
    scene.then(e.DiceRolled(0, 2, (2, 5), ("wool", "ore"), 0, 2))


def test_every_draw_is_labelled_by_turn_roll_and_die() -> None:
    scene = given(e.TurnBegan(0, 4), rolled("b b b b b b")).rolls(Reroll(0, (1, 4)), "w o")
    assert scene.chance.drawn == [("die:4:2:1", 6), ("die:4:2:4", 6)]


def test_d3_neither_joker_nor_gold_before_the_last_roll() -> None:
    scene = given(turns("K1"), e.TurnBegan(0, 2), rolled("$ $ b l w g"))
    scene.when(UseJoker(0, 1, 2)).then_refused("phase/still_rolling")
    scene.when(ExchangeGold(0, 0, 1, "ore")).then_refused("phase/still_rolling")
    scene.build("R0").then_refused("phase/still_rolling")


def test_d5_jokers_and_gold_between_two_builds() -> None:
    scene = final("b l $ $ o w", "K1 K2").build("R0").when(ExchangeGold(0, 2, 3, "brick"))
    scene.when(UseJoker(0, 2, 2)).build("K3")
    assert scene.end().track()[-1] == 4


def test_d6_a_joker_turns_any_free_die_that_shows_something_else() -> None:
    scene = final("o $ b l w g", "K1").when(UseJoker(0, 1, 0)).then_refused("dice/same_face")
    scene.build("R0").when(UseJoker(0, 1, 2)).then_refused("dice/not_free")
    scene.when(UseJoker(0, 1, 1)).then(e.JokerUsed(0, 1, 1, "ore"))
    scene.when(UseJoker(0, 1, 4)).then_refused("joker/used")


def test_d7_d10_the_last_joker_may_name_gold_and_that_gold_be_exchanged() -> None:
    scene = final("$ b b b b b", ALL_KNIGHTS).when(UseJoker(0, 6, 1, "gold"))
    scene.when(ExchangeGold(0, 0, 1, "lumber")).build("R0")
    assert scene.end().track()[-1] == 1


def test_a_joker_gives_only_its_own_resource() -> None:
    scene = final("b b b b b b", "K1")
    scene.when(UseJoker(0, 1, 0, "wool")).then_refused("joker/other_face")
    scene.when(UseJoker(0, 7, 0)).then_refused("joker/no_such_knight")
    scene.when(UseJoker(0, 1, 6)).then_refused("dice/no_such_die")
    scene.when(UseJoker(0, 1, 0, "ore")).then(e.JokerUsed(0, 1, 0, "ore"))


def test_d8_d9_gold_is_exchanged_for_building_resources_as_long_as_two_are_left() -> None:
    scene = final("$ $ $ $ $ b")
    scene.when(ExchangeGold(0, 0, 1, "gold")).then_refused("dice/gold_for_gold")
    scene.when(ExchangeGold(0, 0, 0, "ore")).then_refused("dice/same_die")
    scene.when(ExchangeGold(0, 0, 1, "ore")).when(ExchangeGold(0, 2, 3, "wool"))
    scene.when(ExchangeGold(0, 4, 3, "wool")).then_refused("dice/not_free")
    assert scene.shown() == "o $ w $ $ b"
    assert scene.uses() == "fvfvff"


def test_d11_several_jokers_on_one_die() -> None:
    scene = final("b b b b b b", "K1 K2").when(UseJoker(0, 1, 0)).when(UseJoker(0, 2, 0))
    assert scene.shown() == "g b b b b b"


def test_d13_a_full_sheet_brings_an_x_all_the_same() -> None:
    scene = final("b l w g o o", EVERYTHING)
    assert scene.points(0) == 145
    assert [type(action) for action in scene.state.ruleset.flow.moves(scene.state, 0)][:1] == [
        EndTurn
    ]
    for name in ("R15", "S11", "C30", "K6"):
        scene.build(name).then_refused("sheet/built_already")
    assert scene.end().track()[-1] == -2


def test_d14_a_joker_used_in_vain_stays_used() -> None:
    scene = final("b b b b b b", "K1").when(UseJoker(0, 1, 0)).end()
    assert scene.track()[-1] == -2
    assert scene.view(0)["seats"][0]["jokers_used"] == [1]


def test_d15_d24_the_roads_are_the_tree_of_the_sheet_whatever_stands_on_it() -> None:
    numbers = {f"R{road}": road for road in range(ROADS)} | {"RS": ROADS}
    for road, before in enumerate(TREE):
        assert ROAD_NEIGHBOURS[road] >> numbers[before] & 1
    scene = final("b l b l b l", "R0 R2")
    assert [action.road for action in scene.offers(0, BuildRoad)] == [1, 3]
    for road in (-1, 16, 99):
        scene.build(f"R{road}").then_refused("sheet/no_such_piece")
    for name in ("S6", "C8", "K0", "K7"):
        scene.build(name).then_refused("sheet/no_such_piece")


def test_d16_d18_cities_and_settlements_are_lists_of_their_own() -> None:
    scene = final("o o o g g b", "R0 R1").build("C7").end()
    own = scene.view(0)["seats"][0]
    assert (own["settlements"], own["cities"]) == ([], [7])
    final("o o o g g b", "R0 R2 R3 R4").build("C12").then_refused("sheet/out_of_order")


def test_d17_knights_need_no_road() -> None:
    scene = final("o w g o w g").build("K2").then_refused("sheet/out_of_order")
    assert scene.build("K1", "K2").end().track() == [3]


def test_what_the_free_dice_do_not_show_is_not_built() -> None:
    scene = final("b l b b b b").build("R0")
    scene.build("R1").then_refused("dice/do_not_pay")
    assert scene.uses() == "ssffff"


@pytest.mark.parametrize("draw", [0, 1, 2])
def test_d20_the_lot_decides_who_begins(draw: int) -> None:
    scene = lobby(3).given(kit.seated(3)).when(StartGame("ada"), start=[draw])
    scene.then_ends(e.FirstPlayerChosen(draw, 0), e.TurnBegan(draw, 1))


def test_d20_or_the_host_names_who_begins() -> None:
    scene = lobby(3, start_player="seat", start_seat=2).given(kit.seated(3))
    scene.when(StartGame("ada")).then_ends(e.FirstPlayerChosen(2), e.TurnBegan(2, 1))


def test_d20_alone_there_is_nothing_to_draw() -> None:
    scene = lobby(1).given(kit.seated(1)).when(StartGame("ada"))
    scene.then_ends(e.FirstPlayerChosen(0), e.TurnBegan(0, 1))


def test_turns_go_round_clockwise_from_who_began() -> None:
    scene = lobby(3, start_player="seat", start_seat=1).given(kit.seated(3))
    scene.when(StartGame("ada"))
    order = []
    for _ in range(5):
        seat = scene.state.turn_seat
        order.append(seat)
        scene.rolls(RollDice(seat), "b b b b b b").when(StopRolling(seat)).end(seat)
    assert order == [1, 2, 0, 1, 2]
    scene.when(RollDice(1)).then_refused("turn/not_yours")


def test_d22_of_equal_dice_the_first_pay() -> None:
    final("b b l l o o").build("R0").then(e.RoadBuilt(0, 0, (0, 2)))


def test_d23_who_leaves_has_no_rank_and_the_other_plays_on_alone() -> None:
    full = ["X" for _ in range(14)]
    scene = given(turns("R0"), turns(*full, seat=1), e.TurnBegan(0, 30), players=2)
    scene.when(Resign(0)).then(SeatResigned(0), e.TurnBegan(1, 31))
    scene.rolls(RollDice(1), "b b b b b b").when(StopRolling(1)).end(1)
    scene.then_ends(GameWon((1,), -30))
    recorded = scene.when(CloseGame()).events[0].standings
    assert [(line.seat, line.rank, line.points) for line in recorded] == [(1, 1, -30), (0, None, 1)]
    assert scene.track(0) == [1]


def test_d23_leaving_out_of_turn_lets_the_turn_go_on() -> None:
    scene = given(e.TurnBegan(0, 1), rolled("b l w g o o"), players=3)
    scene.when(Resign(1)).then(SeatResigned(1))
    scene.when(StopRolling(0)).end().then_ends(e.TurnBegan(2, 2))


def test_d23_a_game_that_everybody_left_has_no_winner() -> None:
    scene = final("b l w g o o").build("S3").when(Resign(0))
    scene.then(SeatResigned(0), e.GameDeserted())
    recorded = scene.when(CloseGame()).events[0]
    assert recorded.outcome == "abandoned"
    assert recorded.standings[0].rank is None


def test_d25_the_starting_road_counts_no_point() -> None:
    assert given(e.TurnBegan(0, 1)).points(0) == 0
    assert ISLAND.start_road == ("n0", "S3")
