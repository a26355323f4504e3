"""The presentation of every ruleset, by the ruleset's name."""

from typing import Any, Final

from presentation.base import narration as base_narration
from presentation.base.svg import drawing as base_svg
from presentation.base.text import picture as base_text
from presentation.dice import narration as dice_narration
from presentation.dice.svg import drawing as dice_svg
from presentation.dice.text import picture as dice_text
from presentation.duel import narration as duel_narration
from presentation.duel.svg import drawing as duel_svg
from presentation.duel.text import picture as duel_text
from presentation.presentation import Presentation
from presentation.seafarers import narration as sea_narration
from presentation.seafarers.svg import drawing as sea_svg
from presentation.seafarers.text import picture as sea_text
from presentation.seafarers.titles import TITLES

PRESENTATIONS: Final[dict[str, Presentation[Any, Any]]] = {
    "base": Presentation(
        languages=tuple(base_narration.NARRATOR.languages),
        narrate=base_narration.narrate,
        text=base_text,
        svg=base_svg,
    ),
    "dice": Presentation(
        languages=tuple(dice_narration.NARRATOR.languages),
        narrate=dice_narration.narrate,
        text=dice_text,
        svg=dice_svg,
    ),
    "duel": Presentation(
        languages=tuple(duel_narration.NARRATOR.languages),
        narrate=duel_narration.narrate,
        text=duel_text,
        svg=duel_svg,
    ),
    "seafarers": Presentation(
        languages=tuple(sea_narration.NARRATOR.languages),
        narrate=sea_narration.narrate,
        text=sea_text,
        svg=sea_svg,
        titles=TITLES,
    ),
}

LANGUAGES: Final = tuple(
    sorted({language for shown in PRESENTATIONS.values() for language in shown.languages})
)
"""The codes of all languages, whatever the game."""


def presentation_of(ruleset: str) -> Presentation[Any, Any]:
    """The presentation of a ruleset, by the ruleset's name."""
    return PRESENTATIONS[ruleset]
