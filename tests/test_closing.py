"""How a game ends: won, void or abandoned, then closed with its result and its seed."""

import hashlib

import msgspec
import pytest

from domain.base.commands import EndTurn, RollDice
from domain.table.closing import (
    CloseGame,
    GameMoved,
    GameVoided,
    GameWon,
    LedgerClosed,
    MoveGame,
    Resign,
    ResultRecorded,
    SeatResigned,
    SeedRevealed,
    VoidGame,
)
from domain.table.lobby import AbandonGame, GameAbandoned, LeaveSeat, StartGame, TakeSeat
from domain.table.state import Standing
from tests.kit import (
    BASE,
    ScriptedChance,
    cities,
    corner,
    given,
    holding,
    lobby,
    main_of,
    nothing,
    rolled,
    seated,
    settlements,
    turn_of,
)

SEED = SeedRevealed(seed=ScriptedChance.seed.hex())

# Three points for seat 0, two for seats 1 and 2 each, one and a hidden card for seat 3.
POSITION = (
    cities(0, corner((0, -1), "N")),
    settlements(0, corner((2, -1), "N")),
    cities(1, corner((-1, 1), "N")),
    settlements(2, corner((1, 1), "N"), corner((0, 2), "N")),
    settlements(3, corner((-2, 0), "N")),
    holding(3, "victory_point"),
)


def sources(settlements=0, cities=0, longest_road=0, largest_army=0, cards=0):
    return {
        "settlements": settlements,
        "cities": cities,
        "longest_road": longest_road,
        "largest_army": largest_army,
        "victory_point_cards": cards,
    }


def won(*facts):
    return given(*POSITION, turn_of(0), *facts, GameWon(seats=(0,), points=3), target_points=3)


def test_a_won_game_is_closed_with_standings_and_seed():
    won().when(CloseGame()).then(
        ResultRecorded(
            outcome="won",
            standings=(
                Standing(0, 1, 3, sources(settlements=1, cities=2)),
                Standing(1, 2, 2, sources(cities=2)),
                Standing(2, 2, 2, sources(settlements=2)),
                Standing(3, 2, 2, sources(settlements=1, cards=1)),
            ),
        ),
        SEED,
        LedgerClosed(),
    )


def test_who_is_level_shares_a_rank_and_the_next_rank_is_left_out():
    scene = won(settlements(3, corner((0, 2), "SW"))).when(CloseGame())
    ranks = {line.seat: line.rank for line in scene.state.standings}
    assert ranks == {0: 1, 3: 2, 1: 3, 2: 3}


def test_the_winner_is_first_even_with_fewer_points_than_another():
    # Another may pass the target on a foreign turn; the game is won by whose turn it is.
    more = (cities(1, corner((1, 1), "SE")), cities(1, corner((-2, 2), "N")))
    scene = won(more, turn_of(0)).when(CloseGame())
    assert [(line.seat, line.rank) for line in scene.state.standings][:2] == [(0, 1), (1, 2)]


def test_who_resigned_comes_last_whatever_his_points():
    scene = won(SeatResigned(seat=1)).when(CloseGame())
    assert [(line.seat, line.rank) for line in scene.state.standings] == [
        (0, 1),
        (2, 2),
        (3, 2),
        (1, 4),
    ]


def test_the_seed_revealed_is_the_one_committed_to():
    scene = won().when(CloseGame())
    revealed = bytes.fromhex(scene.state.seed)
    assert hashlib.sha256(revealed).hexdigest() == hashlib.sha256(ScriptedChance.seed).hexdigest()


def test_a_void_game_is_closed_without_ranks():
    scene = given(*POSITION, turn_of(0)).when(VoidGame(reason="the table fell over"))
    scene.then(GameVoided(reason="the table fell over"))
    scene.when(CloseGame())
    assert scene.state.outcome == "void"
    assert [line.rank for line in scene.state.standings] == [None] * 4
    assert [line.points for line in scene.state.standings] == [3, 2, 2, 2]


def test_an_abandoned_game_is_closed_without_standings():
    lobby(seated(2), GameAbandoned()).when(CloseGame()).then(
        ResultRecorded(outcome="abandoned", standings=()), SEED, LedgerClosed()
    )


def test_a_game_voided_in_the_lobby_is_closed_without_standings():
    scene = lobby(seated(2)).when(VoidGame(reason="nobody came"))
    scene.then(GameVoided(reason="nobody came")).when(CloseGame()).then(
        ResultRecorded(outcome="void", standings=()), SEED, LedgerClosed()
    )


def test_a_running_game_is_not_closed():
    given(turn_of(0)).when(CloseGame()).then_refused("game/not_over")
    lobby().when(CloseGame()).then_refused("game/not_over")
    nothing().when(CloseGame()).then_refused("game/not_over")


def test_a_closed_game_is_not_closed_again():
    won().when(CloseGame()).when(CloseGame()).then_refused("game/closed")


@pytest.mark.parametrize("facts", [main_of(0), [turn_of(0)], [turn_of(2), rolled(2, 3, 4)]])
def test_a_referee_voids_a_running_game_at_any_time(facts):
    given(facts).when(VoidGame(reason="a power cut")).then(GameVoided(reason="a power cut"))


def test_a_game_that_is_not_open_cannot_be_voided():
    nothing().when(VoidGame(reason="why not")).then_refused("game/not_open")


def test_a_game_that_is_over_cannot_be_voided():
    won().when(VoidGame(reason="sore loser")).then_refused("game/over")


@pytest.mark.parametrize("reason", ["", "x" * 201])
def test_voiding_needs_a_short_reason(reason):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "void_game", "reason": reason}, VoidGame)


COMMANDS = [
    RollDice(0),
    EndTurn(0),
    Resign(1),
    TakeSeat("eve"),
    StartGame("ada"),
    AbandonGame("ada"),
    VoidGame(reason="again"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_more_can_be_done_in_a_game_that_is_over(command):
    won().when(command).then_refused("game/over")


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_more_can_be_done_in_a_closed_game(command):
    won().when(CloseGame()).when(command).then_refused("game/closed")


# Moving to another server


@pytest.mark.parametrize(
    "scene",
    [
        lambda: lobby(),
        lambda: lobby(seated(4)),
        lambda: given(turn_of(0)),
        lambda: given(main_of(2)),
        lambda: won(),
        lambda: lobby(seated(2), GameAbandoned()),
    ],
)
def test_a_game_is_moved_at_any_time_before_it_is_closed(scene):
    scene().when(MoveGame()).then(GameMoved())


def test_a_game_that_is_not_open_cannot_be_moved():
    nothing().when(MoveGame()).then_refused("game/not_open")


def test_a_closed_game_stays_where_it_is():
    won().when(CloseGame()).when(MoveGame()).then_refused("game/closed")


def test_a_game_is_moved_once():
    given(turn_of(0)).when(MoveGame()).when(MoveGame()).then_refused("game/moved")


@pytest.mark.parametrize("command", [*COMMANDS, CloseGame()])
def test_nothing_more_can_be_done_in_a_game_that_was_moved(command):
    given(turn_of(0)).when(MoveGame()).when(command).then_refused("game/moved")
    won().when(MoveGame()).when(command).then_refused("game/moved")


def test_a_game_moved_from_the_lobby_takes_no_players():
    scene = lobby(seated(2)).when(MoveGame())
    scene.when(TakeSeat("cyd")).then_refused("game/moved")
    scene.when(LeaveSeat("ada")).then_refused("game/moved")
    assert BASE.lobby_actions(scene.state, "ada") == []


def test_nobody_has_anything_to_do_in_a_game_that_was_moved():
    scene = given(main_of(0)).when(MoveGame())
    assert [BASE.actions(scene.state, seat) for seat in range(4)] == [[], [], [], []]
    assert BASE.flow.to_act(scene.state) == []


def test_moving_reveals_nothing():
    scene = given(*POSITION, turn_of(0)).when(MoveGame())
    assert scene.view("spectator")["score"][3]["points"] == 1
    assert scene.view("spectator")["seed"] is None
    assert scene.state.outcome is None
    assert scene.state.standings == ()


def test_everybody_may_know_that_a_game_was_moved():
    assert BASE.redact(GameMoved(), "spectator") == GameMoved()


# After closing


def test_after_closing_everybody_sees_the_points_that_were_hidden():
    scene = won()
    assert scene.view("spectator")["score"][3]["points"] == 1
    scene.when(CloseGame())
    assert scene.view("spectator")["score"][3]["points"] == 2
    assert scene.view("spectator")["seed"] == ScriptedChance.seed.hex()
