"""Bots at the table: the host seats and dismisses them before the start."""

import pytest

from domain.table.bots import BotDismissed, BotSeated, DismissBot, SeatBot, is_bot, mover_of
from domain.table.lobby import GameStarted, LeaveSeat, SeatTaken, StartGame, TakeSeat
from tests.kit import given, layout, lobby, main_of, nothing, seated

BOT = BotSeated(0, "planner", "red")


def test_the_host_lets_a_bot_take_the_first_free_seat():
    lobby(seated(1)).when(SeatBot("ada", "planner")).then(BotSeated(1, "planner", "blue"))


def test_a_bot_takes_a_colour_that_is_left():
    scene = lobby(SeatTaken(3, "ada", "red")).when(SeatBot("ada", "random"))
    scene.then(BotSeated(0, "random", "blue"))


def test_a_host_may_watch_bots_alone():
    scene = lobby(board=layout(), start_player="seat")
    for _ in range(4):
        scene.when(SeatBot("ada", "planner"))
    scene.when(StartGame("ada"))
    assert GameStarted() in scene.events


def test_a_bot_moves_as_itself_and_is_seen_to():
    scene = lobby(BOT)
    assert mover_of(scene.state, 0) == "bot:planner:0"
    assert is_bot("bot:planner:0")
    assert not is_bot("ada")
    assert [place["bot"] for place in scene.view("spectator")["seats"]] == ["planner", *[None] * 3]


def test_the_host_sends_a_bot_away_again():
    scene = lobby(BOT).when(DismissBot("ada", 0)).then(BotDismissed(0))
    scene.when(TakeSeat("ben")).then(SeatTaken(0, "ben", "red"))


def test_nobody_else_seats_or_dismisses_bots():
    lobby(seated(2)).when(SeatBot("ben", "planner")).then_refused("lobby/not_host")
    lobby(BOT).when(DismissBot("ben", 0)).then_refused("lobby/not_host")


def test_a_bot_that_nobody_knows_is_refused():
    lobby().when(SeatBot("ada", "deep_blue")).then_refused("bot/unknown")


def test_where_every_seat_is_taken_there_is_none_for_a_bot():
    lobby(seated()).when(SeatBot("ada", "planner")).then_refused("seat/none_free")


def test_only_a_bot_is_dismissed():
    scene = lobby(seated(2), BotSeated(2, "random", "orange"))
    scene.when(DismissBot("ada", 1)).then_refused("bot/not_there")
    scene.when(DismissBot("ada", 3)).then_refused("bot/not_there")


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_has_no_bot(seat):
    lobby(BOT).when(DismissBot("ada", seat)).then_refused("seat/unknown")


@pytest.mark.parametrize("wish", [SeatBot("ada", "planner"), DismissBot("ada", 0)])
def test_bots_come_and_go_before_the_start_only(wish):
    nothing().when(wish).then_refused("game/not_open")
    given(main_of(0)).when(wish).then_refused("lobby/already_started")


def test_a_player_does_not_take_a_bots_seat():
    lobby(BOT).when(TakeSeat("ben", 0)).then_refused("seat/taken")


def test_a_player_can_leave_and_a_bot_follow():
    scene = lobby(seated(2)).when(LeaveSeat("ben")).when(SeatBot("ada", "random"))
    scene.then(BotSeated(1, "random", "blue"))
