"""The commands of a dice game in words."""

from collections.abc import Mapping
from typing import Final

from domain.dice import commands as wishes
from domain.dice.view_types import DicePlayView
from presentation.actions.phrasebook import (
    TABLE_PLACES,
    Phrasebook,
    PlaceFormatter,
    format_word,
)
from presentation.actions.table_labels import TABLE_CHOOSERS
from presentation.dice.narration import NARRATOR
from presentation.language import ChosenSentence, Language


def _die(language: Language, view: DicePlayView, die: int) -> str:
    """People count dice from 1."""
    face = language.words[view.dice[die].face]
    return language.say("place.die", number=die + 1, face=face)


def _on_the_sheet(place: str) -> PlaceFormatter:
    def form(language: Language, view: DicePlayView, number: int) -> str:
        return language.say(f"place.{place}", number=number)

    return form


def _end_turn(language: Language, view: DicePlayView, command: wishes.EndTurn) -> ChosenSentence:
    if not view.built:
        return "end_turn.cross", {}
    return "end_turn.points", {"points": language.counted(view.points, "point")}


PLACES: Final[Mapping[str, PlaceFormatter]] = {
    **TABLE_PLACES,
    "die": _die,
    "face": format_word,
    **{place: _on_the_sheet(place) for place in ("road", "settlement", "city", "knight")},
}
PHRASEBOOK: Final = Phrasebook(
    languages=NARRATOR.languages,
    places=PLACES,
    choosers={**TABLE_CHOOSERS, wishes.EndTurn: _end_turn},
)
