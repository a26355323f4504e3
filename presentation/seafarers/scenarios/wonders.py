"""The Wonders of Catan in sentences."""

from domain.seafarers.scenarios.wonders.map import WonderId
from domain.seafarers.state import Voyage
from presentation.language import Language, Word
from presentation.seafarers.scenario import Phrases, ScenarioSentences

ENGLISH = Phrases(
    {
        "wonder_claimed": "{seat} took the card of the {wonder}.",
        "level_built": "{seat} built level {level} of the {wonder}.",
    }
)
POLISH = Phrases(
    {
        "wonder_claimed": "{seat} wziął kartę cudu: {wonder}.",
        "level_built": "{seat} zbudował poziom {level} {wonder.genitive}.",
    }
)


def format_wonder(language: Language, state: Voyage, wonder: WonderId) -> Word:
    return language.words[wonder]


SENTENCES = ScenarioSentences(ENGLISH, POLISH, field_formatters={"wonder": format_wonder})
