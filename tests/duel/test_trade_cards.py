"""Trade cards: forced trades, the robber to the desert, their price; knights for trade cards."""

import pytest

from domain.base.commands import (
    AcceptTrade,
    ConfirmTrade,
    EndTurn,
    OfferTrade,
    PlayKnight,
    RollDice,
)
from domain.base.events import LargestArmyAwarded, LongestRoadAwarded, RobberMoved, RobberRoused
from domain.duel.commands import DiscardKnight, ForceTrade, GiveBack, SendRobberToDesert
from domain.duel.events import CardsDrawn, CardsGivenBack, KnightDiscarded
from domain.ids import ORGANIZER, SPECTATOR
from domain.table.closing import GameWon
from tests.duel.kit import (
    N1,
    between,
    given,
    holding_trade_cards,
    main_of,
    neutral_roads,
    paid,
    taken,
    trade_cards,
)
from tests.kit import (
    cities,
    corner,
    dealt,
    hex_at,
    holding,
    knights,
    played,
    ring,
    settlements,
    turn_of,
)

DESERT = hex_at(0, 0)
FOREST_3 = hex_at(1, 0)
COAST = [corner((2, 0), "SE"), corner((0, 2), "S"), corner((-2, 2), "S"), corner((-2, 0), "NW")]


# Forced trade


def test_case_20_a_forced_trade_draws_two_cards_and_gives_two_back():
    scene = given(dealt(0, ore=3), dealt(1, brick=1, wool=2), turn_of(0))
    scene.when(ForceTrade(0), forced_trade=[0, 1])
    scene.then(paid(0, 1), CardsDrawn(0, 1, 2, {"brick": 1, "wool": 1}, 0))
    assert scene.chance.drawn == [("forced_trade", 3), ("forced_trade", 2)]
    assert trade_cards(scene) == (3, 4, 7)
    scene.when(RollDice(0)).then_refused("phase/forced_trade_open")
    scene.when(GiveBack(0, {"ore": 1, "wool": 1}))
    scene.then(CardsGivenBack(0, 1, 2, {"ore": 1, "wool": 1}))
    assert scene.hand(0) == {"ore": 2, "brick": 1}
    assert scene.hand(1) == {"wool": 2, "ore": 1}
    assert scene.state.phase == "roll"
    scene.when(ForceTrade(0)).then_refused("tradecard/one_action")
    scene.when(RollDice(0), dice=(1, 1)).when(RollDice(0), dice=(1, 2))
    scene.given(RobberMoved(0, FOREST_3))
    scene.when(SendRobberToDesert(0, DESERT)).then_refused("tradecard/one_action")


def test_both_cards_may_be_the_same_and_drawn_ones_given_back():
    scene = given(dealt(1, brick=2), main_of(0)).when(ForceTrade(0), forced_trade=[1, 0])
    scene.then(paid(0, 1), CardsDrawn(0, 1, 2, {"brick": 2}, 0))
    scene.when(GiveBack(0, {"brick": 2}))
    assert (scene.hand(0), scene.hand(1)) == ({}, {"brick": 2})
    assert scene.state.phase == "main"


def test_from_a_single_card_one_is_drawn_and_two_are_given():
    scene = given(dealt(0, ore=1), dealt(1, brick=1), turn_of(0))
    scene.when(ForceTrade(0), forced_trade=[0])
    scene.then(paid(0, 1), CardsDrawn(0, 1, 1, {"brick": 1}, 0))
    scene.when(GiveBack(0, {"brick": 1})).then_refused("tradecard/wrong_number_given")
    scene.when(GiveBack(0, {"brick": 1, "ore": 1}))
    assert (scene.hand(0), scene.hand(1)) == ({}, {"brick": 1, "ore": 1})


def test_two_cards_must_be_there_to_be_given_back():
    scene = given(dealt(1, brick=1), turn_of(0)).when(ForceTrade(0))
    scene.then_refused("tradecard/too_few_to_give")
    assert trade_cards(scene) == (4, 4, 6)


def test_against_an_empty_hand_nothing_is_paid():
    scene = given(dealt(0, ore=3), turn_of(0)).when(ForceTrade(0))
    scene.then_refused("tradecard/nothing_to_draw")
    assert trade_cards(scene) == (4, 4, 6)


def test_only_held_cards_are_given_back():
    scene = given(dealt(0, ore=1), dealt(1, brick=2), turn_of(0))
    scene.when(ForceTrade(0), forced_trade=[0, 0])
    scene.when(GiveBack(0, {"wool": 2})).then_refused("hand/not_enough_cards")
    scene.when(GiveBack(1, {"ore": 2})).then_refused("turn/not_yours")
    assert len(scene.offers(0, GiveBack)) == 2


def test_only_the_two_players_know_the_cards_of_a_forced_trade():
    scene = given(dealt(0, ore=3), dealt(1, brick=1, wool=2), turn_of(0))
    events = scene.when(ForceTrade(0), forced_trade=[0, 1]).events
    events = [*events, *scene.when(GiveBack(0, {"ore": 2})).events]
    redact = scene.state.ruleset.redact
    for event in events:
        if isinstance(event, CardsDrawn | CardsGivenBack):
            assert redact(event, SPECTATOR).cards is None
            assert redact(event, SPECTATOR).count == 2
        assert redact(event, 0) == redact(event, 1) == redact(event, ORGANIZER) == event


def test_who_lost_cards_answers_an_open_offer_anew():
    scene = given(dealt(0, ore=2), dealt(1, brick=2), main_of(0))
    scene.when(OfferTrade(0, {"ore": 1}, {"brick": 2})).when(AcceptTrade(1))
    scene.when(ForceTrade(0), forced_trade=[0, 0]).when(GiveBack(0, {"ore": 2}))
    scene.when(ConfirmTrade(0, 1)).then_refused("trade/not_accepted")


def test_the_two_players_may_trade_as_usual():
    scene = given(dealt(0, ore=1), dealt(1, brick=1), main_of(0))
    scene.when(OfferTrade(0, {"ore": 1}, {"brick": 1})).when(AcceptTrade(1))
    scene.when(ConfirmTrade(0, 1))
    assert (scene.hand(0), scene.hand(1)) == ({"brick": 1}, {"ore": 1})


# Price


def four_points_of_q():
    return settlements(1, *COAST[2:]), cities(1, corner((2, -2), "N"))


def test_case_22_an_action_costs_two_who_is_ahead():
    five = [cities(0, COAST[0], COAST[1]), settlements(0, corner((0, -2), "NW"))]
    scene = given(
        four_points_of_q(),
        five,
        holding_trade_cards(0, 1),
        dealt(0, ore=2),
        dealt(1, ore=2),
        turn_of(0),
    )
    scene.given(RobberMoved(0, FOREST_3))
    scene.when(ForceTrade(0)).then_refused("tradecard/too_few")
    scene.when(SendRobberToDesert(0, DESERT)).then_refused("tradecard/too_few")
    assert scene.view(0)["seats"][0]["action_price"] == 2


def test_case_22_hidden_points_do_not_raise_the_price():
    four = [cities(0, COAST[0], COAST[1]), holding(0, "victory_point")]
    scene = given(
        four_points_of_q(), four, holding_trade_cards(0, 1), turn_of(0), RobberMoved(0, FOREST_3)
    )
    assert (scene.points(0), scene.points(1)) == (5, 4)
    scene.when(SendRobberToDesert(0, DESERT)).then(paid(0, 1), RobberMoved(0, DESERT))


def test_who_is_ahead_pays_two():
    scene = given(settlements(0, COAST[0]), turn_of(0), RobberMoved(0, FOREST_3))
    scene.when(SendRobberToDesert(0, DESERT)).then(paid(0, 2), RobberMoved(0, DESERT))
    assert trade_cards(scene) == (2, 4, 8)


def test_the_longest_road_of_a_neutral_player_makes_nobody_dearer():
    grown = neutral_roads(N1, *ring((0, -1), 5)), LongestRoadAwarded(N1, 5)
    scene = given(grown, turn_of(0), RobberMoved(0, FOREST_3))
    scene.when(SendRobberToDesert(0, DESERT)).then(paid(0, 1), RobberMoved(0, DESERT))


# Robber to the desert


def test_case_23_the_robber_goes_to_the_desert_and_steals_nothing():
    scene = given(
        settlements(1, corner((0, 0), "S")), dealt(1, ore=3), turn_of(0), RobberMoved(0, FOREST_3)
    )
    scene.when(SendRobberToDesert(0, DESERT)).then(paid(0, 1), RobberMoved(0, DESERT))
    assert scene.state.phase == "roll"
    scene.given(main_of(0, 3)).when(SendRobberToDesert(0, DESERT))
    scene.then_refused("robber/same_hex")
    assert trade_cards(scene) == (3, 4, 7)


@pytest.mark.parametrize(
    ("hex_", "code"),
    [(hex_at(2, 0), "robber/no_desert"), (-1, "board/no_such_hex"), (30, "board/no_such_hex")],
)
def test_trade_cards_move_the_robber_nowhere_else(hex_, code):
    scene = given(turn_of(0), RobberMoved(0, FOREST_3)).when(SendRobberToDesert(0, hex_))
    scene.then_refused(code)


def test_the_actions_are_for_the_own_turn():
    scene = given(dealt(0, ore=2), dealt(1, ore=2), turn_of(0), RobberMoved(0, FOREST_3))
    for wish in (ForceTrade(1), SendRobberToDesert(1, DESERT), DiscardKnight(1)):
        scene.when(wish).then_refused("turn/not_yours")


def test_the_next_turn_has_its_own_action():
    scene = given(main_of(0), RobberMoved(0, FOREST_3)).when(SendRobberToDesert(0, DESERT))
    scene.when(EndTurn(0)).given(RobberMoved(1, FOREST_3))
    scene.when(SendRobberToDesert(1, DESERT)).then(paid(1, 1), RobberMoved(1, DESERT))


def test_of_two_deserts_the_other_one_may_be_chosen():
    two = {(1, 0): ("desert", None)}
    scene = given(turn_of(0), tiles=two)
    scene.when(SendRobberToDesert(0, FOREST_3)).then(paid(0, 1), RobberMoved(0, FOREST_3))


# Knights for trade cards


def army(seat, count):
    return LargestArmyAwarded(seat=seat, knights=count)


def test_a_knight_is_exchanged_for_two_trade_cards_and_leaves_the_game():
    scene = given(knights(0, 1), between(0)).when(DiscardKnight(0))
    scene.then(KnightDiscarded(0), taken(0, 2))
    assert trade_cards(scene) == (6, 4, 4)
    assert (scene.state.knights, scene.state.spent["knight"]) == ([0, 0], 1)


def test_with_six_trade_cards_a_knight_brings_one():
    scene = given(taken(0, 2), knights(0, 1), turn_of(0)).when(DiscardKnight(0))
    scene.then(KnightDiscarded(0), taken(0, 1))


def test_with_seven_trade_cards_no_knight_is_discarded():
    scene = given(taken(0, 3), knights(0, 1), turn_of(0)).when(DiscardKnight(0))
    scene.then_refused("tradecard/hand_full")


def test_only_a_played_knight_can_be_discarded():
    scene = given(holding(0, "knight"), turn_of(0)).when(DiscardKnight(0))
    scene.then_refused("knight/none_played")


def test_a_knight_played_this_turn_can_be_discarded():
    scene = given(holding(0, "knight"), main_of(0)).given(knights(0, 1)).when(DiscardKnight(0))
    scene.then(KnightDiscarded(0), taken(0, 2))


@pytest.mark.parametrize(
    ("own", "other", "awards"),
    [
        (3, 0, [army(None, 2)]),
        (3, 2, [army(None, 2)]),
        (4, 3, [army(None, 3)]),
        (4, 2, []),
        (5, 3, []),
    ],
)
def test_who_is_left_with_two_knights_or_level_gives_the_army_back(own, other, awards):
    scene = given(knights(0, own), army(0, own), knights(1, other), turn_of(0))
    scene.when(DiscardKnight(0)).then(KnightDiscarded(0), *awards, taken(0, 2))


def test_the_army_goes_to_the_opponent_who_has_more_then():
    # Level with the holder, which playing a knight allows, the opponent is ahead after a discard.
    scene = given(knights(0, 3), army(0, 3), knights(1, 3), turn_of(0)).when(DiscardKnight(0))
    scene.then(KnightDiscarded(0), army(None, 3), taken(0, 2), army(1, 3))
    assert (scene.points(0), scene.points(1)) == (0, 2)


def test_a_tie_made_by_playing_a_knight_leaves_the_army_where_it_is():
    scene = given(knights(0, 3), army(0, 3), knights(1, 2), holding(1, "knight"), turn_of(1))
    scene.when(PlayKnight(1)).then(played(1, "knight"), RobberRoused(1))
    assert scene.state.knights == [3, 3]


def test_an_army_that_lies_aside_goes_to_who_is_ahead_after_a_discard():
    scene = given(knights(0, 3), knights(1, 3), turn_of(0)).when(DiscardKnight(0))
    scene.then(KnightDiscarded(0), taken(0, 2), army(1, 3))


def test_the_opponent_does_not_win_by_it_before_his_own_turn():
    scene = given(cities(1, *COAST), knights(0, 3), army(0, 3), knights(1, 3), main_of(0)).when(
        DiscardKnight(0)
    )
    assert scene.points(1) == 10
    assert not scene.state.outcome
    scene.when(EndTurn(0)).then_ends(GameWon(seats=(1,), points=10))


def test_trade_cards_are_public_and_no_seven_takes_them():
    scene = given(taken(0, 3), turn_of(1)).when(RollDice(1), dice=(3, 4))
    shown = scene.view(SPECTATOR)
    assert [seat["trade_cards"] for seat in shown["seats"]] == [7, 4]
    assert shown["pool"] == 3
    assert scene.state.phase == "robber"
