"""The legal commands of a player in words. They are made from the player's view alone."""

from typing import Any

import msgspec

from domain.choices import SpelledOut
from domain.messages import Command
from domain.ruleset import AnyRuleset
from domain.table.view import TableView
from domain.touches import touches
from presentation.actions.forms import form_of
from presentation.actions.phrasebook import Phrasebook, tag_of
from presentation.language import Language
from presentation.player_names import Names, with_names
from presentation.registry import presentation_of
from projections.one_game.actions import Listed


def actions_in_words(
    ruleset: AnyRuleset, listed: Listed, view: TableView, lang: str, names: Names
) -> dict[str, Any]:
    """The actions of a player with labels, groups, touches and forms; a prompt; and prices."""
    book = presentation_of(ruleset.name).phrasebook
    language = book.spoken(lang)
    commands = [action for action in listed.found if not isinstance(action, SpelledOut)]
    labels = iter(book.labels(language, view, commands))
    plain = listed.plain()
    spoken = {
        "prompt": book.prompt(language, view, listed.viewer),
        **plain,
        "actions": [
            form
            | (
                _choice(book, language, view, action)
                if isinstance(action, SpelledOut)
                else _command(book, language, action, next(labels))
            )
            for form, action in zip(plain["actions"], listed.found, strict=True)
        ],
        "prices": _prices(ruleset, book, language),
    }
    filled: dict[str, Any] = names_filled_in(msgspec.to_builtins(spoken, str_keys=True), names)
    return filled


def _command(book: Phrasebook, language: Language, command: Command, label: str) -> dict[str, Any]:
    return {
        "label": label,
        **_group(book, language, type(command)),
        "touches": touches(command),
    }


def _choice(
    book: Phrasebook, language: Language, view: TableView, choice: SpelledOut
) -> dict[str, Any]:
    kind = type(choice.example)
    return {
        "label": book.open_label(language, kind),
        **_group(book, language, kind),
        "touches": [],
        "form": form_of(book, language, view, kind, choice.bounds),
    }


def _group(book: Phrasebook, language: Language, kind: type[Command]) -> dict[str, str]:
    return {"group": tag_of(kind), "group_label": book.group(language, kind)}


def _prices(ruleset: AnyRuleset, book: Phrasebook, language: Language) -> list[dict[str, Any]]:
    return [
        {
            "piece": price.piece,
            "group": tag_of(price.command),
            "label": language.say(f"price.{price.piece}"),
            "cost": price.cost,
            "cost_label": book.counts(language, price.cost),
        }
        for price in ruleset.prices
    ]


def names_filled_in(value: Any, names: Names) -> Any:
    """Texts with the names of the players that they mark."""
    if isinstance(value, str):
        return with_names(value, names)
    if isinstance(value, list | tuple):
        return [names_filled_in(one, names) for one in value]
    if isinstance(value, dict):
        return {key: names_filled_in(one, names) for key, one in value.items()}
    return value
