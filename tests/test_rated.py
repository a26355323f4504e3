"""What a rated game must be, by the rules of its table."""

from typing import Any

import pytest

from domain.ids import SPECTATOR, Seat
from domain.registry import RULESETS
from domain.ruleset import play
from domain.table.bots import SeatBot, SeatHandedOver, SeatReturned
from domain.table.closing import SeatResigned
from domain.table.lobby import OpenGame
from domain.table.rated import NotRateable, was_cut_short
from domain.table.state import Table
from tests.games import ATOLL, LAKE
from tests.kit import ScriptedChance, given, lobby, nothing

LIVE = {"clock": "live"}


def opened(ruleset: str = "base", players: int = 3, rated: bool = True, **options: Any) -> Table:
    state: Table = RULESETS[ruleset].new_game()
    command = OpenGame("ada", "g", players, {**LIVE, **options}, rated=rated)
    play(state, command, ScriptedChance({}))
    return state


@pytest.mark.parametrize(
    ("ruleset", "players", "options"),
    [
        ("base", 3, {}),
        ("base", 4, {"clock": "correspondence", "edition": "classic"}),
        ("base", 4, {"target_points": 12}),
        ("base", 4, {"board": "beginner", "time_limit": {"seconds": 1_800}}),
        ("base", 3, {"board": "travel", "arrangement": "random"}),
        ("duel", 2, {}),
        ("dice", 2, {}),
        ("seafarers", 4, {"scenario": 3}),
        ("seafarers", 4, {"scenario": 9, "target_points": 20}),
    ],
)
def test_a_usual_game_with_a_clock_can_be_rated(ruleset: str, players: int, options: Any):
    state = opened(ruleset, players, **options)
    assert state.is_rated
    assert state.ruleset.view(state, SPECTATOR).rated


@pytest.mark.parametrize(
    ("ruleset", "players", "options", "wrong"),
    [
        ("base", 3, {"clock": "none"}, ["clock"]),
        ("base", 3, {"target_points": 3}, ["target_points"]),
        ("base", 3, {"target_points": 9, "clock": "none"}, ["clock", "target_points"]),
        ("duel", 2, {"target_points": 3}, ["target_points"]),
        ("base", 3, {"board": LAKE}, ["board"]),
        ("base", 3, {"time_limit": {"seconds": 1_799}}, ["time_limit"]),
        ("dice", 1, {}, ["players"]),
        ("seafarers", 4, {"board": ATOLL}, ["board"]),
        ("seafarers", 4, {"scenario": 3, "target_points": 11}, ["target_points"]),
    ],
)
def test_what_makes_a_game_unfit_is_named(ruleset: str, players: int, options: Any, wrong: Any):
    with pytest.raises(NotRateable) as refused:
        opened(ruleset, players, **options)
    assert refused.value.details["options"] == wrong
    assert opened(ruleset, players, rated=False, **options).rated is False


def test_no_bot_sits_down_in_a_rated_game():
    scene = nothing().when(OpenGame("ada", "g", 3, LIVE, rated=True))
    assert not [
        one
        for one in scene.state.ruleset.lobby_actions(scene.state, "ada")
        if isinstance(one, SeatBot)
    ]
    scene.when(SeatBot("ada", "random")).then_refused("rated/no_bots")


def test_the_oldest_ledgers_do_not_say_whether_they_are_rated_and_may_have_bots():
    scene = lobby(target_points=3).when(SeatBot("ada", "random"))
    assert scene.state.rated
    assert not scene.state.is_rated


def gone(state: Table, turn: int, *seats: int) -> None:
    """The player of each of these seats resigns in this turn; in an even seat a bot takes over."""
    state.turn = turn
    for seat in seats:
        event = SeatResigned(Seat(seat)) if seat % 2 else SeatHandedOver(Seat(seat), "random")
        state.ruleset.evolve(state, event)


def test_a_game_that_all_but_one_leave_early_is_cut_short():
    state = given().state
    gone(state, 38, 1, 2)
    assert not was_cut_short(state), "two still play"
    gone(state, 39, 3)
    assert was_cut_short(state)
    state.turn = 400
    assert was_cut_short(state), "the last player has only bots to play against"
    state.ruleset.evolve(state, SeatReturned(Seat(2)))
    assert not was_cut_short(state), "a player who comes back plays on"


def test_ten_rounds_are_long_enough():
    state = given().state
    gone(state, 39, 0, 1)
    gone(state, 40, 2)
    assert not was_cut_short(state), "who leaves now comes last"
    assert was_cut_short(given().state) is False
