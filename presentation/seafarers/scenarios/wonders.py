"""The Wonders of Catan in sentences."""

from domain.seafarers.scenarios.wonders.map import WonderId
from domain.seafarers.scenarios.wonders.messages import BuildLevel
from domain.seafarers.scenarios.wonders.view import WondersView
from domain.seafarers.state import Voyage
from presentation.base.narration import format_cards
from presentation.language import ChosenSentence, Language, Word
from presentation.seafarers.scenario import Phrases, ScenarioSentences

ENGLISH = Phrases(
    {
        "wonder_claimed": "{seat} took the card of the {wonder}.",
        "level_built": "{seat} built level {level} of the {wonder}.",
        "claim_wonder": "Take the card of a wonder",
        "claim_wonder.this": "Take the card of the {wonder}",
        "build_level": "Build a level of your wonder",
        "build_level.this": "Build level {level} of the {wonder} for {cost}",
    }
)
POLISH = Phrases(
    {
        "wonder_claimed": "{seat} wziął kartę cudu: {wonder}.",
        "level_built": "{seat} zbudował poziom {level} {wonder.genitive}.",
        "claim_wonder": "Weź kartę cudu",
        "claim_wonder.this": "Weź kartę cudu: {wonder}",
        "build_level": "Zbuduj poziom swojego cudu",
        "build_level.this": "Zbuduj poziom {level} {wonder.genitive} za: {cost}",
    }
)


def format_wonder(language: Language, state: Voyage, wonder: WonderId) -> Word:
    return language.words[wonder]


def _build_level(language: Language, view: WondersView, command: BuildLevel) -> ChosenSentence:
    (own,) = (wonder for wonder in view.wonders if wonder.seat == command.seat)
    return "build_level.this", {
        "level": own.level + 1,
        "wonder": language.words[own.wonder],
        "cost": format_cards(language, view, own.cost),
    }


SENTENCES = ScenarioSentences(
    ENGLISH,
    POLISH,
    field_formatters={"wonder": format_wonder},
    label_choosers={BuildLevel: _build_level},
)
