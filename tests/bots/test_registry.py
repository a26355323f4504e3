"""Bots by name, and what a bot is given."""

import pytest

from domain.base.commands import EndTurn, OfferTrade, RollDice
from domain.choices import Choice
from domain.registry import RULESETS
from tests.kit import dealt, given, main_of, turn_of
from workers.bots.bot import turn_of as turn_given
from workers.bots.registry import UnknownBot, bot_named, choose, names_of


def first(n: int) -> int:
    return 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_a_random_bot_and_all_it_names(ruleset: str):
    assert "random" in names_of(ruleset)
    for name in names_of(ruleset):
        assert callable(bot_named(ruleset, name))


def test_the_base_game_has_a_planner():
    assert names_of("base") == ("random", "planner")


@pytest.mark.parametrize("name", ["", "Planner", "ghost"])
def test_an_unknown_bot_is_told_with_those_there_are(name: str):
    with pytest.raises(UnknownBot, match="random, planner"):
        bot_named("base", name)


def test_a_ruleset_without_bots_of_its_own_is_played_at_random():
    assert names_of("some other") == ("random",)
    with pytest.raises(UnknownBot):
        bot_named("some other", "planner")


def test_the_random_bot_takes_any_action_by_its_own_randomness():
    scene = given(dealt(0, ore=1), main_of(0))
    actions = turn_given(scene.state, 0, first).actions
    assert actions == [EndTurn(0), Choice(OfferTrade, 0)]
    assert choose(scene.state, 0, "random", first) == EndTurn(0)
    assert isinstance(choose(scene.state, 0, "random", lambda n: n - 1), OfferTrade)


def test_trades_between_players_can_be_left_out():
    scene = given(dealt(0, ore=1), main_of(0))
    assert turn_given(scene.state, 0, first, player_trades=False).actions == [EndTurn(0)]
    last = choose(scene.state, 0, "random", lambda n: n - 1, player_trades=False)
    assert last == EndTurn(0)


def test_a_bot_is_given_the_view_of_its_seat_and_looks_at_it_once():
    scene = given(dealt(0, ore=2), dealt(1, wool=3), main_of(0))
    turn = turn_given(scene.state, 1, first)
    assert turn.view == scene.typed_view(1)
    assert turn.view is turn.view
    assert turn.view.seats[0].resources is None


def test_a_bot_is_not_given_the_state():
    scene = given(turn_of(0))
    turn = turn_given(scene.state, 0, first)
    held = [getattr(turn, name) for name in type(turn).__slots__]
    assert scene.state not in held
    assert turn.actions == [RollDice(0)]
