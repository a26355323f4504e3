"""The words for the form with which a game is opened: a client needs no names of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Texts: TypeAlias = Mapping[str, str]
"""A text by language."""


@dataclass(frozen=True)
class OpeningWords:
    """What a ruleset, its presets, its options and its bots are called."""

    title: Texts
    summary: Texts
    """One sentence for people who do not know the game."""
    presets: Mapping[str, Texts]
    options: Mapping[str, Texts]
    """By option, `option.value`, or `option.field` of an option that is an object."""


BOTS: Final[Mapping[str, Texts]] = {
    "planner": {"en": "Planner: plays well", "pl": "Planista: gra dobrze"},
    "random": {"en": "Random: plays anything", "pl": "Losowy: gra byle jak"},
}
"""What kinds of bots are called, whatever the game."""
