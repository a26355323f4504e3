"""When time is up: the least is done for an absent seat, by lot where there is a choice."""

import pytest

from domain.base.commands import EndTurn, RollDice
from domain.base.events import (
    CardsDiscarded,
    CardsReturned,
    CardStolen,
    DiscardChosen,
    DiscardsRequired,
    FoundingBegan,
    FreeRoadsGranted,
    ResourcesProduced,
    RoadBuilt,
    RobberMoved,
    RobberRoused,
    SettlementBuilt,
    TradeOffered,
    TradeRefused,
)
from domain.table.bots import BotSeated, SeatHandedOver, SeatReturned, TakeBackSeat, mover_of
from domain.table.closing import CloseGame, GameWon, Resign, SeatResigned, VoidGame
from domain.table.expiry import GraceGiven, LotsDrawn
from domain.table.pauses import AskForPause, GamePaused
from tests.clocks.facts import CLOCK, deadline, expire, missed, passed, running, stopped, timed
from tests.kit import (
    cities,
    corner,
    dealt,
    given,
    hex_at,
    holding,
    lobby,
    main_of,
    nothing,
    played,
    roads,
    rolled,
    seated,
    settlements,
    sides,
    turn_of,
)

FOREST = (1, 0)
NORTH = (corner((2, -2), "N"), corner((-2, 0), "N"))
TURN = running(0, "turn", 1, 60)


def lots(seat, draws=1):
    return LotsDrawn(seat, draw=0, draws=draws)


# What is done for an absent seat


def test_the_dice_are_rolled_and_the_turn_is_ended():
    scene = passed(timed(turn_of(0), TURN), 0, 60, dice=(1, 2))
    scene.then(missed(0, "turn"), rolled(0, 1, 2), turn_of(1, 2), running(1, "turn", 2, 120))


def test_what_the_roll_brings_is_paid():
    scene = timed(settlements(0, corner(FOREST, "S")), turn_of(0), TURN)
    passed(scene, 0, 60, dice=(1, 2))
    assert ResourcesProduced({0: {"lumber": 1}}) in scene.events


def test_a_turn_that_is_rolled_is_just_ended():
    scene = passed(timed(dealt(0, ore=5), main_of(0), TURN), 0, 60)
    scene.then(missed(0, "turn"), turn_of(1, 2), running(1, "turn", 2, 120))


def test_the_next_deadline_counts_from_when_the_miss_was_found():
    scene = passed(timed(main_of(0), TURN), 0, 60, late=7)
    scene.then_ends(running(1, "turn", 2, 127))


def test_starting_pieces_are_placed_by_lot():
    scene = timed(FoundingBegan((0, 1, 1, 0)), running(0, "founding", 0, 40))
    first = scene.state.ruleset.flow.moves(scene.state, 0)[7].node
    passed(scene, 0, 40, absent=[7, 2])
    edge = scene.events[4].edge
    assert scene.state.board.geometry.edge_nodes[edge].count(first) == 1
    scene.then(
        missed(0, "founding"),
        lots(0),
        SettlementBuilt(0, first, free=True),
        lots(0),
        RoadBuilt(0, edge, free=True),
        running(1, "founding", 1, 80),
    )
    assert scene.chance.drawn[0] == ("absent", 54)


def test_a_road_alone_is_placed_if_the_settlement_stands():
    node = corner(FOREST, "N")
    scene = timed(FoundingBegan((0, 1, 1, 0)), running(0, "founding", 0, 40))
    scene.given(SettlementBuilt(0, node, free=True))
    passed(scene, 0, 40, absent=[1])
    assert [type(event) for event in scene.events[:3]] == [
        type(missed(0, "founding")),
        LotsDrawn,
        RoadBuilt,
    ]


def discarding(**hand):
    scene = timed(dealt(1, **hand), turn_of(0), TURN)
    return scene.when(RollDice(0), at=10, dice=(3, 4))


def test_cards_are_discarded_by_a_fair_draw():
    """Each of the eight cards is as likely: four draws, without putting back."""
    scene = passed(discarding(brick=2, wool=3, ore=3), 1, 40, absent=[0, 0, 5, 2])
    chosen = {"brick": 2, "ore": 1, "wool": 1}
    scene.then(
        missed(1, "discard"),
        lots(1, 4),
        DiscardChosen(1, chosen),
        CardsDiscarded({1: chosen}),
        RobberRoused(0),
        running(0, "turn", 1, 90),
    )
    assert scene.chance.drawn == [("absent", n) for n in (8, 7, 6, 5)]


def test_even_where_nothing_is_left_to_choose_a_discard_counts_its_draws():
    scene = passed(discarding(ore=8), 1, 40, absent=[0, 0, 0, 0])
    assert scene.events[1] == LotsDrawn(1, scene.events[1].draw, 4)


def test_the_robber_is_moved_by_lot():
    facts = (settlements(1, corner(FOREST, "N")), dealt(1, ore=1), turn_of(0), rolled(0, 3, 4))
    scene = timed(*facts, RobberRoused(0), TURN)
    moves = scene.state.ruleset.flow.moves(scene.state, 0)
    way = next(n for n, move in enumerate(moves) if move.hex == hex_at(*FOREST))
    passed(scene, 0, 60, absent=[way], theft=[0]).then(
        missed(0, "turn"),
        lots(0),
        RobberMoved(0, hex_at(*FOREST)),
        CardStolen(0, 1, "ore", 0),
        turn_of(1, 2),
        running(1, "turn", 2, 120),
    )
    assert scene.chance.drawn == [("absent", len(moves)), ("theft", 1)]


def test_of_two_free_roads_only_the_first_is_placed():
    facts = (
        settlements(0, corner(FOREST, "N")),
        roads(0, *sides(FOREST, "NE")),
        holding(0, "road_building"),
        main_of(0),
        played(0, "road_building"),
        FreeRoadsGranted(0, 2),
    )
    scene = passed(timed(*facts, TURN), 0, 60, absent=[0])
    kinds = [type(event).__name__ for event in scene.events]
    assert kinds == [
        "DeadlinePassed",
        "LotsDrawn",
        "RoadBuilt",
        "FreeRoadsEnded",
        "TurnBegan",
        "DeadlinesSet",
    ]


def test_an_offer_is_refused():
    facts = (dealt(0, ore=1), main_of(0), TradeOffered(0, {"ore": 1}, {"wool": 1}, (1,)))
    scene = passed(timed(*facts, running(1, "answer", 11, 30)), 1, 30)
    scene.then(missed(1, "answer"), TradeRefused(1), running(0, "turn", 1, 90))


def test_a_seven_that_others_have_to_discard_for_waits_for_them():
    scene = passed(timed(dealt(1, ore=8), turn_of(0), TURN), 0, 60, dice=(3, 4))
    scene.then(
        missed(0, "turn"),
        rolled(0, 3, 4),
        DiscardsRequired({1: 4}),
        running(1, "discard", 1, 90),
    )


def test_the_rest_of_a_missed_turn_gets_the_least_time():
    scene = passed(timed(dealt(1, ore=8), turn_of(0), TURN), 0, 60, dice=(3, 4))
    passed(scene, 1, 90, absent=[0] * 4).then_ends(running(0, "turn", 1, 100))


def test_who_has_enough_points_when_a_missed_turn_is_over_has_won():
    ten = cities(1, *(corner((0, r), "N") for r in (-2, 0, 2)), *NORTH)
    scene = passed(timed(ten, main_of(0), TURN), 0, 60)
    scene.then(missed(0, "turn"), turn_of(1, 2), GameWon((1,), 10))
    assert not scene.state.watch.deadlines


# Misses in a row


def missing(times, **clock):
    """A seat that has missed so many deadlines in a row, and whose turn is about to be missed."""
    scene = timed(main_of(0), TURN, **clock)
    for n in range(times):
        scene.given(missed(0, "turn", n + 1), running(0, "turn", 1, 60))
    return scene


def test_the_first_misses_are_counted():
    passed(missing(1), 0, 60).then(missed(0, "turn", 2), turn_of(1, 2), running(1, "turn", 2, 120))


def test_with_the_last_miss_allowed_a_bot_takes_the_seat():
    """It plays on, so nothing is done by lot; the turn goes on without a deadline."""
    scene = passed(missing(2), 0, 60)
    scene.then(missed(0, "turn", 3), SeatHandedOver(0, "planner"))
    assert mover_of(scene.state, 0) == "bot:planner:0"


def test_or_the_seat_resigns():
    scene = missing(0, misses=1, absent="resign").given(dealt(0, ore=2))
    passed(scene, 0, 60).then(
        missed(0, "turn"),
        CardsReturned(0, {"ore": 2}),
        SeatResigned(0),
        turn_of(1, 2),
        running(1, "turn", 2, 120),
    )


def test_who_is_the_last_one_left_has_won():
    scene = missing(0, misses=1, absent="resign").given(SeatResigned(2), SeatResigned(3))
    assert GameWon((1,), 0) in passed(scene, 0, 60).events


def test_whatever_a_player_does_begins_the_count_anew():
    missing(2).when(EndTurn(0), at=50).then(
        turn_of(1, 2),
        SeatReturned(0),
        stopped(0, "turn", 1, 10),
        running(1, "turn", 2, 110),
    )


def test_who_has_missed_nothing_does_not_return():
    scene = missing(0).when(EndTurn(0), at=50)
    assert SeatReturned(0) not in scene.events


def handed_over():
    return passed(missing(0, misses=1), 0, 60)


def test_a_player_takes_the_seat_back_by_acting():
    scene = handed_over().when(EndTurn(0), at=70, by="ada")
    scene.then(turn_of(1, 2), SeatReturned(0), running(1, "turn", 2, 130))
    assert mover_of(scene.state, 0) == "ada"


def test_also_by_something_that_does_not_end_the_turn():
    """The missed turn has no time left, so the least is given."""
    scene = handed_over().given(dealt(0, ore=1)).when(AskForPause(0), at=70, by="ada")
    scene.then_ends(SeatReturned(0), running(0, "turn", 1, 80))


def test_also_in_the_turn_of_another():
    facts = (dealt(0, ore=1), main_of(0), SeatHandedOver(1, "planner"), TURN)
    scene = timed(*facts).when(AskForPause(1), at=20, by="ben")
    assert SeatReturned(1) in scene.events


def test_or_by_asking_for_the_seat_in_the_own_turn():
    """The missed turn has no time left, so the least is given."""
    scene = handed_over().when(TakeBackSeat(0), at=70, by="ada")
    scene.then(SeatReturned(0), running(0, "turn", 1, 80))
    assert mover_of(scene.state, 0) == "ada"
    assert scene.state.watch.misses == {}


def test_or_by_asking_for_the_seat_in_the_turn_of_another():
    scene = timed(main_of(0), SeatHandedOver(1, "planner"), TURN)
    assert scene.offers(1, TakeBackSeat) == [TakeBackSeat(1)]
    scene.when(TakeBackSeat(1), at=20, by="ben").then(SeatReturned(1))
    assert mover_of(scene.state, 1) == "ben"
    assert scene.offers(1, TakeBackSeat) == []


def test_a_seat_that_no_bot_has_taken_cannot_be_taken_back():
    scene = timed(main_of(0), SeatHandedOver(1, "planner"))
    scene.when(TakeBackSeat(0), by="ada").then_refused("bot/not_there")
    scene.when(TakeBackSeat(2), by="cyd").then_refused("bot/not_there")
    missing(2).when(TakeBackSeat(0), by="ada").then_refused("bot/not_there")


def test_the_seat_of_a_bot_is_its_own():
    scene = timed(BotSeated(1, "random", "blue"), main_of(0))
    assert scene.offers(1, TakeBackSeat) == []
    scene.when(TakeBackSeat(1), by="bot:random:1").then_refused("bot/not_there")


def test_a_seat_is_taken_back_while_the_game_is_played():
    taking = TakeBackSeat(1)
    nothing().when(taking).then_refused("game/not_open")
    lobby(seated()).when(taking).then_refused("game/not_started")
    scene = timed(main_of(0), SeatHandedOver(1, "planner"), SeatHandedOver(2, "planner"))
    scene.when(TakeBackSeat(4)).then_refused("seat/unknown")
    scene.when(TakeBackSeat(-1)).then_refused("seat/unknown")
    scene.given(SeatResigned(2)).when(TakeBackSeat(2), by="cyd").then_refused("seat/resigned")
    scene.given(GamePaused("a question")).when(taking, by="ben").then_refused("game/paused")


def test_a_move_of_the_bot_does_not_bring_the_player_back():
    scene = handed_over().when(EndTurn(0), at=61, by="bot:planner:0")
    scene.then(turn_of(1, 2), running(1, "turn", 2, 121))
    assert scene.state.watch.misses == {0: 1}


def test_for_a_seat_that_has_resigned_no_bot_moves():
    scene = handed_over().when(Resign(0), at=70, by="ada")
    assert SeatReturned(0) not in scene.events
    assert mover_of(scene.state, 0) == "ada"


def test_who_is_back_is_asked_again_and_can_miss_again():
    scene = handed_over().when(AskForPause(0), at=70, by="ada")
    passed(scene, 0, 80).then(missed(0, "turn"), SeatHandedOver(0, "planner"))


# The time bank


def test_the_time_bank_is_used_up_once():
    facts = (main_of(0), running(0, "turn", 1, 160, bank=100))
    scene = passed(timed(*facts, bank_seconds=100), 0, 160)
    assert scene.state.watch.banks[0] == 0
    scene.given(turn_of(3, 4), rolled(3, 1, 1), running(3, "turn", 4, 999))
    scene.when(EndTurn(3), at=200).then_ends(running(0, "turn", 5, 260))


# When the service was away


def test_a_deadline_that_passed_while_the_house_was_away_is_set_once_more():
    scene = passed(timed(turn_of(0), TURN), 0, 60, late=31)
    scene.then(GraceGiven(0, deadline("turn", 1, 151, grace=True)))


def test_with_all_of_its_time_bank():
    facts = (main_of(0), running(0, "turn", 1, 160, bank=100))
    scene = passed(timed(*facts, bank_seconds=100), 0, 160, late=40)
    scene.then(GraceGiven(0, deadline("turn", 1, 360, bank=100, grace=True)))
    scene.when(EndTurn(0), at=270)
    assert scene.events[1] == stopped(0, "turn", 1, 0, bank=90)


def test_a_house_that_is_a_little_late_was_not_away():
    scene = passed(timed(main_of(0), TURN), 0, 60, late=30)
    scene.then(missed(0, "turn"), turn_of(1, 2), running(1, "turn", 2, 150))


def test_grace_is_given_once():
    scene = passed(timed(main_of(0), TURN), 0, 60, late=31)
    passed(scene, 0, 151, late=500).then_ends(turn_of(1, 2), running(1, "turn", 2, 711))


def test_grace_is_no_miss():
    scene = passed(missing(2), 0, 60, late=31)
    assert scene.state.watch.misses == {0: 2}


# What is refused


def refused(scene, wish, code):
    return scene.when(wish, at=wish.at / 1_000).then_refused(code)


def test_before_its_time_no_deadline_expires():
    refused(timed(main_of(0), TURN), expire(0, 60, at=59.999), "clock/not_yet_due")


def test_a_deadline_expires_once():
    scene = passed(timed(main_of(0), TURN), 0, 60)
    refused(scene, expire(0, 60, at=61), "clock/no_such_deadline")


def test_a_deadline_of_another_seat_does_not_stand():
    refused(timed(main_of(0), TURN), expire(1, 60), "clock/no_such_deadline")


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_has_no_deadline(seat):
    refused(timed(main_of(0), TURN), expire(seat, 60), "clock/no_such_deadline")


def test_a_deadline_that_was_put_off_does_not_stand_as_it_was():
    scene = passed(timed(main_of(0), TURN), 0, 60, late=31)
    refused(scene, expire(0, 60, at=152), "clock/no_such_deadline")


def test_a_late_job_finds_the_decision_made():
    scene = timed(main_of(0), TURN).when(EndTurn(0), at=59)
    refused(scene, expire(0, 60), "clock/no_such_deadline")


def test_a_game_without_a_limit_has_no_deadline_of_its_own():
    refused(timed(main_of(0), TURN), expire(None, 60), "clock/no_such_deadline")


def test_without_a_clock_there_is_no_deadline():
    refused(given(main_of(0)), expire(0, 60), "clock/no_such_deadline")


def test_while_the_game_is_paused_no_deadline_stands():
    facts = (main_of(0), TURN, stopped(0, "turn", 1, 5), GamePaused("rain"))
    refused(timed(*facts), expire(0, 60), "clock/no_such_deadline")


def test_before_the_start_and_after_the_end_nothing_expires():
    refused(nothing(), expire(0, 60), "game/not_open")
    refused(lobby(seated(), clock=CLOCK), expire(0, 60), "clock/no_such_deadline")
    over = timed(main_of(0), TURN).when(VoidGame(reason="storm"), at=20)
    refused(over, expire(0, 60), "game/over")
    refused(over.when(CloseGame(), at=21), expire(0, 60), "game/closed")
