"""The turn: rolling once, cards before the roll, what must be finished before it ends."""

import pytest

from domain.base.commands import (
    AcceptTrade,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    ConfirmTrade,
    Discard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlaceSettlement,
    PlayInvention,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    RollDice,
    StopPlacing,
    TradeWithBank,
    WithdrawOffer,
)
from domain.base.events import (
    DiscardsRequired,
    FreeRoadsGranted,
    ResourceMonopolized,
    ResourcesInvented,
    RobberMoved,
    RobberRoused,
)
from domain.table.closing import SeatResigned
from tests.kit import (
    corner,
    dealt,
    given,
    hex_at,
    holding,
    main_of,
    played,
    roads,
    rolled,
    settlements,
    sides,
    turn_of,
)

SPOT = corner((0, 0), "N")
WAY = sides((0, 0), "NE")[0]
NEXT_WAY = sides((0, 0), "E")[0]
FAR = corner((0, 0), "SE")
# Everything that a turn could need, for every seat.
RICH = [
    (
        settlements(seat, corner(place, "N")),
        roads(seat, *sides(place, "NE")),
        dealt(seat, brick=1, lumber=1, wool=1, grain=1, ore=1),
        dealt(seat, brick=3, grain=1, ore=2),
    )
    for seat, place in enumerate([(0, 0), (-2, 1), (2, 0), (0, 2)])
]


def wishes(seat):
    """What is done in a turn once the dice are rolled."""
    return [
        BuildRoad(seat, NEXT_WAY),
        BuildSettlement(seat, FAR),
        BuildCity(seat, SPOT),
        BuyDevelopmentCard(seat),
        TradeWithBank(seat, give="brick", rate=4, take={"wool": 1}),
        OfferTrade(seat, give={"brick": 1}, want={"wool": 1}),
        ConfirmTrade(seat, partner=2),
        WithdrawOffer(seat),
        EndTurn(seat),
    ]


def cards(seat):
    return [
        PlayKnight(seat),
        PlayRoadBuilding(seat),
        PlayInvention(seat, {"ore": 2}),
        PlayMonopoly(seat, "ore"),
    ]


ALL_CARDS = ("knight", "road_building", "invention", "monopoly")


# Rolling


def test_the_dice_open_the_turn():
    scene = given(turn_of(0)).when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 2), (2, 1), (6, 6), (3, 6)])
def test_both_dice_are_recorded(first, second):
    scene = given(turn_of(0)).when(RollDice(0), dice=(first, second))
    assert scene.events[0].dice == (first, second)
    assert scene.chance.drawn == [("dice", 36)], "each of 36 ways is as likely"


@pytest.mark.parametrize("command", wishes(0))
def test_nothing_is_traded_built_or_ended_before_the_roll(command):
    given(RICH, turn_of(0)).when(command).then_refused("phase/roll_first")


def test_the_dice_are_rolled_exactly_once():
    given(main_of(0)).when(RollDice(0)).then_refused("phase/already_rolled")


def test_only_the_turn_player_rolls():
    given(turn_of(0)).when(RollDice(1)).then_refused("turn/not_yours")


@pytest.mark.parametrize("command", [*wishes(1), *cards(1)])
def test_only_the_turn_player_buys_builds_trades_and_plays_cards(command):
    scene = given(RICH, holding(1, *ALL_CARDS), main_of(0))
    scene.when(command).then_refused("turn/not_yours")


@pytest.mark.parametrize("command", [PlaceSettlement(0, FAR), PlaceRoad(0, NEXT_WAY)])
def test_nothing_is_placed_for_free_in_a_turn(command):
    given(RICH, main_of(0)).when(command).then_refused("phase/already_rolled")


@pytest.mark.parametrize("command", [MoveRobber(0, 0), StopPlacing(0)])
def test_the_robber_and_free_roads_need_their_cause(command):
    given(main_of(0)).when(command).then_refused("phase/already_rolled")
    given(turn_of(0)).when(command).then_refused("phase/roll_first")


# Development cards before the roll


def test_a_knight_may_be_played_before_the_roll():
    scene = given(holding(0, "knight"), turn_of(0)).when(PlayKnight(0))
    scene.then(played(0, "knight"), RobberRoused(seat=0))
    scene.when(RollDice(0)).then_refused("phase/robber_open")
    scene.when(MoveRobber(0, hex_at(1, 0))).then(RobberMoved(seat=0, hex=hex_at(1, 0)))
    scene.when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))


def test_after_a_knight_before_the_roll_the_dice_are_still_due_in_every_turn():
    scene = given(holding(0, "knight"), main_of(3), turn_of(0, turn=2)).when(PlayKnight(0))
    scene.when(MoveRobber(0, hex_at(1, 0))).when(EndTurn(0)).then_refused("phase/roll_first")


def test_road_building_may_be_played_before_the_roll():
    scene = given(RICH, holding(0, "road_building"), turn_of(0)).when(PlayRoadBuilding(0))
    scene.then(played(0, "road_building"), FreeRoadsGranted(seat=0, count=2))
    scene.when(RollDice(0)).then_refused("phase/free_roads_open")
    scene.when(PlaceRoad(0, NEXT_WAY)).when(PlaceRoad(0, *sides((0, 0), "SE")))
    scene.when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))


def test_invention_may_be_played_before_the_roll():
    scene = given(holding(0, "invention"), turn_of(0)).when(PlayInvention(0, {"ore": 2}))
    scene.then(played(0, "invention"), ResourcesInvented(seat=0, cards={"ore": 2}))
    scene.when(EndTurn(0)).then_refused("phase/roll_first")


def test_monopoly_may_be_played_before_the_roll():
    scene = given(holding(0, "monopoly"), dealt(1, ore=2), turn_of(0)).when(PlayMonopoly(0, "ore"))
    scene.then(played(0, "monopoly"), ResourceMonopolized(seat=0, resource="ore", taken={1: 2}))
    scene.when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))


@pytest.mark.parametrize("command", cards(0))
def test_after_a_card_before_the_roll_none_is_played_after_it(command):
    scene = given(RICH, holding(0, "knight", *ALL_CARDS), turn_of(0), played(0, "knight"))
    scene.when(command).then_refused("card/one_per_turn")
    scene.when(RollDice(0), dice=(1, 1)).when(command).then_refused("card/one_per_turn")


@pytest.mark.parametrize("command", cards(0))
def test_without_a_card_before_the_roll_one_is_played_after_it(command):
    scene = given(RICH, holding(0, *ALL_CARDS), turn_of(0)).when(RollDice(0), dice=(1, 1))
    scene.when(command)
    assert scene.refusal is None


# What must be finished

SEVEN = (turn_of(0), rolled(0, 3, 4))


@pytest.mark.parametrize("command", [*wishes(0), *cards(0), RollDice(0), MoveRobber(0, 0)])
def test_nothing_else_is_done_while_discards_are_open(command):
    scene = given(RICH, holding(0, *ALL_CARDS), SEVEN, DiscardsRequired(counts={1: 4}))
    scene.when(command).then_refused("phase/discards_open")


@pytest.mark.parametrize("command", [*wishes(0), *cards(0), RollDice(0), Discard(0, {"ore": 1})])
def test_nothing_else_is_done_while_the_robber_is_to_be_moved(command):
    scene = given(RICH, holding(0, *ALL_CARDS), SEVEN, RobberRoused(seat=0))
    scene.when(command).then_refused("phase/robber_open")


def test_the_turn_does_not_end_while_a_victim_is_to_be_chosen():
    rich_hex = (settlements(1, corner((1, 0), "N")), settlements(2, corner((1, 0), "S")))
    scene = given(rich_hex, dealt(1, ore=1), dealt(2, ore=1), SEVEN, RobberRoused(seat=0))
    scene.when(MoveRobber(0, hex_at(1, 0))).then_refused("robber/choose_victim")
    scene.when(EndTurn(0)).then_refused("phase/robber_open")


@pytest.mark.parametrize("command", [*wishes(0), *cards(0), RollDice(0), MoveRobber(0, 0)])
def test_nothing_else_is_done_while_free_roads_are_to_be_placed(command):
    scene = given(
        RICH,
        holding(0, "road_building", *ALL_CARDS),
        main_of(0),
        played(0, "road_building"),
        FreeRoadsGranted(seat=0, count=2),
    )
    scene.when(command).then_refused("phase/free_roads_open")


# The next turn


def test_turns_go_clockwise_and_round():
    given(main_of(2)).when(EndTurn(2)).then(turn_of(3, turn=2))
    given(main_of(3)).when(EndTurn(3)).then(turn_of(0, turn=2))
    given(main_of(2), players=3).when(EndTurn(2)).then(turn_of(0, turn=2))


def test_a_seat_that_resigned_is_passed_over():
    given(SeatResigned(seat=1), main_of(0)).when(EndTurn(0)).then(turn_of(2, turn=2))
    gone = (SeatResigned(seat=3), SeatResigned(seat=0))
    given(gone, main_of(2)).when(EndTurn(2)).then(turn_of(1, turn=2))


def test_a_new_turn_starts_afresh():
    scene = given(holding(0, "knight", "knight"), main_of(0), played(0, "knight"))
    scene.when(EndTurn(0)).given(main_of(1), main_of(2), main_of(3), turn_of(0, turn=5))
    scene.when(PlayKnight(0)).then(played(0, "knight"), RobberRoused(seat=0))


def test_a_turn_may_end_with_nothing_done():
    given(main_of(0)).when(EndTurn(0)).then(turn_of(1, turn=2))


def test_only_the_turn_player_ends_the_turn():
    given(main_of(0)).when(EndTurn(3)).then_refused("turn/not_yours")


def test_nobody_answers_when_there_is_no_offer():
    given(main_of(0)).when(AcceptTrade(1)).then_refused("trade/no_offer")
