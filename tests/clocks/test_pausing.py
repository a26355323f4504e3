"""Pauses, by a referee or by all players together, and time that a referee adds."""

import pytest

from domain.base.commands import EndTurn, OfferTrade, RefuseTrade, RollDice
from domain.table.bots import BotSeated, SeatHandedOver, SeatReturned
from domain.table.clocks import DeadlinesLifted, DeadlinesSet, TimeLimitHeld, TimeLimitSet
from domain.table.closing import CloseGame, Resign, SeatResigned, VoidGame
from domain.table.lobby import TakeSeat
from domain.table.pauses import (
    AddTime,
    AskForPause,
    EndPause,
    GamePaused,
    GameResumed,
    PauseAsked,
    PauseGame,
    ResumeGame,
    TimeAdded,
)
from domain.table.state import PAUSED
from tests.clocks.facts import CLOCK, deadline, ms, passed, running, stopped, timed
from tests.kit import dealt, given, lobby, main_of, nothing, seated, turn_of

TURN = running(0, "turn", 1, 60)
PAUSE = PauseGame("ref", "the lights went out")
RESUME = ResumeGame("ref", "the lights are on")


def at_play(*facts, **clock):
    return timed(main_of(0), TURN, *facts, **clock)


def paused(*facts, **clock):
    return at_play(*facts, **clock).when(PAUSE, at=20)


# By a referee


def test_a_referee_stops_all_clocks():
    paused().then(GamePaused("the lights went out"), stopped(0, "turn", 1, 40))


def test_and_lets_them_run_on():
    scene = paused().when(RESUME, at=1_000)
    scene.then(GameResumed("the lights are on"), running(0, "turn", 1, 1_040))
    scene.when(EndTurn(0), at=1_010)


def test_what_a_pause_interrupted_goes_on_where_it_was():
    scene = at_play(dealt(0, ore=1)).when(OfferTrade(0, {"ore": 1}, {"wool": 1}, (1, 2)), at=10)
    scene.when(PAUSE, at=15).when(RESUME, at=100)
    answers = {seat: deadline("answer", 11, 115) for seat in (1, 2)}
    scene.then(GameResumed("the lights are on"), DeadlinesSet(answers))
    scene.when(RefuseTrade(2), at=101)


def test_a_game_without_a_clock_can_be_paused_too():
    scene = given(main_of(0)).when(PAUSE).then(GamePaused(PAUSE.reason))
    scene.when(EndTurn(0)).then_refused("game/paused")
    scene.when(RESUME).then(GameResumed(RESUME.reason)).when(EndTurn(0))


def test_a_pause_gives_the_least_time_to_who_had_hardly_any():
    scene = at_play().when(PAUSE, at=59).when(RESUME, at=100)
    scene.then_ends(running(0, "turn", 1, 110))


def test_the_time_of_the_whole_game_stands_still():
    scene = given(main_of(0), TimeLimitSet(ms(600)), time_limit={"seconds": 600})
    scene.when(PAUSE, at=100).then(GamePaused(PAUSE.reason), TimeLimitHeld(ms(500)))
    scene.when(RESUME, at=1_000).then(GameResumed(RESUME.reason), TimeLimitSet(ms(1_500)))


# By the players


def asked(*seats, scene=None):
    scene = scene or at_play()
    for n, seat in enumerate(seats):
        scene.when(AskForPause(seat), at=20 + n)
    return scene


def test_one_wish_alone_changes_nothing_but_is_told():
    scene = asked(2).then(PauseAsked(2, 1))
    assert scene.view(0)["pause"]["asked"] == [2]


def test_when_all_have_asked_the_game_is_paused():
    asked(2, 0, 3, 1).then(PauseAsked(1, 1), GamePaused(), stopped(0, "turn", 1, 37))


def test_bots_and_who_resigned_are_not_asked():
    scene = at_play(BotSeated(1, "random", "blue"), SeatHandedOver(2, "random"), SeatResigned(3))
    asked(0, scene=scene).then_ends(GamePaused(), stopped(0, "turn", 1, 40))


def test_a_player_who_asks_is_back_and_has_to_agree():
    scene = at_play(SeatHandedOver(2, "random"), SeatResigned(3))
    asked(2, scene=scene).then(PauseAsked(2, 1), SeatReturned(2))
    asked(0, scene=scene).then(PauseAsked(0, 1))
    asked(1, scene=scene).then_ends(GamePaused(), stopped(0, "turn", 1, 40))


def test_a_wish_holds_for_one_turn():
    scene = asked(0, 1, 2).when(EndTurn(0), at=30)
    assert scene.view(0)["pause"]["asked"] == []
    asked(3, scene=scene).then(PauseAsked(3, 2))


def test_any_of_them_ends_it():
    scene = asked(0, 1, 2, 3).when(EndPause(2), at=500)
    scene.then(GameResumed(), running(0, "turn", 1, 537))


def test_a_referee_ends_it_too():
    asked(0, 1, 2, 3).when(RESUME, at=500).then_ends(running(0, "turn", 1, 537))


def test_after_a_pause_all_have_to_ask_again():
    scene = asked(0, 1, 2, 3).when(EndPause(2), at=500)
    scene.when(AskForPause(0), at=501).then(PauseAsked(0, 1))


# What is refused


def test_who_has_asked_waits_for_the_others():
    asked(2).when(AskForPause(2), at=30).then_refused("pause/already_asked")


def test_without_clocks_there_is_nothing_to_stop():
    given(main_of(0)).when(AskForPause(0)).then_refused("clock/none")


def test_only_a_referee_ends_a_referees_pause():
    scene = paused()
    for seat in range(4):
        scene.when(EndPause(seat), at=30).then_refused("pause/by_organizer")


@pytest.mark.parametrize("wish", [EndPause(0), RESUME])
def test_a_game_that_goes_on_cannot_be_resumed(wish):
    at_play().when(wish, at=30).then_refused("pause/not_paused")


def test_a_game_is_not_paused_twice():
    paused().when(PAUSE, at=30).then_refused("game/paused")


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_ends_nothing(seat):
    asked(0, 1, 2, 3).when(EndPause(seat), at=30).then_refused("seat/unknown")


def test_who_resigned_ends_no_pause_and_asks_for_none():
    scene = asked(0, 1, 2, scene=at_play(SeatResigned(3)))
    scene.when(EndPause(3), at=30).then_refused("seat/resigned")
    at_play(SeatResigned(3)).when(AskForPause(3), at=30).then_refused("seat/resigned")


@pytest.mark.parametrize("wish", [PAUSE, RESUME, AddTime("ref", 60, "late"), EndPause(0)])
def test_nothing_is_paused_before_the_start_or_after_the_end(wish):
    nothing().when(wish).then_refused("game/not_open")
    lobby(seated(), clock=CLOCK).when(wish).then_refused("game/not_started")
    over = at_play().when(VoidGame(reason="storm"), at=20)
    over.when(wish).then_refused("game/over")
    over.when(CloseGame(), at=21).when(wish).then_refused("game/closed")


# While the game is paused


def test_everything_else_is_refused_while_the_game_is_paused():
    scene = paused(dealt(0, ore=1))
    for wish in (EndTurn(0), RollDice(0), AskForPause(0), Resign(0), Resign(3), RefuseTrade(1)):
        scene.when(wish, at=30).then_refused("game/paused")
    scene.when(TakeSeat("eve"), at=30).then_refused("lobby/already_started")
    scene.when(CloseGame(), at=30).then_refused("game/not_over")


def test_nobody_has_anything_to_do_in_a_referees_pause():
    scene = paused()
    assert [scene.state.ruleset.actions(scene.state, seat) for seat in range(4)] == [[]] * 4
    assert scene.view(0)["to_act"] == []


def test_in_their_own_pause_all_players_are_offered_to_end_it():
    scene = asked(0, 1, 2, 3)
    for seat in range(4):
        assert scene.state.ruleset.actions(scene.state, seat) == [EndPause(seat)]


def test_a_referee_may_void_a_paused_game():
    scene = paused().when(VoidGame(reason="storm"), at=30)
    assert scene.view(0)["pause"]["is_paused"] is False


# Time that is added


def test_a_referee_gives_a_seat_more_time():
    scene = at_play().when(AddTime("ref", 30, "a phone call", 0), at=50)
    scene.then(TimeAdded((0,), ms(30), "a phone call"))
    passed(scene, 0, 90).then_ends(turn_of(1, 2), running(1, "turn", 2, 150))


def test_what_was_added_and_not_used_is_kept_for_later():
    scene = at_play().when(AddTime("ref", 30, "a phone call", 0), at=50)
    scene.when(EndTurn(0), at=70)
    assert scene.events[1] == stopped(0, "turn", 1, 0, bank=20)


def test_a_seat_that_is_not_asked_now_has_it_later():
    scene = at_play().when(AddTime("ref", 30, "a phone call", 1), at=50).when(EndTurn(0), at=55)
    scene.then_ends(running(1, "turn", 2, 145, bank=30))


def test_a_referee_gives_all_seats_and_the_game_more_time():
    scene = at_play(TimeLimitSet(ms(600)), SeatResigned(3))
    scene.when(AddTime("ref", 30, "a fire drill"), at=50)
    scene.then(TimeAdded((0, 1, 2), ms(30), "a fire drill", limit=True))
    assert scene.view(0)["clock"]["banks"] == [ms(30)] * 3 + [0]
    assert scene.view(0)["clock"]["ends_at"] == ms(630)


def test_time_can_be_added_in_a_pause():
    scene = given(main_of(0), TURN, TimeLimitSet(ms(600)), clock=CLOCK, time_limit={"seconds": 600})
    scene.when(PAUSE, at=20).when(AddTime("ref", 100, "a fire drill"), at=30).when(RESUME, at=50)
    scene.then(
        GameResumed(RESUME.reason),
        running(0, "turn", 1, 190, bank=100),
        TimeLimitSet(ms(730)),
    )


def test_time_is_added_where_a_clock_is_only():
    given(main_of(0)).when(AddTime("ref", 60, "late")).then_refused("clock/none")
    at_play().when(AddTime("ref", 60, "late", 4), at=30).then_refused("seat/unknown")


def test_a_pause_is_seen_by_everybody():
    scene = paused()
    assert scene.view("spectator")["phase"] == PAUSED
    assert scene.view("spectator")["pause"] == {
        "is_paused": True,
        "interrupted": "main",
        "by_seats": False,
        "asked": [],
    }
    assert asked(0, 1, 2, 3).view(2)["pause"]["by_seats"] is True


def test_the_clocks_of_all_who_are_asked_are_stopped():
    scene = at_play(dealt(0, ore=1)).when(OfferTrade(0, {"ore": 1}, {"wool": 1}), at=10)
    scene.when(PAUSE, at=15)
    assert isinstance(scene.events[-1], DeadlinesLifted)
    assert sorted(scene.events[-1].rests) == [1, 2, 3]
