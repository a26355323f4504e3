"""A time limit for the whole game, and how it ends by each policy."""

import pytest

from domain.base.commands import EndTurn, RollDice
from domain.table.clocks import TimeCalled, TimeLimitSet, TimeRanOut
from domain.table.closing import CloseGame, GameWon, ResultRecorded, SeatResigned
from domain.table.lobby import StartGame
from tests.clocks.facts import expire, missed, ms, passed, running, timed
from tests.kit import (
    cities,
    corner,
    given,
    holding,
    layout,
    lobby,
    main_of,
    rolled,
    seated,
    settlements,
    turn_of,
)

# Two points for seats 1 and 2, one for the others.
POSITION = (
    settlements(0, corner((0, -1), "N")),
    cities(1, corner((-1, 1), "N")),
    settlements(2, corner((1, 1), "N")),
    settlements(3, corner((-2, 0), "N")),
)
LEADER_OF_TWO = GameWon((1,), 2)


def limited(policy, *facts, seat=0, turn=1):
    """In the middle of a turn; the time is up after 600 seconds."""
    begun = (turn_of(seat, turn), rolled(seat, 1, 1), TimeLimitSet(ms(600)))
    return given(*POSITION, *begun, *facts, time_limit={"seconds": 600, "policy": policy})


def up(policy, *facts, **turn):
    return passed(limited(policy, *facts, **turn), None, 600)


def is_called(scene):
    return TimeCalled() in scene.events


def test_the_time_runs_from_the_start():
    scene = lobby(seated(), board=layout(), start_player="seat", time_limit={"seconds": 600})
    scene.when(StartGame("ada"), at=100).then_ends(TimeLimitSet(ms(700)))


def test_with_no_policy_the_game_goes_on_all_the_same():
    scene = up("none").then(TimeRanOut("none"))
    for n, seat in enumerate((0, 1, 2, 3)):
        scene.when(EndTurn(seat), at=601 + n).when(RollDice((seat + 1) % 4), dice=(1, 1))
    assert scene.state.outcome is None
    assert scene.view(0)["clock"]["is_time_up"] is True


def test_at_once_the_one_with_most_points_wins():
    up("immediate").then(TimeRanOut("immediate"), TimeCalled(), LEADER_OF_TWO)


def test_the_turn_is_finished_first():
    scene = up("finish_turn").then(TimeRanOut("finish_turn"))
    scene.when(EndTurn(0), at=610).then(turn_of(1, 2), TimeCalled(), LEADER_OF_TWO)


def test_the_round_is_finished_first():
    scene = up("finish_round", seat=1, turn=2).then(TimeRanOut("finish_round"))
    for seat in (1, 2):
        assert not is_called(scene.when(EndTurn(seat), at=610))
        scene.when(RollDice(seat + 1), at=611, dice=(1, 1))
    scene.when(EndTurn(3), at=612).then(turn_of(0, 5), TimeCalled(), LEADER_OF_TWO)


def test_time_that_is_up_in_the_first_turn_of_a_round_leaves_the_round_to_all():
    scene = up("finish_round")
    assert not is_called(scene.when(EndTurn(0), at=610))


def test_if_who_began_has_resigned_the_next_one_begins_the_round():
    scene = up("finish_round", SeatResigned(0), seat=3, turn=4).when(EndTurn(3), at=610)
    assert is_called(scene)
    assert scene.state.turn_seat == 1


def test_equals_share_the_victory():
    scene = up("immediate", settlements(3, corner((2, -2), "N")))
    scene.then_ends(GameWon((1, 3), 2))


def test_hidden_cards_count():
    scene = given(
        *POSITION,
        holding(3, "victory_point", "victory_point"),
        main_of(0),
        TimeLimitSet(ms(600)),
        time_limit={"seconds": 600, "policy": "immediate"},
    )
    passed(scene, None, 600).then_ends(GameWon((3,), 3))


def test_who_resigned_does_not_win():
    up("immediate", SeatResigned(1)).then_ends(GameWon((0, 2, 3), 1))


@pytest.mark.parametrize("policy", ["immediate", "finish_turn"])
def test_the_result_says_how_the_game_ended(policy):
    scene = up(policy)
    if policy == "finish_turn":
        scene.when(EndTurn(0), at=610)
    scene.when(CloseGame(), at=620)
    result = scene.events[0]
    assert isinstance(result, ResultRecorded)
    assert (result.outcome, result.ending) == ("won", "time_limit")
    assert [line.rank for line in result.standings] == [1, 2, 2, 2]
    assert scene.view(0)["ending"] == "time_limit"


def test_who_wins_by_the_rules_before_that_has_won_by_the_rules():
    facts = (cities(1, *(corner((0, r), "N") for r in (-2, 0, 2)), corner((2, -2), "N")),)
    scene = up("finish_turn", *facts).when(EndTurn(0), at=610)
    scene.then(turn_of(1, 2), GameWon((1,), 10))
    assert scene.state.ending is None


def test_the_time_is_up_only_once():
    scene = up("none")
    again = passed(scene, None, 600, late=1)
    again.then_refused("clock/no_such_deadline")


def test_the_time_is_not_up_early():
    scene = limited("none")
    scene.when(expire(None, 600, at=599), at=599).then_refused("clock/not_yet_due")


def test_a_missed_turn_can_be_the_last_one():
    facts = (*POSITION, main_of(0), running(0, "turn", 1, 60), TimeLimitSet(ms(50)))
    limit = {"time_limit": {"seconds": 50, "policy": "finish_turn"}}
    scene = passed(timed(*facts, options=limit), None, 50)
    passed(scene, 0, 60).then(missed(0, "turn"), turn_of(1, 2), TimeCalled(), LEADER_OF_TWO)
    assert not scene.state.watch.deadlines


def test_a_clock_and_a_limit_run_side_by_side():
    facts = (main_of(0), running(0, "turn", 1, 60), TimeLimitSet(ms(600)))
    limit = {"time_limit": {"seconds": 600}}
    scene = timed(*facts, options=limit).when(EndTurn(0), at=30)
    scene.then_ends(running(1, "turn", 2, 90))
    assert scene.view(0)["clock"]["ends_at"] == ms(600)
