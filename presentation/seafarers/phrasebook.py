"""The commands of a game at sea in words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from domain.messages import Command
from domain.seafarers import commands as wishes
from domain.seafarers.view_types import SeaPlayView
from presentation.actions.phrasebook import LabelChooser, PlaceFormatter, format_word
from presentation.base import phrasebook as base
from presentation.language import ChosenSentence, Language
from presentation.seafarers.harbour_words import format_harbour
from presentation.seafarers.narration import NARRATOR
from presentation.seafarers.scenarios import SCENARIO_SENTENCES


def _move_pirate(
    language: Language, view: SeaPlayView, command: wishes.MovePirate
) -> ChosenSentence:
    if command.victim is None:
        return "move_pirate.this", {}
    return f"move_pirate.{command.loot or 'rob'}", {}


def _place_harbour(
    language: Language, view: SeaPlayView, command: wishes.PlaceHarbour
) -> ChosenSentence:
    return "place_harbour.this" if command.harbour is None else "place_harbour.kind", {}


PLACES: Final[Mapping[str, PlaceFormatter]] = {
    **base.PLACES,
    "harbour": format_harbour,
    "loot": format_word,
    "wonder": format_word,
}
CHOOSERS: dict[type[Command], LabelChooser] = {
    **base.CHOOSERS,
    wishes.MovePirate: _move_pirate,
    wishes.PlaceHarbour: _place_harbour,
}
for _scenario in SCENARIO_SENTENCES:
    CHOOSERS |= _scenario.label_choosers

PHRASEBOOK: Final = replace(
    base.PHRASEBOOK, languages=NARRATOR.languages, places=PLACES, choosers=CHOOSERS
)
