"""The presentation of every ruleset, by the ruleset's name."""

from typing import Any, Final

from presentation.base import narration as base_narration
from presentation.base import opening as base_opening
from presentation.base import phrasebook as base_phrasebook
from presentation.base.svg import drawing as base_svg
from presentation.base.text import picture as base_text
from presentation.dice import narration as dice_narration
from presentation.dice import opening as dice_opening
from presentation.dice import phrasebook as dice_phrasebook
from presentation.dice.svg import drawing as dice_svg
from presentation.dice.text import picture as dice_text
from presentation.duel import narration as duel_narration
from presentation.duel import opening as duel_opening
from presentation.duel import phrasebook as duel_phrasebook
from presentation.duel.svg import drawing as duel_svg
from presentation.duel.text import picture as duel_text
from presentation.presentation import Presentation
from presentation.seafarers import narration as sea_narration
from presentation.seafarers import opening as sea_opening
from presentation.seafarers import phrasebook as sea_phrasebook
from presentation.seafarers.svg import drawing as sea_svg
from presentation.seafarers.text import picture as sea_text

PRESENTATIONS: Final[dict[str, Presentation[Any, Any]]] = {
    "base": Presentation(
        languages=tuple(base_narration.NARRATOR.languages),
        narrate=base_narration.narrate,
        template=base_narration.NARRATOR.template,
        text=base_text,
        svg=base_svg,
        phrasebook=base_phrasebook.PHRASEBOOK,
        opening=base_opening.WORDS,
    ),
    "dice": Presentation(
        languages=tuple(dice_narration.NARRATOR.languages),
        narrate=dice_narration.narrate,
        template=dice_narration.NARRATOR.template,
        text=dice_text,
        svg=dice_svg,
        phrasebook=dice_phrasebook.PHRASEBOOK,
        opening=dice_opening.WORDS,
    ),
    "duel": Presentation(
        languages=tuple(duel_narration.NARRATOR.languages),
        narrate=duel_narration.narrate,
        template=duel_narration.NARRATOR.template,
        text=duel_text,
        svg=duel_svg,
        phrasebook=duel_phrasebook.PHRASEBOOK,
        opening=duel_opening.WORDS,
    ),
    "seafarers": Presentation(
        languages=tuple(sea_narration.NARRATOR.languages),
        narrate=sea_narration.narrate,
        template=sea_narration.NARRATOR.template,
        text=sea_text,
        svg=sea_svg,
        phrasebook=sea_phrasebook.PHRASEBOOK,
        opening=sea_opening.WORDS,
    ),
}

LANGUAGES: Final = tuple(
    sorted({language for shown in PRESENTATIONS.values() for language in shown.languages})
)
"""The codes of all languages, whatever the game."""


def presentation_of(ruleset: str) -> Presentation[Any, Any]:
    """The presentation of a ruleset, by the ruleset's name."""
    return PRESENTATIONS[ruleset]
