"""Until when each seat has to decide: set, put aside while others decide, and taken up again."""

from domain.base.commands import (
    AcceptTrade,
    Discard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlaceSettlement,
    RefuseTrade,
    RollDice,
    WithdrawOffer,
)
from domain.base.events import (
    CardsDiscarded,
    DiscardChosen,
    DiscardsRequired,
    OfferWithdrawn,
    RobberRoused,
    TradeOffered,
    TradeRefused,
)
from domain.table.bots import BotSeated
from domain.table.clocks import DeadlinesLifted, DeadlinesSet, TimeCalled
from domain.table.closing import GameVoided, Resign, SeatResigned, VoidGame
from domain.table.lobby import StartGame
from tests.clocks.facts import CLOCK, deadline, running, stopped, timed
from tests.kit import (
    corner,
    dealt,
    given,
    hex_at,
    layout,
    lobby,
    main_of,
    rolled,
    seated,
    settlements,
    sides,
    turn_of,
)

ORE_FOR_WOOL = ({"ore": 1}, {"wool": 1})
MANY = {"ore": 8}
"""One card over the limit."""


def started():
    scene = lobby(seated(4), board=layout(), start_player="seat", clock=CLOCK)
    return scene.when(StartGame("ada"), at=100)


def offering(*facts, at=10.0, **clock):
    """The turn began at 0, and its seat has made an offer to all."""
    held = (dealt(0, ore=2), *(dealt(seat, wool=2) for seat in (1, 2, 3)))
    scene = timed(*held, *facts, main_of(0), running(0, "turn", 1, 60), **clock)
    return scene.when(OfferTrade(0, *ORE_FOR_WOOL), at=at)


# One decision after another


def test_the_clock_runs_from_the_start_for_who_places_first():
    started().then_ends(running(0, "founding", 0, 140))


def test_settlement_and_road_of_the_founding_are_one_decision():
    scene = started().when(PlaceSettlement(0, corner((0, -1), "N")), at=110)
    assert not [one for one in scene.events if isinstance(one, DeadlinesSet | DeadlinesLifted)]
    scene.when(PlaceRoad(0, *sides((0, -1), "NE")), at=115)
    scene.then_ends(stopped(0, "founding", 0, 25), running(1, "founding", 1, 155))


def test_a_turn_is_one_decision_whatever_is_done_in_it():
    scene = timed(turn_of(0), running(0, "turn", 1, 60))
    scene.when(RollDice(0), at=10, dice=(1, 2)).then(rolled(0, 1, 2))


def test_the_next_turn_counts_from_the_commit_that_ended_the_last():
    scene = timed(main_of(0), running(0, "turn", 1, 60)).when(EndTurn(0), at=50)
    scene.then(turn_of(1, 2), stopped(0, "turn", 1, 10), running(1, "turn", 2, 110))


def test_what_one_turn_left_is_not_added_to_the_next():
    scene = timed(main_of(0), running(0, "turn", 1, 60)).when(EndTurn(0), at=1)
    scene.given(turn_of(3, 4), rolled(3, 1, 1), running(3, "turn", 4, 99))
    scene.when(EndTurn(3), at=50).then_ends(running(0, "turn", 5, 110))


def test_a_game_without_a_clock_has_no_deadlines():
    given(main_of(0)).when(EndTurn(0), at=50).then(turn_of(1, 2))


def test_a_seat_that_a_bot_plays_has_no_deadline():
    scene = timed(BotSeated(1, "planner", "blue"), main_of(0), running(0, "turn", 1, 60))
    scene.when(EndTurn(0), at=50).then(turn_of(1, 2), stopped(0, "turn", 1, 10))


def test_no_deadline_outlives_the_game():
    scene = timed(main_of(0), running(0, "turn", 1, 60)).when(VoidGame(reason="storm"), at=20)
    scene.then(GameVoided("storm"), stopped(0, "turn", 1, 40))
    assert not scene.state.watch.deadlines


def test_who_resigns_is_no_longer_asked():
    scene = timed(main_of(0), running(0, "turn", 1, 60)).when(Resign(0), at=20)
    scene.then(SeatResigned(0), turn_of(1, 2), stopped(0, "turn", 1, 40), running(1, "turn", 2, 80))


# While others decide


def test_all_who_have_to_discard_have_the_same_time_and_the_roller_waits():
    scene = timed(dealt(1, **MANY), dealt(2, wool=9), turn_of(0), running(0, "turn", 1, 60))
    scene.when(RollDice(0), at=50, dice=(3, 4)).then(
        rolled(0, 3, 4),
        DiscardsRequired({1: 4, 2: 4}),
        stopped(0, "turn", 1, 10),
        DeadlinesSet({1: deadline("discard", 1, 80), 2: deadline("discard", 1, 80)}),
    )
    scene.when(Discard(2, {"wool": 4}), at=55)
    scene.then(DiscardChosen(2, {"wool": 4}), stopped(2, "discard", 1, 25))


def test_the_roller_goes_on_with_what_was_left_of_the_turn():
    scene = timed(dealt(1, **MANY), turn_of(0), running(0, "turn", 1, 60))
    scene.when(RollDice(0), at=20, dice=(3, 4)).when(Discard(1, {"ore": 4}), at=45)
    scene.then(
        DiscardChosen(1, {"ore": 4}),
        CardsDiscarded({1: {"ore": 4}}),
        RobberRoused(0),
        stopped(1, "discard", 1, 5),
        running(0, "turn", 1, 85),
    )


def test_who_discards_in_the_own_turn_goes_on_with_what_was_left_of_it():
    scene = timed(dealt(0, **MANY), turn_of(0), running(0, "turn", 1, 60))
    scene.when(RollDice(0), at=20, dice=(3, 4)).when(Discard(0, {"ore": 4}), at=45)
    scene.then_ends(stopped(0, "discard", 1, 5), running(0, "turn", 1, 85))


def test_who_had_to_wait_gets_ten_seconds_at_least():
    scene = timed(dealt(1, **MANY), turn_of(0), running(0, "turn", 1, 60))
    scene.when(RollDice(0), at=58, dice=(3, 4)).when(Discard(1, {"ore": 4}), at=70)
    scene.then_ends(running(0, "turn", 1, 80))


def test_but_never_more_than_the_decision_has_at_all():
    scene = timed(dealt(1, **MANY), turn_of(0), running(0, "turn", 1, 4), turn_seconds=4)
    scene.when(RollDice(0), at=3, dice=(3, 4)).when(Discard(1, {"ore": 4}), at=20)
    scene.then_ends(running(0, "turn", 1, 24))


def test_an_offer_asks_all_others_and_the_own_clock_waits():
    offering().then(
        TradeOffered(0, *ORE_FOR_WOOL, (1, 2, 3)),
        stopped(0, "turn", 1, 50),
        DeadlinesSet({seat: deadline("answer", 11, 30) for seat in (1, 2, 3)}),
    )


def test_with_the_last_answer_the_turn_goes_on():
    scene = offering().when(AcceptTrade(1), at=12).when(RefuseTrade(2), at=14)
    scene.then(TradeRefused(2), stopped(2, "answer", 11, 16))
    scene.when(RefuseTrade(3), at=15)
    scene.then(TradeRefused(3), stopped(3, "answer", 11, 15), running(0, "turn", 1, 65))


def test_an_offer_that_is_withdrawn_asks_nobody_any_more():
    scene = offering().when(WithdrawOffer(0), at=15)
    rests = DeadlinesLifted(
        {seat: stopped(seat, "answer", 11, 15).rests[seat] for seat in (1, 2, 3)}
    )
    scene.then(OfferWithdrawn(0), rests, running(0, "turn", 1, 65))


def test_the_next_offer_of_a_turn_is_another_decision_with_all_its_time():
    scene = offering().when(WithdrawOffer(0), at=28).when(OfferTrade(0, *ORE_FOR_WOOL), at=30)
    scene.then_ends(DeadlinesSet({seat: deadline("answer", 12, 50) for seat in (1, 2, 3)}))


def test_who_moves_the_robber_is_on_his_turns_clock():
    scene = timed(
        settlements(1, corner((1, 0), "N")),
        turn_of(0),
        rolled(0, 3, 4),
        RobberRoused(0),
        running(0, "turn", 1, 60),
    )
    scene.when(MoveRobber(0, hex_at(1, 0)), at=30)
    assert not [one for one in scene.events if isinstance(one, DeadlinesSet | DeadlinesLifted)]


# The time bank


def test_a_deadline_includes_the_whole_time_bank():
    scene = timed(main_of(0), running(0, "turn", 1, 60), bank_seconds=100).when(EndTurn(0), at=50)
    scene.then_ends(running(1, "turn", 2, 210, bank=100))


def test_who_is_quick_keeps_the_time_bank():
    scene = timed(main_of(0), running(0, "turn", 1, 160, bank=100), bank_seconds=100)
    scene.when(EndTurn(0), at=59)
    assert scene.events[1] == stopped(0, "turn", 1, 1, bank=100)


def test_what_is_taken_from_the_time_bank_is_gone():
    scene = timed(main_of(0), running(0, "turn", 1, 160, bank=100), bank_seconds=100)
    scene.when(EndTurn(0), at=90)
    assert scene.events[1] == stopped(0, "turn", 1, 0, bank=70)
    scene.given(turn_of(3, 4), rolled(3, 1, 1), running(3, "turn", 4, 999))
    scene.when(EndTurn(3), at=200).then_ends(running(0, "turn", 5, 330, bank=70))


def test_all_kinds_of_decisions_share_one_time_bank():
    scene = offering(bank_seconds=100).when(RefuseTrade(1), at=40)
    assert scene.events[1] == stopped(1, "answer", 11, 0, bank=90)
    assert scene.state.watch.banks == {0: 0, 1: 90_000, 2: 100_000, 3: 100_000}


def test_time_is_not_called_where_there_is_no_limit():
    scene = timed(main_of(0), running(0, "turn", 1, 60)).when(EndTurn(0), at=10**9)
    assert TimeCalled() not in scene.events
