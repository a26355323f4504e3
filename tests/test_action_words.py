"""Every command has words in every language, and forms need no rules to be filled in."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from api.schemas.commands import postable
from domain.choices import SpelledOut
from domain.ids import PlayerId
from domain.posting import Author, post_form, read_command
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from domain.seafarers.scenarios import SCENARIOS
from domain.table.state import Table
from domain.touches import field_types, touches
from hexledger.self_play import RandomGame, Setup
from presentation.actions.phrasebook import tag_of
from presentation.registry import LANGUAGES, presentation_of
from projections.one_game.action_words import actions_in_words
from projections.one_game.actions import Listed, list_actions
from tests.forms import filled_in
from tests.games import SETUPS_OF
from tests.laws.bounds import is_inside

MAX_TURNS = 60
LOOKS = 5
"""How often each kind of action is looked at."""
REFEREE = PlayerId("referee")
UNFINISHED = re.compile(r"[{}\x02\x1f\x03]|None|UNSET|Word\(")


def games() -> Iterator[Any]:
    """A game of every ruleset, and of every scenario."""
    for name in RULESETS:
        setups = [f"{number}-printed" for number in SCENARIOS] if name == "seafarers" else []
        for setup in setups or ["default"]:
            yield pytest.param(name, SETUPS_OF[name][setup], id=f"{name}-{setup}")


def in_words(state: Table, listed: Listed, lang: str) -> Any:
    view = state.ruleset.view(state, listed.viewer)
    names = {str(chair.player): f"Name {i}" for i, chair in enumerate(state.chairs)}
    words = actions_in_words(state.ruleset, listed, view, lang, names)
    return msgspec.json.decode(msgspec.json.encode(words))


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_words(ruleset: AnyRuleset, lang: str) -> None:
    book = presentation_of(ruleset.name).phrasebook
    language = book.languages[lang]
    for command in postable(ruleset):
        assert tag_of(command) in language.sentences, f"no words for {tag_of(command)}"
        for field in field_types(command):
            assert field.place is None or field.place in book.places, (command, field)
    for command in ruleset.flow.choices:
        for field in field_types(command):
            assert book.field(language, command, field.name)
    for price in ruleset.prices:
        assert language.say(f"price.{price.piece}")


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_languages_say_the_same_things(ruleset: str) -> None:
    languages = presentation_of(ruleset).phrasebook.languages
    first, *others = (set(language.sentences) for language in languages.values())
    assert all(first == other for other in others)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("ruleset", "options"), list(games()))
def test_the_words_of_a_game(ruleset: str, options: dict[str, Any], lang: str) -> None:
    players = RULESETS[ruleset].seats[-1]
    setup = Setup(ruleset, players, options, seed="words", max_turns=MAX_TURNS)
    game = RandomGame(setup, 0, record=False)
    random, phases, seen = Random("words"), set[str](), Counter[str]()
    for _ in game.commits():
        state = game.state
        for player in (*(chair.player for chair in state.chairs), REFEREE):
            listed = list_actions(state, player, is_referee=player == REFEREE)
            kinds = {_kind(action) for action in listed.found}
            if state.phase in phases and all(seen[kind] >= LOOKS for kind in kinds):
                continue
            seen.update(kinds)
            words = in_words(state, listed, lang)
            check_words(state, words)
            check_actions(state, listed, words["actions"], random)
        phases.add(state.phase)
    assert {"founding", "roll", "main"} <= phases or {"ready", "rolled", "building"} <= phases


def check_words(state: Table, words: Any) -> None:
    labels = [action["label"] for action in words["actions"]]
    assert len(labels) == len(set(labels)), labels
    ids = [str(chair.player) for chair in state.chairs if chair.player is not None]
    for text in (words["prompt"], *labels, *_form_texts(words["actions"])):
        assert text
        assert not UNFINISHED.search(text), text
        assert not any(player in text for player in ids), text
    if state.phase not in ("lobby", "over", "closed") and state.ruleset.flow.to_act(state):
        assert words["prompt"] not in _waiting_for_nobody()


def check_actions(state: Table, listed: Listed, actions: Any, random: Random) -> None:
    for action, shown in zip(listed.found, actions, strict=True):
        assert shown["group"] == _tag(action)
        if not isinstance(action, SpelledOut):
            assert shown["command"] == post_form(action)
            assert shown["touches"] == msgspec.to_builtins(touches(action))
            continue
        bounds = msgspec.to_builtins(action.bounds)
        author = Author(REFEREE if listed.seat is None else PlayerId("p"), listed.seat, True)
        for _ in range(20):
            body = filled_in(shown, random)
            assert is_inside(read_command(state.ruleset, body, author), bounds), (body, bounds)


def _tag(action: Any) -> str:
    return tag_of(type(action.example if isinstance(action, SpelledOut) else action))


def _kind(action: Any) -> str:
    return f"{_tag(action)} {isinstance(action, SpelledOut)}"


def _form_texts(actions: Any) -> Iterator[str]:
    for action in actions:
        for field in action.get("form", ()):
            yield field["label"]
            yield from (value["label"] for value in field.get("values", ()))


def _waiting_for_nobody() -> set[str]:
    languages = presentation_of("base").phrasebook.languages
    return {language.say("prompt.nobody") for language in languages.values()}
