"""Rulesets as clients see them: how many players, which commands, bots and options."""

from collections.abc import Mapping
from typing import Any

from api.schemas.commands import postable, tag_of
from api.schemas.options import options_schema, presets
from domain.ruleset import AnyRuleset
from presentation.opening.words import BOTS, Texts
from presentation.registry import presentation_of


def ruleset_description(ruleset: AnyRuleset) -> dict[str, Any]:
    """Everything that a client needs to open a game of this ruleset."""
    presentation = presentation_of(ruleset.name)
    words = presentation.opening
    return {
        "name": ruleset.name,
        "titles": dict(words.title),
        "summaries": dict(words.summary),
        "rules": ruleset.rules,
        "versions": ruleset.versions.numbers,
        "schema": ruleset.schema,
        "players": {"min": ruleset.seats[0], "max": ruleset.seats[-1]},
        "options": {
            "schema": options_schema(ruleset),
            "presets": presets(ruleset),
            "titles": _plain(words.presets),
            "labels": _plain(words.options),
        },
        "commands": sorted(tag_of(kind) for kind in postable(ruleset)),
        "bots": list(ruleset.bots),
        "bot_titles": {bot: dict(BOTS[bot]) for bot in ruleset.bots},
        "languages": list(presentation.languages),
        "prices": [
            {
                "piece": price.piece,
                "command": tag_of(price.command),
                "cost": dict(price.cost),
                "titles": {
                    code: language.say(f"price.{price.piece}")
                    for code, language in presentation.phrasebook.languages.items()
                },
            }
            for price in ruleset.prices
        ],
    }


def _plain(texts: Mapping[str, Texts]) -> dict[str, dict[str, str]]:
    return {name: dict(text) for name, text in texts.items()}
