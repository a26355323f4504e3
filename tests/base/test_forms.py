"""The forms of a base game's open choices: whoever keeps to a form keeps to the bounds."""

from random import Random
from typing import Any

import msgspec

from domain.base.commands import TradeWithBank
from domain.choices import SpelledOut
from domain.posting import Author, read_command
from projections.one_game.action_words import actions_in_words
from projections.one_game.actions import list_actions
from tests.forms import filled_in
from tests.kit import Scene, dealt, given, main_of, settlements
from tests.laws.bounds import is_inside

HARBOUR = 0
"""A crossing with a 3:1 harbour."""


def choice(scene: Scene, group: str) -> tuple[Any, Any]:
    """An open choice of the first seat: its form, and its bounds."""
    state, player = scene.state, scene.state.chairs[0].player
    listed = list_actions(state, player)
    words = actions_in_words(state.ruleset, listed, state.ruleset.view(state, 0), "en", {})
    for action, shown in zip(listed.found, words["actions"], strict=True):
        if isinstance(action, SpelledOut) and shown["group"] == group:
            return shown, msgspec.to_builtins(action.bounds)
    raise AssertionError(f"{group} is not among the actions")


def test_what_is_given_to_the_bank_decides_what_may_be_taken() -> None:
    scene = given(main_of(0), settlements(0, HARBOUR), dealt(0, wool=9, ore=4))
    shown, bounds = choice(scene, "trade_with_bank")
    give, rate, take = shown["form"]
    assert [(one["label"], one["sets"]) for one in give["values"]] == [
        ("wool, 3 for 1", {"rate": 3}),
        ("wool, 4 for 1", {"rate": 4}),
        ("ore, 3 for 1", {"rate": 3}),
        ("ore, 4 for 1", {"rate": 4}),
    ]
    assert give["values"][0]["narrows"] == {"take": {"greatest_total": 3, "without": ["wool"]}}
    assert rate["set_by"] == "give"
    assert take["kind"] == "cards"
    author, random, seen = Author("ada", 0), Random("bank"), set[tuple[str, int, int]]()
    for _ in range(300):
        command = read_command(scene.state.ruleset, filled_in(shown, random), author)
        assert isinstance(command, TradeWithBank)
        assert is_inside(command, bounds), command
        seen.add((command.give, command.rate, sum(command.take.values())))
    assert seen == {
        *(("wool", 3, lots) for lots in (1, 2, 3)),
        *(("wool", 4, lots) for lots in (1, 2)),
        *(("ore", rate, 1) for rate in (3, 4)),
    }


def test_an_offer_is_to_everybody_if_nobody_is_named() -> None:
    shown, bounds = choice(given(main_of(0), dealt(0, wool=2, ore=1)), "offer_trade")
    give, want, to = shown["form"]
    assert (give["apart_from"], want["apart_from"]) == (["want"], ["give"])
    assert (to["required"], to["none_label"]) == (False, "everybody")
    assert [one["value"] for one in to["values"]] == [1, 2, 3]
    random, state = Random("offer"), given(main_of(0)).state
    for _ in range(200):
        command = read_command(state.ruleset, filled_in(shown, random), Author("ada", 0))
        assert is_inside(command, bounds), command
