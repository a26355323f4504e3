"""Two rolls a turn with different sums, and what may be done before, between and after them."""

from domain.base.commands import (
    BuildRoad,
    Discard,
    EndTurn,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    RollDice,
    TradeWithBank,
)
from domain.base.events import (
    DiscardsRequired,
    ResourcesProduced,
    RobberMoved,
    RobberRoused,
    TurnBegan,
)
from domain.duel.commands import DiscardKnight, SendRobberToDesert
from domain.duel.events import RollRepeated
from domain.ids import SPECTATOR
from domain.table.closing import GameWon
from tests.duel.kit import AT_N1, between, given, trade_cards
from tests.kit import (
    cities,
    corner,
    dealt,
    hex_at,
    holding,
    knights,
    played,
    roads,
    rolled,
    settlements,
    sides,
    turn_of,
)

AT_HILLS_6 = corner((0, -1), "SW")


def test_a_turn_has_two_rolls_and_each_pays_at_once():
    scene = given(settlements(0, AT_HILLS_6), settlements(1, corner((2, -2), "N")), turn_of(0))
    scene.when(RollDice(0), dice=(1, 5))
    scene.then(rolled(0, 1, 5), ResourcesProduced({0: {"brick": 1}}))
    assert (scene.state.phase, scene.view(SPECTATOR)["first_roll"]) == ("roll", [1, 5])
    scene.when(EndTurn(0)).then_refused("phase/roll_first")
    scene.when(RollDice(0), dice=(4, 5))
    scene.then(rolled(0, 4, 5), ResourcesProduced({1: {"lumber": 1}}))
    assert scene.state.phase == "main"
    scene.when(RollDice(0)).then_refused("phase/already_rolled")
    scene.when(EndTurn(0)).then(TurnBegan(1, 2))
    assert scene.state.first_roll is None


def test_a_second_roll_with_the_same_sum_is_repeated_and_pays_nothing():
    scene = given(settlements(0, AT_HILLS_6), turn_of(0)).when(RollDice(0), dice=(1, 5))
    scene.when(RollDice(0), dice=[(2, 4), (3, 3), (5, 5)])
    scene.then(RollRepeated(0, (2, 4), 0), RollRepeated(0, (3, 3), 0), rolled(0, 5, 5))
    assert scene.hand(0) == {"brick": 1}


def test_two_sevens_in_one_turn_cannot_happen():
    scene = given(turn_of(0)).when(RollDice(0), dice=(3, 4)).then(rolled(0, 3, 4), RobberRoused(0))
    scene.when(MoveRobber(0, hex_at(1, 0))).then(RobberMoved(0, hex_at(1, 0)))
    assert scene.state.phase == "roll"
    scene.when(RollDice(0), dice=[(1, 6), (5, 6)])
    scene.then(RollRepeated(0, (1, 6), 0), rolled(0, 5, 6))


def test_a_seven_of_the_second_roll_goes_on_to_trade_and_building():
    scene = given(between(0), dealt(1, brick=8)).when(RollDice(0), dice=(3, 4))
    scene.then(rolled(0, 3, 4), DiscardsRequired({1: 4}))
    scene.when(Discard(1, {"brick": 4})).when(MoveRobber(0, hex_at(1, 0)))
    assert scene.state.phase == "main"


def test_case_9_one_development_card_a_turn_between_the_rolls_too():
    scene = given(holding(0, "knight", "monopoly"), between(0)).when(PlayKnight(0))
    scene.then(played(0, "knight"), RobberRoused(0))
    scene.when(MoveRobber(0, hex_at(1, 0)))
    assert scene.state.phase == "roll"
    scene.when(PlayMonopoly(0, "ore")).then_refused("card/one_per_turn")


def test_progress_cards_may_be_played_between_the_rolls():
    scene = given(holding(0, "monopoly"), dealt(1, ore=2), between(0))
    scene.when(PlayMonopoly(0, "ore"))
    assert scene.hand(0) == {"ore": 2}
    assert scene.state.phase == "roll"


def test_case_10_no_building_and_no_trade_between_the_rolls():
    scene = given(settlements(0, corner((0, 2), "N")), between(0), dealt(0, brick=5, lumber=1))
    scene.when(BuildRoad(0, sides((0, 2), "NE")[0])).then_refused("phase/roll_first")
    scene.when(TradeWithBank(0, "brick", 4, {"ore": 1})).then_refused("phase/roll_first")


def test_trade_cards_may_be_spent_and_a_knight_discarded_between_the_rolls():
    scene = given(knights(0, 1), between(0), RobberMoved(0, hex_at(1, 0)))
    scene.when(SendRobberToDesert(0, hex_at(0, 0))).when(DiscardKnight(0))
    assert trade_cards(scene) == (5, 4, 5)
    assert scene.state.phase == "roll"


def test_what_was_used_before_the_roll_is_used_up_after_it():
    scene = given(knights(0, 2), turn_of(0)).when(DiscardKnight(0)).when(RollDice(0), dice=(1, 1))
    scene.when(DiscardKnight(0)).then_refused("knight/one_discard")
    scene.when(RollDice(0), dice=(1, 2)).when(DiscardKnight(0)).then_refused("knight/one_discard")
    scene.when(EndTurn(0)).given(turn_of(0, 3)).when(DiscardKnight(0))


def test_victory_is_declared_before_the_second_roll():
    city = [corner((2, 0), "SE"), corner((0, 2), "S"), corner((-2, 2), "S"), corner((-2, 0), "NW")]
    scene = given(cities(0, *city), knights(0, 2), holding(0, "knight"), between(0))
    scene.when(PlayKnight(0)).when(MoveRobber(0, hex_at(1, 0)))
    scene.then_ends(GameWon(seats=(0,), points=10))


def test_neutral_buildings_get_nothing_and_are_no_claim_on_the_bank():
    """Case 25, its second half."""
    scene = given(settlements(0, AT_HILLS_6), dealt(1, brick=18), turn_of(1))
    assert scene.state.networks[2].settlements == 1 << AT_N1
    scene.when(RollDice(1), dice=(1, 5))
    scene.then(rolled(1, 1, 5), ResourcesProduced({0: {"brick": 1}}))


def test_the_robber_next_to_neutral_buildings_only_steals_nothing():
    scene = given(dealt(1, brick=1), roads(1, *sides((0, 1), "E")), turn_of(0))
    scene.when(RollDice(0), dice=(3, 4)).when(MoveRobber(0, hex_at(1, -2)))
    scene.then(RobberMoved(0, hex_at(1, -2)))
