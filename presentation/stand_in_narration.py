"""Games of rules that this build lacks, as sentences: what happens at every table can be told."""

from typing import Final

from presentation.language import Narrator
from presentation.table_narration import ENGLISH, FIELD_FORMATTERS, POLISH, SENTENCE_CHOOSERS

STAND_IN_NARRATOR: Final = Narrator(
    languages={
        "en": ENGLISH.extended(
            {"untold": "({kind}: this server lacks the rules to tell it.)"}, {}, {}
        ),
        "pl": POLISH.extended(
            {"untold": "({kind}: ten serwer nie ma zasad, by to opisać.)"}, {}, {}
        ),
    },
    field_formatters=FIELD_FORMATTERS,
    sentence_choosers=SENTENCE_CHOOSERS,
)
