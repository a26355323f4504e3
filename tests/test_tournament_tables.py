"""Tables of a tournament: opened with everybody seated, and started by the server."""

import pytest
from msgspec.structs import replace

from domain.base.game import BASE
from domain.chance.draws import SeededChance
from domain.ids import Seat
from domain.messages import Occasion
from domain.refusals import RuleViolation
from domain.table.lobby import (
    AbandonGame,
    AddNonce,
    LeaveSeat,
    OpenGame,
    StartGame,
    StartTable,
    TakeSeat,
)
from domain.table.replacing import SeatSubstitute
from domain.table.tournament_link import SeatedPlayer, TournamentTable

SEATED = (
    SeatedPlayer("white", "u-ada"),
    SeatedPlayer("red", None, "random"),
    SeatedPlayer("blue", "u-bob"),
)
OPENING = OpenGame(
    "u-olga",
    "g",
    3,
    {},
    listed=False,
    invited_only=True,
    tournament=TournamentTable("tour-1", 2, 3),
    seated=SEATED,
)


def opened():
    state, chance = BASE.new_game(), SeededChance(bytes(32), "key")
    return state, chance, BASE.play(state, OPENING, chance, Occasion())


def refusal_of(state, command, chance):
    with pytest.raises(RuleViolation) as refused:
        BASE.play(state, command, chance, Occasion())
    return refused.value.code


def test_one_command_opens_the_table_and_seats_everybody_in_their_colours():
    state, _, events = opened()
    assert [event.__struct_config__.tag for event in events] == [
        "game_opened",
        "seat_taken",
        "bot_seated",
        "seat_taken",
    ]
    assert [chair.colour for chair in state.chairs] == ["white", "red", "blue"]
    assert state.chairs[1].bot == "random"
    assert state.tournament == OPENING.tournament
    assert state.host is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (StartGame("u-olga"), "lobby/not_host"),
        (AbandonGame("u-olga"), "lobby/not_host"),
        (LeaveSeat("u-ada"), "lobby/tournament_table"),
        (TakeSeat("u-eve"), "seat/none_free"),
    ],
)
def test_nobody_changes_who_sits_there_or_starts_it(command, code):
    state, chance, _ = opened()
    assert refusal_of(state, command, chance) == code


def test_players_add_nonces_until_the_server_starts_it():
    state, chance, _ = opened()
    BASE.play(state, AddNonce("u-ada", "0" * 32), chance, Occasion())
    BASE.play(state, StartTable(), chance, Occasion())
    assert state.phase != "lobby"
    assert refusal_of(state, StartTable(), chance) == "lobby/already_started"


@pytest.mark.parametrize(
    "change",
    [
        {"seated": SEATED[:2]},
        {"seated": (*SEATED[:2], SeatedPlayer("blue", "u-ada"))},
        {"seated": (*SEATED[:2], SeatedPlayer("white", "u-bob"))},
        {"seated": (*SEATED[:2], SeatedPlayer("pink", "u-bob"))},
        {"seated": (*SEATED[:2], SeatedPlayer("blue"))},
        {"seated": (*SEATED[:2], SeatedPlayer("blue", "u-bob", "random"))},
        {"listed": True},
        {"invited_only": False},
        {"reserved": ("u-eve", None, None)},
        {"tournament": None},
    ],
)
def test_a_table_that_is_not_so_is_refused(change):
    state, chance = BASE.new_game(), SeededChance(bytes(32), "key")
    code = refusal_of(state, replace(OPENING, **change), chance)
    assert code == "lobby/bad_tournament_table"
    assert state.phase == ""


def test_the_server_starts_no_other_game():
    state, chance = BASE.new_game(), SeededChance(bytes(32), "key")
    BASE.play(state, OpenGame("u-ada", "g", 3, {}), chance, Occasion())
    assert refusal_of(state, StartTable(), chance) == "lobby/no_tournament_table"


def test_the_clocks_of_all_tables_run_from_one_time():
    """Unless one starts long after the others, because the service had stopped."""
    dues = []
    for at in (1_000_000, 1_000_700, 1_900_000):
        state, chance = BASE.new_game(), SeededChance(bytes(32), "key")
        options = {"clock": "live", "time_limit": {"seconds": 3600, "policy": "immediate"}}
        BASE.play(state, replace(OPENING, options=options), chance, Occasion())
        BASE.play(state, StartTable(1_000_000), chance, Occasion(at))
        dues.append((*(one.due for one in state.watch.deadlines.values()), state.watch.ends_at))
    assert dues[0] == dues[1]
    assert [later - due for due, later in zip(dues[0], dues[2], strict=True)] == [900_000] * 2


def test_a_substitute_of_the_tournament_takes_over_a_seat():
    for begins in (False, True):
        state, chance, _ = opened()
        if begins:
            BASE.play(state, StartTable(), chance, Occasion())
        zoe = SeatSubstitute(Seat(0), "u-ada", "u-zoe", "ill")
        BASE.play(state, zoe, chance, Occasion())
        assert state.chairs[0].player == "u-zoe"
        assert refusal_of(state, zoe, chance) == "seat/passed_on"
        twice = SeatSubstitute(Seat(2), "u-bob", "u-zoe", "ill")
        assert refusal_of(state, twice, chance) == "seat/already_seated"
        BASE.play(
            state, SeatSubstitute(Seat(1), "bot:random:1", "u-eve", "here"), chance, Occasion()
        )
        assert (state.chairs[1].player, state.chairs[1].bot) == ("u-eve", None)
        unknown = SeatSubstitute(Seat(7), "u-ada", "u-yan", "ill")
        assert refusal_of(state, unknown, chance) == "seat/unknown"


def test_only_tournaments_have_substitutes():
    state, chance = BASE.new_game(), SeededChance(bytes(32), "key")
    BASE.play(state, OpenGame("u-ada", "g", 3, {}), chance, Occasion())
    command = SeatSubstitute(Seat(0), "u-ada", "u-zoe", "ill")
    assert refusal_of(state, command, chance) == "lobby/no_tournament_table"
